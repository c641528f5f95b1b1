import { createHash } from 'node:crypto'
import path from 'node:path'

/**
 * Where the pages of a static copy are. A page is a folder with an `index.html`, so that any file server finds it, and parameters are
 * folders too: `/blog?page=2` is `/blog/page/2/`.
 */

/** In bytes; file systems allow 255. */
const SEGMENT_MAX = 200

/** The path of a page of the copy, percent-encoded and with a slash at its end, from its canonical address on the site. */
export function pagePath(key: string): string {
  const [pathname = '/', query = ''] = key.split('?')
  const parameters = [...new URLSearchParams(query)].flat()
  const segments = [...pathname.split('/').filter(Boolean).map(decode), ...parameters].map(toSegment)
  return segments.length === 0 ? '/' : `/${segments.map(encodeURIComponent).join('/')}/`
}

/** The file of a path of the copy, relative to its folder. */
export function fileOf(sitePath: string): string {
  const file = sitePath
    .split('/')
    .filter(Boolean)
    .map((segment) => toSegment(decode(segment)))
    .join('/')
  return sitePath.endsWith('/') ? path.posix.join(file, 'index.html') : file
}

/** The relative URL of `target` on the page with the path `from`; both are paths of the copy. */
export function relativeUrl(from: string, target: string): string {
  const relative = path.posix.relative(from, target) || '.'
  return target.endsWith('/') ? `${relative}/` : relative
}

/** A name that every file system can store; different texts have different names. */
function toSegment(text: string): string {
  // A leading dot hides a file, or leads out of the folder; Windows drops one at the end.
  const name = text.replace(/[\p{Cc}<>:"/\\|?*]|^\.|[. ]$/gu, (character) => `_${character.charCodeAt(0).toString(16)}`)
  if (Buffer.byteLength(name) <= SEGMENT_MAX) return name
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${[...name].slice(0, 40).join('')}-${hash}`
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
