import type { CdnConfig } from './cdn-config.ts'

/** A purge that was not accepted. */
export class CdnError extends Error {
  /** Seconds of `Retry-After`; undefined without one. */
  readonly retryAfter: number | undefined

  constructor(message: string, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfter = options.retryAfter
  }
}

const TIMEOUT_MS = 5000

/** Purges surrogate keys at the CDN, on every host of Varnish. Throws `CdnError`; a purge may be repeated. */
export async function purgeCdn(cdn: CdnConfig, keys: readonly string[]): Promise<void> {
  await Promise.all(cdn.urls.map((url) => send(toRequest(cdn, url, keys))))
}

/** Fastly takes 256 keys and Cloudflare 30 in one request; the site has fewer. */
function toRequest({ kind, service, token }: CdnConfig, url: string, keys: readonly string[]): Request {
  switch (kind) {
    case 'fastly':
      return new Request(`${url}/service/${service}/purge`, {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': keys.join(' '), accept: 'application/json' },
      })
    case 'cloudflare':
      return new Request(`${url}/zones/${service}/purge_cache`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags: keys }),
      })
    case 'varnish':
      return new Request(`${url}/`, {
        method: 'PURGE',
        headers: { 'xkey-purge': keys.join(' '), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
  }
}

async function send(request: Request): Promise<void> {
  const { host } = new URL(request.url)
  let response: Response
  let text: string
  try {
    response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    text = await response.text()
  } catch (error) {
    throw new CdnError(`${host} did not respond to a purge`, { cause: error })
  }
  if (response.ok && !isRefused(text)) return
  const seconds = Number(response.headers.get('retry-after'))
  // Without the body, which may repeat a credential.
  throw new CdnError(`${host} responded to a purge with ${response.status}`, {
    retryAfter: seconds > 0 ? seconds : undefined,
  })
}

/** Cloudflare may respond with 200 and `success: false`. */
function isRefused(text: string): boolean {
  return /"success"\s*:\s*false/.test(text)
}
