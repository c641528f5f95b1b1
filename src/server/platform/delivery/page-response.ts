import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { identityOf, type PrebuiltResponse, prebuildResponse, withHeaders } from './prebuilt-response.ts'
import type { RenderedPage } from './renderer.ts'
import { surrogateKeys } from './surrogate-keys.ts'

/**
 * Browsers revalidate each time; a shared cache serves the page for ten seconds. `stale-while-revalidate` and
 * `stale-if-error` (RFC 5861) are set for shared caches only (RFC 9213), because browsers honour them too and would show
 * the owner a page from before a change.
 */
export const sharedLifetime = {
  'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate',
  'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=60, stale-if-error=3600',
}

/** Behind a CDN that is purged; a lost purge is made up for after an hour. */
export const purgedLifetime = {
  'cache-control': 'public, max-age=0, s-maxage=3600, must-revalidate',
  'cdn-cache-control': 'public, max-age=3600, stale-while-revalidate=60, stale-if-error=3600',
}

/** A private page has this header unless it sets its own `cache-control`. */
const privateLifetime = { 'cache-control': 'private, no-store' }

/** The response with its uncompressed body only. */
export function toResponse(
  page: RenderedPage,
  headers: OutgoingHttpHeaders,
  lifetime: OutgoingHttpHeaders | undefined,
): PrebuiltResponse & { identity: Buffer; dropsQuery: boolean } {
  const identity = encode(page.body)
  const pageHeaders = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    ...(lifetime ? { ...lifetime, ...surrogateKeys(page.tags) } : privateLifetime),
    ...page.headers,
    vary: 'accept-encoding',
  }
  const etag = lifetime ? `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"` : ''
  const prebuilt = prebuildResponse(page.status, { identity }, pageHeaders, etag)
  return { ...prebuilt, identity: identityOf(prebuilt).bytes, dropsQuery: page.dropsQuery ?? false }
}

/** Stale pages are marked (RFC 9111, 5.1 and 5.5; RFC 9211) and not stored by any cache. */
export function staleHeaders(madeAt: number): OutgoingHttpHeaders {
  const age = Math.max(0, Math.floor((Date.now() - madeAt) / 1000))
  return {
    'cache-control': 'no-store',
    'cdn-cache-control': 'no-store',
    age: String(age),
    warning: '110 - "Response is Stale"',
    'cache-status': 'dewlight; hit; detail=stale',
  }
}

/**
 * A redirect leads to its target with the query of this request, such as the `utm` parameters of a newsletter. A target with a
 * query has all of it, and a file has no use for one. No shared cache keeps it: one whose key leaves such parameters out would
 * lead every visitor to those of the first.
 */
export function withQuery(
  page: PrebuiltResponse & { dropsQuery?: boolean },
  { url = '' }: IncomingMessage,
): PrebuiltResponse {
  const { location } = page.notModified
  if (page.status !== 301 || page.dropsQuery || typeof location !== 'string' || !url.includes('?')) return page
  if (/[?#]/.test(location) || /\.\w+$/.test(location)) return page
  const { search } = new URL(`http://localhost${url}`)
  if (search === '') return page
  return withHeaders(page, {
    location: location + search,
    'cache-control': 'private, no-store',
    'cdn-cache-control': 'no-store',
  })
}

/** UTF-8 takes three bytes at most for each unit of a JavaScript string. */
const BYTES_PER_UNIT = 3
/** Most pages fit; measuring a string before it is encoded costs as much as encoding it. */
const scratch = Buffer.allocUnsafeSlow(1 << 20)

function encode(pieces: readonly string[]): Buffer {
  const units = pieces.reduce((sum, { length }) => sum + length, 0)
  if (units * BYTES_PER_UNIT > scratch.length) return Buffer.from(pieces.join(''))
  let at = 0
  for (const piece of pieces) at += scratch.write(piece, at)
  // Not from Node's pool, whose slab would be garbage at once.
  const bytes = Buffer.allocUnsafeSlow(at)
  scratch.copy(bytes, 0, 0, at)
  return bytes
}
