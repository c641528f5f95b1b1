import { socialCardOf } from '../../../../contract/content/social-cards.ts'
import { videoOf } from '../../../../contract/content/videos.ts'
import { isWebUrl } from '../../../../contract/platform/urls.ts'
import type { AmazonStore } from '../amazon-store.ts'
import { element, findAll, type HtmlElement, type HtmlNode, isBlank, isElement, textIn } from './html-tree.ts'

/** Finds the things that texts of the old site refer to. */
export type ContentSources = {
  /** The picture at an address of the old site, or of its id; `position` is that of CSS by which the text showed a part of it. */
  findPicture(reference: {
    id?: string
    url?: string
    position?: string | undefined
  }): { url: string; alt: string } | undefined
  /** The new address of a link of the old site, or the destination of a short link. */
  findLink(reference: { id?: string; url?: string }): string | undefined
  /** The product that a box or a link is about, if it becomes one. */
  findProduct?(reference: ProductReference): FoundProduct | undefined
  /** The shop of Amazon that most links of the old site lead to. */
  amazon?: AmazonStore
  /** The content of a synced pattern. */
  findFragment(id: string): string | undefined
  /** The ids of the pictures that were uploaded for the text, which a gallery without others shows. */
  attached?: readonly string[]
  /** The HTML of the notes at the end of the text. */
  footnotes?: readonly string[] | undefined
}

export type ProductReference = {
  /** The id of a short link that the text names by it. */
  id?: string
  /** As the text has it. */
  url: string
  rel?: string
  /** The words of the link or the box; '' for none. */
  name: string
  /** The heading before a box that has no name. */
  heading?: string
  /** '' for none. */
  picture: string
  isBox: boolean
}

/** `path` is that of its page. */
export type FoundProduct = { id: number; name: string; path: string }

export type Builder = {
  report(problem: string): void
  picture(img: HtmlElement): HtmlElement | undefined
  pictureOf(reference: {
    id?: string
    url: string
    alt?: string | undefined
    position?: string
  }): HtmlElement | undefined
  link: ContentSources['findLink']
  product: NonNullable<ContentSources['findProduct']>
  /** The heading before what is converted, if no box stands between them; '' for none. */
  heading: string
  /** A sequence of blocks. */
  blocks(nodes: readonly HtmlNode[], lines: Lines): HtmlNode[]
  attached: readonly string[]
}

export type Lines = {
  /** Whether a blank line begins a paragraph, and a single one a line. */
  breaksLines: boolean
}

/** Removed with a line of the report. */
export const reported: Record<string, string> = {
  form: 'A form was left out',
  canvas: 'A drawing by a script was left out',
  svg: 'A drawing (SVG) was left out',
  object: 'An embedded object was left out',
  embed: 'An embedded object was left out',
  applet: 'An embedded object was left out',
  frameset: 'A frame was left out',
  math: 'A formula was left out',
}
export const containers = new Set([
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'nav',
  'aside',
  'address',
  'center',
  'fieldset',
  'body',
  'html',
  'hgroup',
  'dialog',
  'search',
  'marquee',
])

export const renamed: Record<string, string> = {
  h1: 'h2',
  strike: 's',
  del: 's',
  ins: 'u',
  tt: 'code',
  samp: 'code',
  var: 'em',
  dfn: 'em',
  acronym: 'abbr',
  big: 'strong',
}

export function withoutPictures(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'img') return []
    const children = withoutPictures(node.children)
    // A link that held nothing but its picture.
    return node.children.length > 0 &&
      isBlank(children) &&
      !isBlank(node.children) &&
      findAll(node.children, ({ name }) => name === 'img').length > 0
      ? []
      : [{ ...node, children }]
  })
}

export function trimEnds(nodes: HtmlNode[]): HtmlNode[] {
  const isEmpty = (node: HtmlNode | undefined) =>
    node !== undefined && (isElement(node, 'br') || (typeof node === 'string' && node.trim() === ''))
  let kept = nodes
  while (isEmpty(kept[0])) kept = kept.slice(1)
  while (isEmpty(kept.at(-1))) kept = kept.slice(0, -1)
  return kept.map((node, at) => {
    if (typeof node !== 'string') return node
    return (at === 0 ? (text: string) => text.trimStart() : String)(at === kept.length - 1 ? node.trimEnd() : node)
  })
}

