import sanitizeHtml from 'sanitize-html'
import { languageTag } from '../../../contract/accounts/region.ts'
import { BLOCK, blockAttributes } from '../../../contract/content/blocks.ts'
import {
  bodyMarkup,
  directions,
  headings,
  isHeadingId,
  linkSchemes,
  listTypes,
  storedHref,
  storedSrc,
} from '../../../contract/content/body-markup.ts'
import { separatesWords } from '../../../contract/content/line-elements.ts'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { createBoundedParser, UnboundedMarkup } from '../../platform/bounded-parser.ts'
import { affiliateLink } from './affiliate-links.ts'
import { videoOn } from './block-html.ts'
import { parseHtml } from './html-tokens.ts'

/** A product box is stored as the id of its product; `render-body.ts` inserts the product. */
const PRODUCT_ID = 'data-product-id'

const allowList: sanitizeHtml.IOptions = {
  allowedTags: [...bodyMarkup.keys()],
  allowedAttributes: Object.fromEntries([...bodyMarkup].map(([name, attributes]) => [name, [...attributes]])),
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withDirection(attribs) }),
    a: (tagName, attribs) => ({ tagName, attribs: withAddress(safeTarget(attribs), 'href', storedHref) }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: withAddress({ alt: '', loading: 'lazy', ...attribs }, 'src', storedSrc),
    }),
    div: (_, attribs) => emptyBlock(attribs) ?? productBox(attribs[PRODUCT_ID]),
    ol: (tagName, { start, reversed, type, ...attribs }) => ({
      tagName,
      attribs: {
        ...(start === undefined ? {} : { start }),
        ...(reversed === undefined ? {} : { reversed }),
        ...(type !== undefined && listTypes.includes(type) ? { type } : {}),
        ...directionOf(attribs),
        ...blockAttributes(tagName, attribs),
      },
    }),
    ...Object.fromEntries(['figure', 'p'].map((name) => [name, plainOrBlock])),
    ...Object.fromEntries(['aside', 'section'].map((name) => [name, blockOrNothing])),
    ...Object.fromEntries(headings.map((name) => [name, headingWithId])),
    iframe: (_, { src = '' }) => plainLink(src),
    span: (tagName, { lang = '' }) => ({ tagName, attribs: withLanguage(languageTag(lang)) }),
  },
}

/** Text in the normal form of other fields. An address stays as it is: another form of it may lead elsewhere. */
const composedText: sanitizeHtml.IOptions = { ...allowList, textFilter: (text) => text.normalize('NFC') }

/** Sanitises the body of a post by allow-list, before each write (editor, import, seed). */
export function cleanHtml(html: string): string {
  const clean = (text: string) => withoutBareSpans(emptyBoxes(sanitizeHtml(text, composedText)))
  let cleaned = clean(withBoundedDepth(html))
  // A removed tag may have separated two others: repeated until the result is stable.
  for (let pass = 2; pass <= 6; pass++) {
    const again = clean(cleaned)
    if (again === cleaned) break
    cleaned = again
  }
  return cleaned
}

/** Open tags at a time: tens of times more than in any article, and read within milliseconds. */
const DEPTH_MAX = 5000

/** The HTML, or its text alone where more tags are open at a time. */
function withBoundedDepth(html: string): string {
  try {
    createBoundedParser({}, undefined, { depthMax: DEPTH_MAX }).end(html)
    return html
  } catch (error) {
    if (!(error instanceof UnboundedMarkup)) throw error
    return html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;')
  }
}

/** Marks the affiliate links of cleaned HTML: those to one of `hosts`, and those with `rel="sponsored"`. */
export function markAffiliateLinks(html: string, hosts: ReadonlySet<string>): string {
  const a: sanitizeHtml.Transformer = (tagName, attribs) => ({
    tagName,
    attribs: affiliateLink(attribs, hosts) ?? attribs,
  })
  return sanitizeHtml(html, { ...allowList, transformTags: { a } })
}

/** The tags and attributes that `render-body.ts` adds. */
const renderedList: sanitizeHtml.IOptions = {
  ...allowList,
  allowedTags: [...(allowList.allowedTags as string[]), 'picture', 'source'],
  allowedAttributes: {
    ...allowList.allowedAttributes,
    a: ['href', 'title', 'target', 'rel', 'aria-label'],
    ...Object.fromEntries(headings.map((name) => [name, ['id', 'dir']])),
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    source: ['type', 'srcset', 'sizes'],
  },
}

