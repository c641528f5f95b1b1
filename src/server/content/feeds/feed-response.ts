import { hash } from 'node:crypto'
import type { Context } from 'hono'

/** Sends an XML or JSON document; `type` is a subtype of `application/`. */
export type SendFeed = (c: Context, type: string, body: string) => Response

/**
 * Sends documents that readers poll. `Last-Modified` is when this process first sent the text that an address now has: a
 * date among the rows would miss deletions and changes of settings.
 */
export function createFeedResponse(clock: () => Date): SendFeed {
  const sent = new Map<string, { digest: string; at: number }>()

  function lastModified(path: string, body: string): string {
    const digest = hash('sha256', body, 'base64url')
    const before = sent.get(path)
    if (before?.digest === digest) return new Date(before.at).toUTCString()
    const now = Math.floor(clock().getTime() / 1000) * 1000
    // Two texts of one second have two dates, since an HTTP date has no fraction.
    const at = before ? Math.max(now, before.at + 1000) : now
    sent.set(path, { digest, at })
    return new Date(at).toUTCString()
  }

  return (c, type, body) =>
    c.body(body, 200, {
      'cache-control': 'public, max-age=300',
      'content-type': `application/${type}; charset=utf-8`,
      'last-modified': lastModified(c.req.path, body),
    })
}

/** Removes the control characters that XML 1.0 (2.2) forbids. */
export function legalXml(xml: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  return xml.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