/** The content of a paragraph, a cell or a heading. */
export function toInline(nodes: readonly HtmlNode[], builder: Builder, lines: Lines): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return lines.breaksLines ? withBreaks(node) : [node]
    if (!isElement(node)) return []
    if (node.name === 'img') return [builder.picture(node) ?? []].flat()
    if (node.name in reported) {
      builder.report(reported[node.name]!)
      return []
    }
    if (node.name === 'iframe') return embed(node.attributes.src ?? '', [], builder)
    const children = toInline(node.children, builder, lines)
    if (node.name === 'a') return [link(node, children, builder)]
    // The number of a footnote: its anchor would lead to nothing.
    if (node.name === 'sup' && node.attributes['data-fn']) return [element('sup', {}, [textIn(node.children)])]
    if (node.name === 'q') return ['“', ...children, '”']
    if (containers.has(node.name) || (node.name === 'span' && !node.attributes.lang)) return children
    return [element(renamed[node.name] ?? node.name, node.attributes, children)]
  })
}

/** A line ends with a break, unless a tag ends it already. */
function withBreaks(text: string): HtmlNode[] {
  return text.split('\n').flatMap((part, at) => (at === 0 ? [part] : [element('br', {}, []), part.trimStart()]))
}

export function link(node: HtmlElement, children: HtmlNode[], builder: Builder): HtmlNode {
  const { href = '', title, target, rel } = node.attributes
  const id = node.attributes['data-import'] === 'link' ? node.attributes['data-id'] : undefined
  const address = builder.link({ ...(id !== undefined && { id }), url: href }) ?? href
  const known = { ...(id !== undefined && { id }), ...(rel && { rel }) }
  const product = builder.product({
    ...known,
    url: href,
    name: textIn(children) || title || '',
    picture: '',
    isBox: false,
  })
  if (product) return element('a', { href: product.path }, children)
  if (id !== undefined && !address) builder.report(`The short link number ${id} is not in the export: its words stay`)
  return element(
    'a',
    { ...(address && { href: address }), ...(title && { title }), ...(target && { target }), ...(rel && { rel }) },
    children,
  )
}

export function captionOf(caption: readonly HtmlElement[], builder: Builder): HtmlElement[] {
  const words = caption.flatMap(({ children }) => toInline(withoutPictures(children), builder, { breaksLines: false }))
  return isBlank(words) ? [] : [element('figcaption', {}, trimEnds(words))]
}

export function player(node: HtmlElement, builder: Builder): HtmlNode[] {
  const source = findAll(node.children, ({ name }) => name === 'source')[0]
  const address = node.attributes.src || source?.attributes.src || ''
  if (!isWebUrl(address)) {
    builder.report('A player without an address was left out')
    return []
  }
  return embed(address, [], builder)
}

/** A video, a card of a network, or a link to what was embedded. */
export function embed(address: string, caption: readonly HtmlElement[], builder: Builder): HtmlNode[] {
  const url = address.startsWith('//') ? `https:${address}` : address
  if (!isWebUrl(url)) {
    if (url && url !== 'about:blank') builder.report('An embedded page without an address was left out')
    return []
  }
  const video = videoOf(url)
  const page = video?.page ?? socialCardOf(url)?.page
  const words = captionOf(caption, builder)
  if (page) {
    const shape = video?.isUpright ? { 'data-shape': 'upright' } : {}
    const title = textIn(words.flatMap(({ children }) => children)) || page
    return [element('figure', { 'data-block': 'video', ...shape }, [element('a', { href: page }, [title]), ...words])]
  }
  const own = builder.link({ url })
  if (!own) builder.report(`What was embedded from ${new URL(url).hostname} became a link`)
  return [
    element('p', {}, [
      element('a', { href: own ?? url }, [url]),
      ...(words.length > 0 ? [' ', ...words[0]!.children] : []),
    ]),
  ]
}
