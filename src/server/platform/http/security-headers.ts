/** The complete set of security headers for each kind of response. */
export type ResponseHeaders = {
  /** Public pages and build files. */
  page: Record<string, string>
  /** Login and admin pages. */
  owner: Record<string, string>
  /** Everything except pages: the API, feeds, images, health. */
  data: Record<string, string>
  /** Plain text that people open, such as robots.txt. */
  text: Record<string, string>
}

const year = 365 * 24 * 60 * 60

/** Browser features that no page needs, denied to the pages and to anything embedded in them. */
const permissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/**
 * Headers of every response, errors included. Pages have no inline script and no inline style, so the policy is constant
 * and cacheable. Images may come from any https origin, because articles
 * may embed images of other sites.
 */
export function securityHeaders(isPublic: boolean): ResponseHeaders {
  const shared = {
    'x-content-type-options': 'nosniff',
    // For browsers without frame-ancestors.
    'x-frame-options': 'DENY',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
    ...(isPublic ? { 'strict-transport-security': `max-age=${year}` } : {}),
  }
  const ownSources = [
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  const data = {
    ...shared,
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  }
  return {
    page: {
      ...shared,
      'content-security-policy': ["default-src 'self'", ...ownSources].join('; '),
      'referrer-policy': 'strict-origin-when-cross-origin',
      // The share and pin buttons open windows of other sites.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    owner: {
      ...shared,
      'content-security-policy': ["default-src 'none'", "manifest-src 'self'", ...ownSources].join('; '),
      // Set-up links and draft URLs must not leak through the referrer.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    data,
    text: {
      ...data,
      // Browsers show plain text in a document of their own, with the site's icon and in WebKit with an inline style.
      'content-security-policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  }
}
