import { escapeHtml } from '../rich-text/html-tokens.ts'

const links = /(<a\s(?:[^<>]*\s)?href=")([^"<>]*)(")/g

/** The URLs of all links of sanitised HTML, whose attributes are always in double quotes, in their order. */
export function hrefsOf(html: string): string[] {
  return [...html.matchAll(links)].flatMap(([, , href]) => (href === undefined ? [] : [decodeText(href)]))
}

/** Replaces the URLs of links in sanitised HTML, and nothing else. */
export function replaceHrefs(html: string, replace: (url: string) => string): string {
  return html.replace(links, (whole, start: string, href: string, end: string) => {
    const url = decodeText(href)
    const next = replace(url)
    return next === url ? whole : start + escapeHtml(next) + end
  })
}

/** Which of the occurrences of a URL came from a replacement. */
export type Spots = { replaced: number[]; total: number }

/** The occurrences of `to` that a replacement of `from` makes, of how many. */
export function spotsOf(urls: readonly string[], from: string, to: string): Spots {
  const after = urls.filter((url) => url === from || url === to)
  return { replaced: after.flatMap((url, index) => (url === from ? [index] : [])), total: after.length }
}

/** Replaces `to` with `from` at the occurrences that were replaced; undefined if edits leave open which ones they are. */
export function undoing(
  urls: readonly string[],
  { from, to, spots }: { from: string; to: string; spots: Spots },
): ((url: string) => string) | undefined {
  const count = urls.filter((url) => url === to).length
  const isUntouched = count === spots.total
  if (!isUntouched && (count === 0 || spots.replaced.length < spots.total)) return undefined
  let index = -1
  return (url) => {
    if (url !== to) return url
    index += 1
    return !isUntouched || spots.replaced.includes(index) ? from : url
  }
}

function decodeText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => characters[name] ?? whole)
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', '#39': "'" }
