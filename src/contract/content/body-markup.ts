import { isRefusedPicture } from '../platform/refused-pictures.ts'
/**
 * The elements and attributes of the body of a text. The sanitiser, the schema of the visual editor, pasted HTML and what
 * the HTML view reports as removed follow this table.
 */

import { isWebUrl, toSecureUrl } from '../platform/urls.ts'
import { attributeNamesOf, blockElements } from './blocks.ts'
import { ownPinAttributes } from './pins.ts'

export const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const plain = [
  ...['p', 'br', 'hr', ...headings, 'blockquote', 'cite', 'pre', 'code'],
  ...[
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'small',
    'abbr',
    'kbd',
    'span',
  ],
  ...['a', 'img', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['div', ...blockElements],
]

/** Elements whose text may have a direction of its own. */
const directed = new Set([
  ...['p', ...headings, 'blockquote', 'ul', 'ol', 'li', 'table', 'th', 'td'],
  ...['figcaption', 'summary'],
])

export const directions = ['ltr', 'rtl', 'auto']
export const listTypes = ['1', 'a', 'A', 'i', 'I']

const own: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', ...ownPinAttributes],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start', 'reversed', 'type'],
  abbr: ['title'],
  // Words in another language; a span without one is not stored.
  span: ['lang'],
  ...Object.fromEntries(headings.map((name) => [name, ['id']])),
  // A product box is stored as the id of its product.
  div: ['data-product-id'],
}

/** The attributes of each element. */
export const bodyMarkup: ReadonlyMap<string, readonly string[]> = new Map(
  plain.map((name) => [
    name,
    [...new Set([...(own[name] ?? []), ...(directed.has(name) ? ['dir'] : []), ...attributeNamesOf(name)])],
  ]),
)

/** An id to which `#how-to` can lead, of at most 100 characters. */
export function isHeadingId(id: string): boolean {
  return /^[\p{L}\p{N}_.:-]{1,100}$/u.test(id)
}

/** The text of a heading as an id, of at most 60 characters. */
export function headingSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
    .toWellFormed()
}

/** Those of links; pictures have only the first two. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms']

/** The address of a link as it is stored: `//amzn.to/x` with `https:`. Undefined for one that is not stored. */
export function storedHref(href: string): string | undefined {
  return storedAddress(href, linkSchemes)
}

/** The address of a picture as it is stored: with `https:` on other hosts. Undefined for one that is not, as those of Amazon. */
export function storedSrc(src: string): string | undefined {
  const stored = storedAddress(src, ['http', 'https'])
  return stored && !isRefusedPicture(stored) ? toSecureUrl(stored) : undefined
}

function storedAddress(address: string, schemes: readonly string[]): string | undefined {
  // As browsers read it, and the sanitiser.
  const text = [...address].filter((character) => character > ' ').join('')
  if (/^[/\\]{2}/.test(text)) {
    const url = text.replace(/^[/\\]+/, 'https://')
    return isWebUrl(url) ? url : undefined
  }
  const scheme = /^([a-z][a-z\d.+-]*):/i.exec(text)?.[1]?.toLowerCase()
  return scheme === undefined || schemes.includes(scheme) ? address : undefined
}