/** Rendered HTML with absolute URLs in links and images, for feeds. */
export function withAbsoluteAddresses(html: string, origin: string): string {
  const absolute = (tagName: string, attribs: Record<string, string>) => {
    const { href, src, srcset } = attribs
    const whole = { ...attribs }
    if (href?.startsWith('/')) whole.href = origin + href
    if (src?.startsWith('/')) whole.src = origin + src
    if (srcset) whole.srcset = srcset.replace(/(^|, )\//g, `$1${origin}/`)
    return { tagName, attribs: whole }
  }
  const rendered = sanitizeHtml(html, {
    ...renderedList,
    transformTags: { a: absolute, img: absolute, source: absolute, section: blockOrNothing, small: withoutPlayer },
  })
  return withoutBareSpans(rendered)
}

/** Feeds have no scripts, so nothing plays in them. */
function withoutPlayer(
  tagName: string,
  { 'data-plays': provider, ...attribs }: Record<string, string>,
): sanitizeHtml.Tag {
  return provider ? { tagName, attribs, text: `${videoOn(provider)}:` } : { tagName, attribs }
}

/** The text of cleaned HTML in one line, for search and for counting. */
export function textOf(html: string): string {
  const parts = parseHtml(html).map((token) => {
    if (token.kind === 'text') return token.text
    return separatesWords(token.name) ? ' ' : ''
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}

export function countWords(html: string): number {
  return textOf(html).split(' ').filter(Boolean).length
}

/**
 * A tag that `emptyBoxes` removes, without its content. One that is not on the list would leave its name for the next closing
 * tag of the same depth.
 */
const unwrapped = { tagName: 'div', attribs: {} }

function plainOrBlock(tagName: string, attribs: Record<string, string>): sanitizeHtml.Tag {
  return { tagName, attribs: { ...directionOf(attribs), ...blockAttributes(tagName, attribs) } }
}

/** Without an id that no address can name. */
function headingWithId(tagName: string, { id, ...attribs }: Record<string, string>): sanitizeHtml.Tag {
  const kept = directionOf(attribs)
  return { tagName, attribs: id !== undefined && isHeadingId(id) ? { ...kept, id } : kept }
}

function directionOf({ dir }: Record<string, string>): Record<string, string> {
  return dir !== undefined && directions.includes(dir) ? { dir } : {}
}

function withDirection({ dir, ...attribs }: Record<string, string>): Record<string, string> {
  return dir === undefined ? attribs : { ...attribs, ...directionOf({ dir }) }
}

function blockOrNothing(tagName: string, attribs: Record<string, string>): sanitizeHtml.Tag {
  const kept = blockAttributes(tagName, attribs)
  return kept ? { tagName, attribs: kept } : unwrapped
}

/** A block that stands for what its ids name; without them it is nothing. */
function emptyBlock(attribs: Record<string, string>): sanitizeHtml.Tag | undefined {
  if (attribs[BLOCK] === undefined) return undefined
  const kept = blockAttributes('div', attribs)
  return kept ? { tagName: 'div', attribs: kept } : unwrapped
}

function productBox(id = ''): sanitizeHtml.Tag {
  return /^[1-9]\d{0,8}$/.test(id) ? { tagName: 'div', attribs: { [PRODUCT_ID]: id } } : unwrapped
}

/** The attributes with an address as it is stored, or without it. */
function withAddress(
  attribs: Record<string, string>,
  name: 'href' | 'src',
  stored: (address: string) => string | undefined,
): Record<string, string> {
  const { [name]: address, ...others } = attribs
  if (address === undefined) return attribs
  const kept = stored(address)
  return kept === undefined ? others : { ...attribs, [name]: kept }
}

/** An embedded page becomes a link to it. */
function plainLink(address: string): sanitizeHtml.Tag {
  return isWebUrl(address) ? { tagName: 'a', attribs: { href: address }, text: address } : unwrapped
}

/** Removes every `div` but product boxes, and moves the content of a box behind it. */
function emptyBoxes(html: string): string {
  return html.replace(/<\/?div>/g, '').replace(/<div [^>]*>/g, '$&</div>')
}

function withLanguage(lang: string | undefined): Record<string, string> {
  return lang === undefined ? {} : { lang }
}

/** Sanitised HTML without spans that name no language; their content stays. */
function withoutBareSpans(html: string): string {
  const open: boolean[] = []
  return html.replace(/<(\/?)span\b[^>]*>/g, (tag, end: string) => {
    if (!end) open.push(tag !== '<span>')
    const hasLanguage = end ? open.pop() : open.at(-1)
    return hasLanguage ? tag : ''
  })
}

/** Adds `noopener` to links with `target="_blank"`; other targets are removed. */
function safeTarget({ target, rel, ...rest }: Record<string, string>): Record<string, string> {
  if (target !== '_blank') return rel ? { ...rest, rel } : rest
  const words = new Set([...(rel ?? '').split(/\s+/).filter(Boolean), 'noopener'])
  return { ...rest, target, rel: [...words].join(' ') }
}
