import { videoHosts } from '../../../contract/content/videos.ts'

/** The complete set of security headers for each kind of response. */
export type ResponseHeaders = {
  /** Public pages. */
  page: Record<string, string>
  /** Login and admin pages. */
  owner: Record<string, string>
  /** Everything else: the API, feeds, health. */
  data: Record<string, string>
  /** Build files and images: browsers read the other headers in documents alone, and a page has twenty of these. */
  file: Record<string, string>
  /** The script of the worker that prepares pictures, which may compile WebAssembly and nothing else. */
  worker: Record<string, string>
  /** A file of the owner at the root, which runs nothing and cannot act as the site. */
  rootFile: Record<string, string>
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

/** Pages of the site may load from these sources. */
const ownSources = [
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "font-src 'self'",
  // Loaded after a click on a video.
  `frame-src ${videoHosts.join(' ')}`,
  "media-src 'self' https:",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Scripts pass HTML to the DOM through `web/lib/trusted-html.ts` alone; the editor's library has a policy of its own.
  "require-trusted-types-for 'script'",
  'trusted-types dewlight ProseMirrorClipboard',
]

const ownerSources = ownSources.map((source) => {
  if (source.startsWith('trusted-types ')) return `${source} dewlight-worker`
  // The preview of the appearance is a page of this site.
  return source.startsWith('frame-src ') ? `${source} 'self'` : source
})

/** A worker has the policy of its own script, not that of its page. */
const workerSources = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "base-uri 'none'"]

/**
 * Headers of every response, errors included. Pages have no inline script and no inline style, so the policy is constant
 * and cacheable. Images and video files may come from any https origin, because articles may embed those of other sites;
 * frames only from the players of videos.
 */
export function securityHeaders(
  isPublic: boolean,
  { hstsSubdomains = false }: { hstsSubdomains?: boolean } = {},
): ResponseHeaders {
  const hsts = `max-age=${year}${hstsSubdomains ? '; includeSubDomains' : ''}`
  const file = {
    'x-content-type-options': 'nosniff',
    // Browsers without frame-ancestors read this.
    'x-frame-options': 'DENY',
    ...(isPublic ? { 'strict-transport-security': hsts } : {}),
  }
  const shared = { ...file, 'permissions-policy': permissions.map((name) => `${name}=()`).join(', ') }
  const data = {
    ...shared,
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
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
      'content-security-policy': ["default-src 'none'", "manifest-src 'self'", ...ownerSources].join('; '),
      // Set-up links and draft URLs must not leak through the referrer.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    worker: {
      ...data,
      'content-security-policy': [...workerSources, "form-action 'none'", "frame-ancestors 'none'"].join('; '),
    },
    data,
    rootFile: { ...data, 'content-security-policy': `${data['content-security-policy']}; sandbox` },
    file: { ...file, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
    text: {
      ...data,
      // Browsers show plain text in a document of their own, with the site's icon and in WebKit with an inline style.
      'content-security-policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  }
}

/** The headers of a file of the browser build. */
export function assetHeaders(headers: ResponseHeaders, path: string): Record<string, string> {
  return /^\/assets\/picture-worker-[\w-]+\.js$/.test(path) ? headers.worker : headers.file
}
