import type {
  NewsletterBlock,
  NewsletterElement,
  NewsletterNode,
  NewsletterPicture,
} from '../../../contract/audience/newsletter-mail.ts'
import { blockOf } from '../../../contract/content/blocks.ts'
import { pictureUrl } from '../../../contract/content/picture-url.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { type Attributes, type OpenTag, parseHtml } from '../../content/rich-text/html-tokens.ts'
import { screenParts } from '../../content/rich-text/product-parts.ts'

/** Elements within elements at most; what is deeper stands in the last one. */
const DEPTH_MAX = 40

/** Elements that stand for their content alone. */
const transparent = new Set(['picture', 'div', 'section', 'aside', 'span'])
/** Elements whose white space is not text. */
const structural = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'figure', 'details'])

/** Parts that a mail leaves out: it has a disclosure of its own, and the card of a product is short. */
const left = new Set(['disclosure', 'for-whom', ...screenParts])

/**
 * A link of the article as the mail has it: `href` is undefined if it cannot be followed there, `words` replace its text if it leads
 * to the site instead of a shop.
 */
type LinkInMail = { href: string | undefined; isAffiliate: boolean; words?: string }
export type ToLink = (attributes: Attributes) => LinkInMail

type Parent = { children: NewsletterNode[]; name: string }

/** The HTML of a page's article as the tree of a newsletter: without what only browsers can do, all URLs absolute. */
export function toNewsletterTree(html: string, origin: string, toLink: ToLink): NewsletterNode[] {
  const root: Parent = { children: [], name: '' }
  const open: Parent[] = [root]
  /** Widths of the picture whose `source` elements were read. */
  let widths: number[] = []
  /** Depth of the element that is left out, with what is in it. */
  let skipped: number | undefined
  for (const token of parseHtml(html)) {
    const parent = open.at(-1)
    if (!parent) throw new Error('An element ends that did not begin')
    if (token.kind === 'close') {
      open.pop()
      if (skipped !== undefined && open.length <= skipped) skipped = undefined
      continue
    }
    if (token.kind === 'text') {
      const isLayout = structural.has(parent.name) && token.text.trim() === ''
      if (skipped === undefined && !isLayout) addText(parent.children, token.text)
      continue
    }
    const { name, attributes } = token
    if (name === 'source') widths = widthsOf(attributes.srcset)
    if (skipped === undefined && left.has(attributes['data-part'] ?? '')) skipped = open.length
    if (skipped !== undefined || name === 'source') {
      open.push({ children: [], name })
      continue
    }
    if (name === 'img') {
      parent.children.push(toPicture(attributes, widths, origin))
      widths = []
    }
    const node = name === 'img' ? undefined : toNode(token, toLink)
    if (!node || open.length > DEPTH_MAX) {
      open.push({ children: parent.children, name: parent.name })
      continue
    }
    parent.children.push(node)
    open.push({ children: node.children, name })
  }
  return root.children
}

/** The parser ends a text at each character reference, which may stand within an address. */
function addText(nodes: NewsletterNode[], text: string): void {
  const last = nodes.at(-1)
  if (typeof last === 'string') nodes[nodes.length - 1] = last + text
  else nodes.push(text)
}

/** Undefined for an element that stands for its content alone. */
function toNode({ name, attributes }: OpenTag, toLink: ToLink): NewsletterBlock | NewsletterElement | undefined {
  const block = attributes['data-product-box'] ? 'box' : blockOf(name, attributes)
  if (block) {
    const { 'data-tone': tone, 'data-align': align, 'data-width': width, 'data-shape': shape } = attributes
    return { kind: 'block', name: block, ...{ tone, align, width, shape }, children: [] }
  }
  const part = attributes['data-part']
  if (name === 'a') return toNewsletterLink(attributes, toLink)
  if (name === 'span' && attributes.lang && !part) return { kind: 'element', name, lang: attributes.lang, children: [] }
  if (transparent.has(name) && !part) return undefined
  const { colspan, rowspan, start } = attributes
  const span = colspan || rowspan ? { columns: Number(colspan) || 1, rows: Number(rowspan) || 1 } : undefined
  return { kind: 'element', name, part, span, start: Number(start) || undefined, children: [] }
}

function toNewsletterLink(attributes: Attributes, toLink: ToLink): NewsletterElement {
  const { href, isAffiliate, words } = toLink(attributes)
  const label = attributes['aria-label']?.replace(' (opens in a new tab)', '')
  return {
    kind: 'element',
    name: 'a',
    href,
    label,
    ...(isAffiliate && { isAffiliate }),
    ...(words !== undefined && { replaced: { words, isOfBlock: attributes['data-affiliate'] !== 'post-text' } }),
    part: attributes['data-part'],
    children: [],
  }
}

/** JPEG for pictures of the media library, because some mail programs show neither AVIF nor WebP. */
function toPicture(attributes: Attributes, ofSources: number[], origin: string): NewsletterPicture {
  const { src = '', alt = '' } = attributes
  const key = mediaKey(src)
  const size = { width: Number(attributes.width) || undefined, height: Number(attributes.height) || undefined }
  const widths = attributes.srcset ? widthsOf(attributes.srcset) : ofSources
  const sources =
    key && widths.length > 0
      ? widths.map((width) => ({ width, url: origin + pictureUrl({ key }, width, 'jpg') }))
      : [{ width: 0, url: src.startsWith('/') ? origin + src : src }]
  return { kind: 'picture', alt: alt.trim(), ...size, sources }
}

function widthsOf(sourceSet = ''): number[] {
  return [...sourceSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)).sort((a, b) => a - b)
}
