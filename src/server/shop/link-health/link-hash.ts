import { createHash } from 'node:crypto'

/** The key of a URL in `links`, since a URL is too long for a unique index. */
export function linkHash(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}
