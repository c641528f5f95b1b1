const year = 365 * 24 * 60 * 60

/**
 * Headers of every answer. Pages hold no inline script and no inline style, so the policy is a constant and fits cached
 * pages. Images may come from anywhere over https: an article may show a picture of another site.
 */
export function securityHeaders(isPublic: boolean): Record<string, string> {
  const policy = [
    "default-src 'self'",
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
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isPublic ? { 'strict-transport-security': `max-age=${year}` } : {}),
  }
}
