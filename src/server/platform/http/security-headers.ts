import { createHash } from 'node:crypto'

/** Headers by what is answered; in each, everything that belongs on such an answer. */
export type ResponseHeaders = {
  /** Pages of visitors and the files of the build. */
  page: Record<string, string>
  /** The pages where the owner signs in and works. */
  owner: Record<string, string>
  /** What is no page: the API, feeds, images, health. */
  data: Record<string, string>
}

const year = 365 * 24 * 60 * 60

/** What no page of the site needs, denied to it and to whatever it might be made to embed. */
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
 * Headers of every answer, refusals included. Pages hold no inline script and one inline style, `inlineStyle`, which is
 * the same in all and known by its hash; so the policy is a constant and fits cached pages. Images may come from anywhere
 * over https: an article may show a picture of another site.
 */
export function securityHeaders(isPublic: boolean, inlineStyle: string): ResponseHeaders {
  const shared = {
    'x-content-type-options': 'nosniff',
    // For what does not know frame-ancestors.
    'x-frame-options': 'DENY',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
    ...(isPublic ? { 'strict-transport-security': `max-age=${year}` } : {}),
  }
  const ownSources = [
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(inlineStyle).digest('base64')}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    page: {
      ...shared,
      'content-security-policy': ["default-src 'self'", ...ownSources].join('; '),
      'referrer-policy': 'strict-origin-when-cross-origin',
      // The windows in which a reader shares or pins an article are another site's.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    owner: {
      ...shared,
      'content-security-policy': ["default-src 'none'", "manifest-src 'self'", ...ownSources].join('; '),
      // The address of a set-up link or of a draft is told to no other site.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    data: {
      ...shared,
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  }
}
