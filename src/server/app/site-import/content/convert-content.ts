import { socialCardOf } from '../../../../contract/content/social-cards.ts'
import { videoOf } from '../../../../contract/content/videos.ts'
import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { cleanHtml } from '../../../content/rich-text/clean-html.ts'
import type { ContentFormat } from '../source-records.ts'
import {
  element,
  findAll,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isBlank,
  isElement,
  parseTree,
  textIn,
  writeTree,
} from './html-tree.ts'
import { renderShortcode, replaceShortcodes } from './shortcodes.ts'

/** Finds the things that texts of the old site refer to. */
export type ContentSources = {
  /** The picture at an address of the old site, or of its id. */
  findPicture(reference: { id?: string; url?: string }): { url: string; alt: string } | undefined
  /** The new address of a link of the old site, or the destination of a short link. */
  findLink(reference: { id?: string; url?: string }): string | undefined
  /** The content of a synced pattern. */
  findFragment(id: string): string | undefined
  /** The ids of the pictures that were uploaded for the text, which a gallery without others shows. */
  attached?: readonly string[]
  /** The HTML of the notes at the end of the text. */
  footnotes?: readonly string[] | undefined
}

export type Converted = {
  /** Sanitised, in the form that the editor writes. */
  html: string
  /** The first picture, for a cover. */
  firstPicture: { url: string; alt: string } | undefined
  /** Pictures that stay at their address on another site. */
  elsewhere: string[]
  /** Losses and changes of the conversion: sentences without a full stop, each once. */
  problems: string[]
}

/** Converts plain HTML, or that of WordPress: block comments, shortcodes, and paragraphs by blank lines. */
export function convertContent(content: string, sources: ContentSources, format?: ContentFormat): Converted {
  const conversion = createConversion(sources)
  const nodes = format ? conversion.convertHtml(content, format) : conversion.convert(content)
  const html = cleanHtml(writeTree(nodes))
  return { html, ...conversion.result() }
}

/** Patterns within patterns at most. */
const FRAGMENTS_MAX = 5

function createConversion(sources: ContentSources) {
  const problems = new Set<string>()
  const elsewhere = new Set<string>()
  let firstPicture: Converted['firstPicture']
  const builder: Builder = {
    report: (problem) => problems.add(problem),
    picture(img) {
      const { attributes } = img
      const url =
        attributes['data-orig-file'] || attributes['data-lazy-src'] || attributes['data-src'] || attributes.src || ''
      const id = /(?:^|\s)wp-image-(\d+)/.exec(attributes.class ?? '')?.[1]
      return this.pictureOf({ ...(id && { id }), url, alt: attributes.alt })
    },
    pictureOf({ id, url, alt = '' }) {
      const found = sources.findPicture({ id, url })
      const address = found?.url ?? url
      if (!address || address.startsWith('data:')) {
        problems.add(
          address
            ? 'A picture within the text was left out'
            : `A picture was left out: ${id ? `number ${id} is not in the export` : 'it has no address'}`,
        )
        return undefined
      }
      if (!found) elsewhere.add(address)
      const picture = { url: address, alt: alt || found?.alt || '' }
      firstPicture ??= picture
      return element('img', { src: picture.url, alt: picture.alt }, [])
    },
    link: sources.findLink,
    attached: sources.attached ?? [],
  }

  function convert(content: string, depth = 0): HtmlNode[] {
    const html = replaceShortcodes(content, (shortcode) => {
      const rendered = renderShortcode(shortcode)
      const isOne =
        Object.keys(shortcode.attributes).length > 0 || shortcode.inner !== '' || /[_-]/.test(shortcode.name)
      if (!rendered && isOne) problems.add(`The shortcode [${shortcode.name}] stays as text`)
      if (rendered?.problem) problems.add(rendered.problem)
      return rendered?.html
    })
    const nodes = resolveBlocks(parseTree(html), depth)
    const hasBlocks = /<!--\s*wp:/.test(content)
    return joinQuestions(toBlocks(nodes, builder, { breaksLines: !hasBlocks }))
  }

  function convertHtml(content: string, format: ContentFormat): HtmlNode[] {
    if (format === 'own') return withNewAddresses(parseTree(content), builder)
    return joinQuestions(toBlocks(resolveBlocks(parseTree(content), 0), builder, { breaksLines: false }))
  }

  /** Comments of blocks without content of their own. */
  function resolveBlocks(nodes: readonly HtmlNode[], depth: number): HtmlNode[] {
    return nodes.flatMap((node): HtmlNode[] => {
      if (isElement(node))
        return removed.has(node.name) ? [] : [{ ...node, children: resolveBlocks(node.children, depth) }]
      if (typeof node === 'string') return [node]
      const [, name, json] = /^\s*wp:([a-z][\w/-]*)\s+(\{.*\}\s+)?\/\s*$/s.exec(node.comment) ?? []
      if (!name || silent.test(name)) return []
      if (footnotes.test(name) && sources.footnotes)
        return [
          element(
            'ol',
            {},
            sources.footnotes.map((note) => element('li', {}, parseTree(note))),
          ),
        ]
      const reference = name === 'block' ? /"ref":(\d+)/.exec(json ?? '')?.[1] : undefined
      const fragment = reference && depth < FRAGMENTS_MAX ? sources.findFragment(reference) : undefined
      if (fragment !== undefined) return convert(fragment, depth + 1)
      const url = /"(?:url|src|href)":"(https?:[^"]*)"/.exec(json ?? '')?.[1]
      if (url && videoOf(url)) return [element('p', {}, [url])]
      problems.add(`The block “${name}” was left out`)
      return []
    })
  }

  return { convert, convertHtml, result: () => ({ firstPicture, elsewhere: [...elsewhere], problems: [...problems] }) }
}

/** HTML of the editor with the pictures and links of this site. */
function withNewAddresses(nodes: readonly HtmlNode[], builder: Builder): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node]
    const { href } = node.attributes
    if (node.name === 'img') {
      const picture = builder.picture(node)
      return picture ? [{ ...node, attributes: { ...node.attributes, ...picture.attributes } }] : []
    }
    const moved = node.name === 'a' && href !== undefined && { href: builder.link({ url: href }) ?? href }
    return [
      { ...node, attributes: { ...node.attributes, ...moved }, children: withNewAddresses(node.children, builder) },
    ]
  })
}

/** Blocks that say nothing: spaces, and cuts for lists. */
const silent = /^(?:core\/)?(?:more|nextpage|spacer|separator|paragraph|heading|list-item|group|column|columns)$/

const footnotes = /^(?:core\/)?footnotes$/

type Builder = {
  report(problem: string): void
  picture(img: HtmlElement): HtmlElement | undefined
  pictureOf(reference: { id?: string; url: string; alt?: string | undefined }): HtmlElement | undefined
  link: ContentSources['findLink']
  attached: readonly string[]
}

type Lines = {
  /** Whether a blank line begins a paragraph, and a single one a line. */
  breaksLines: boolean
}

const removed = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'link',
  'meta',
  'head',
  'title',
  'base',
  'input',
  'select',
  'textarea',
  'param',
  'map',
  'area',
])
/** Removed with a line of the report. */
const reported: Record<string, string> = {
  form: 'A form was left out',
  canvas: 'A drawing by a script was left out',
  svg: 'A drawing (SVG) was left out',
  object: 'An embedded object was left out',
  embed: 'An embedded object was left out',
  applet: 'An embedded object was left out',
  frameset: 'A frame was left out',
  math: 'A formula was left out',
}
const containers = new Set([
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
const blockNames = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'table',
  'blockquote',
  'figure',
  'pre',
  'hr',
  'details',
  'video',
  'audio',
  'iframe',
  ...containers,
  ...Object.keys(reported),
])
const renamed: Record<string, string> = {
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

/** A sequence of blocks: what stands between them becomes paragraphs. */
function toBlocks(nodes: readonly HtmlNode[], builder: Builder, lines: Lines): HtmlNode[] {
  const blocks: HtmlNode[] = []
  let inline: HtmlNode[] = []
  const endParagraphs = () => {
    for (const paragraph of splitParagraphs(inline, lines)) blocks.push(...toParagraph(paragraph, builder, lines))
    inline = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) inline.push(node)
    else {
      endParagraphs()
      blocks.push(...toBlock(node, builder, lines))
    }
  }
  endParagraphs()
  return blocks
}

/** Links and emphasis may surround blocks. */
function isBlock(node: HtmlElement): boolean {
  return (
    blockNames.has(node.name) ||
    (node.children.some((child) => isElement(child) && isBlock(child)) && !['a', 'li', 'td', 'th'].includes(node.name))
  )
}

function splitParagraphs(nodes: readonly HtmlNode[], { breaksLines }: Lines): HtmlNode[][] {
  if (!breaksLines) return [[...nodes]]
  const paragraphs: HtmlNode[][] = [[]]
  for (const node of nodes) {
    if (typeof node !== 'string') {
      paragraphs.at(-1)!.push(node)
      continue
    }
    const [first = '', ...more] = node.split(/\n[^\S\n]*\n\s*/)
    paragraphs.at(-1)!.push(first)
    for (const part of more) paragraphs.push([part])
  }
  return paragraphs
}

/** A paragraph without its pictures, which stand before it. */
function toParagraph(nodes: readonly HtmlNode[], builder: Builder, lines: Lines, attributes = {}): HtmlNode[] {
  if (isBlank(nodes)) return []
  const address = textIn(nodes)
  const isAlone = nodes.every((node) => typeof node === 'string' || isElement(node, 'a', 'span', 'strong', 'em', 'br'))
  if (isAlone && !/\s/.test(address) && isWebUrl(address)) return embed(address, [], builder)
  const pictures = findAll(nodes, ({ name }) => name === 'img')
  const figures = pictures.flatMap((img) => figure([img], [], builder, img))
  const rest = toInline(withoutPictures(nodes), builder, lines)
  return isBlank(rest) ? figures : [...figures, element('p', attributes, trimEnds(rest))]
}

function withoutPictures(nodes: readonly HtmlNode[]): HtmlNode[] {
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

function trimEnds(nodes: HtmlNode[]): HtmlNode[] {
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
function toInline(nodes: readonly HtmlNode[], builder: Builder, lines: Lines): HtmlNode[] {
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

function link(node: HtmlElement, children: HtmlNode[], builder: Builder): HtmlNode {
  const { href = '', title, target, rel } = node.attributes
  const id = node.attributes['data-import'] === 'link' ? node.attributes['data-id'] : undefined
  const address = builder.link({ ...(id !== undefined && { id }), url: href }) ?? href
  if (id !== undefined && !address) builder.report(`The short link number ${id} is not in the export: its words stay`)
  return element(
    'a',
    { ...(address && { href: address }), ...(title && { title }), ...(target && { target }), ...(rel && { rel }) },
    children,
  )
}

function toBlock(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const { name, attributes, children } = node
  if (name in reported) {
    const [address] = [attributes.data, attributes.src].filter((url) => url && isWebUrl(url))
    if (address) return embed(address, [], builder)
    builder.report(reported[name]!)
    return []
  }
  const special = toSpecialBlock(node, builder, lines)
  if (special) return special
  if (name === 'p') {
    const isButton = attributes['data-block'] === 'button'
    return splitParagraphs(children, lines).flatMap((part) =>
      toParagraph(part, builder, lines, isButton ? { 'data-block': 'button' } : directionOf(attributes)),
    )
  }
  if (/^h[1-6]$/.test(name)) {
    const pictures = findAll(children, (child) => child.name === 'img').flatMap((img) =>
      figure([img], [], builder, img),
    )
    const words = trimEnds(toInline(withoutPictures(children), builder, { breaksLines: false }))
    const id = attributes.id && { id: attributes.id }
    return isBlank(words) ? pictures : [...pictures, element(renamed[name] ?? name, { ...id }, words)]
  }
  if (name === 'hr') return [element('hr', {}, [])]
  if (name === 'pre') return [element('pre', {}, children)]
  if (name === 'blockquote') return quotation(node, builder, lines)
  if (name === 'table' || name === 'ul' || name === 'ol' || name === 'dl') return [toNested(node, builder, lines)]
  return toBlocks(children, builder, lines)
}

function directionOf({ dir }: Record<string, string>): Record<string, string> {
  return dir ? { dir } : {}
}

function quotation(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const address = hasClass(node, /^(?:instagram-media|tiktok-embed|twitter-tweet|pinterest-)/)
    ? (node.attributes['data-instgrm-permalink'] ??
      node.attributes.cite ??
      findAll(node.children, ({ name }) => name === 'a').at(-1)?.attributes.href)
    : undefined
  if (address) return embed(address, [], builder)
  const inner = toBlocks(node.children, builder, lines)
  return isBlank(inner) ? [] : [element('blockquote', {}, inner)]
}

/** Lists and tables: what is in their items stays where it is. */
function toNested(node: HtmlElement, builder: Builder, lines: Lines): HtmlElement {
  const children = node.children.flatMap((child): HtmlNode[] => {
    if (typeof child === 'string') return child.trim() === '' ? [] : toInline([child], builder, { breaksLines: false })
    if (!isElement(child)) return []
    if (['li', 'td', 'th', 'dd', 'dt', 'caption'].includes(child.name)) {
      const hasBlocks = child.children.some((each) => isElement(each) && isBlock(each) && !isElement(each, 'a'))
      const inner =
        hasBlocks && child.name !== 'caption'
          ? toItem(child, builder, lines)
          : trimEnds(toInline(child.children, builder, lines))
      return [element(child.name, child.attributes, inner)]
    }
    return [toNested(child, builder, lines)]
  })
  return element(node.name, node.attributes, children)
}

/** An item with a list in it keeps its own words in line. */
function toItem(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  return node.children.flatMap((child): HtmlNode[] => {
    if (isElement(child, 'ul', 'ol', 'table', 'dl')) return [toNested(child, builder, lines)]
    if (isElement(child) && isBlock(child)) return toBlock(child, builder, lines)
    return toInline([child], builder, { breaksLines: false })
  })
}

/** Blocks of WordPress and its plugins that have one of ours. Undefined for any other element. */
function toSpecialBlock(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] | undefined {
  const { name, attributes, children } = node
  if (name === 'iframe')
    return embed(attributes['data-src'] || attributes['data-lazy-src'] || attributes.src || '', [], builder)
  if (name === 'video' || name === 'audio') return player(node, builder)
  if (name === 'details') return [details(node, builder, lines)]
  if (attributes['data-import'] === 'gallery') return galleryOf(attributes['data-ids'] ?? '', builder)
  if (attributes['data-block'] === 'callout')
    return [element('aside', { 'data-block': 'callout' }, toBlocks(children, builder, lines))]
  if (
    hasClass(
      node,
      /^(?:schema-faq|rank-math-faq|rank-math-list|wp-block-rank-math-faq-block|schema-faq-section|rank-math-(?:faq|list)-item)$/,
    )
  )
    return questions(node, builder, lines)
  if (
    hasClass(
      node,
      /^(?:wp-block-gallery|blocks-gallery-grid|gallery|tiled-gallery|wp-block-jetpack-(?:tiled-gallery|slideshow))$/,
    )
  )
    return gallery(node, builder)
  if (hasClass(node, /^(?:wp-block-jetpack-image-compare|wp-block-image-compare|twentytwenty-container)$/))
    return pictures(node, builder, 'compare')
  if (hasClass(node, /^wp-block-buttons?$/)) return buttons(node, builder, lines)
  if (hasClass(node, /^wp-block-pullquote$/))
    return [
      element(
        'blockquote',
        {},
        toBlocks(
          findAll(children, (each) => each.name === 'p' || each.name === 'cite'),
          builder,
          lines,
        ),
      ),
    ]
  if (hasClass(node, /^wp-block-embed$/)) {
    const frame = findAll(children, (each) => each.name === 'iframe')[0]?.attributes.src
    const caption = findAll(children, (each) => each.name === 'figcaption')
    const address = frame ?? textIn(children.filter((each) => !isElement(each, 'figcaption')))
    return isWebUrl(address) ? embed(address, caption, builder) : toBlocks(children, builder, lines)
  }
  if (name === 'figure') return toFigure(node, builder, lines)
  if (hasClass(node, /^(?:wp-caption)$/)) {
    const caption = findAll(children, (each) => hasClass(each, /^wp-caption-text$/))
    return figure(
      findAll(children, (each) => each.name === 'img'),
      caption,
      builder,
      node,
    )
  }
  if (
    hasClass(
      node,
      /^(?:aawp-product|lasso-container|lasso-display|easyazon-block|eztoc-container|ez-toc-container|toc_container|lwptoc)$/,
    )
  )
    return pluginBox(node, builder)
  return undefined
}

/** A box that a plugin has written into the text: its first link stays. A table of contents goes, because pages have their own. */
function pluginBox(node: HtmlElement, builder: Builder): HtmlNode[] {
  if (hasClass(node, /toc/)) return []
  const links = findAll(node.children, ({ name, attributes }) => name === 'a' && Boolean(attributes.href))
  const named = links.find(({ children }) => textIn(children) !== '') ?? links[0]
  builder.report(named ? 'A product box of a plugin became a link' : 'A product box of a plugin was left out')
  return named
    ? [
        element('p', {}, [
          link(named, [textIn(named.children) || named.attributes.title || 'See the product'], builder),
        ]),
      ]
    : []
}

function toFigure(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const caption = node.children.filter((child) => isElement(child, 'figcaption')) as HtmlElement[]
  const rest = node.children.filter((child) => !isElement(child, 'figcaption'))
  const images = findAll(rest, ({ name }) => name === 'img')
  const others = findAll(rest, ({ name }) =>
    ['table', 'iframe', 'video', 'audio', 'blockquote', 'pre', 'figure'].includes(name),
  )
  if (images.length === 1 && others.length === 0) return figure(images, caption, builder, node)
  if (images.length > 1) return pictures(node, builder, 'gallery')
  const blocks = toBlocks(rest, builder, lines)
  const words = caption.flatMap(({ children }) => toInline(children, builder, { breaksLines: false }))
  return isBlank(words) ? blocks : [...blocks, element('p', {}, words)]
}

/** One picture with its caption; `frame` says how wide it was. Nothing if there is no picture. */
function figure(
  images: readonly HtmlElement[],
  caption: readonly HtmlElement[],
  builder: Builder,
  frame: HtmlElement,
): HtmlNode[] {
  const [img] = images
  const picture = img && builder.picture(img)
  if (!img || !picture) return []
  const inner = [picture, ...captionOf(caption, builder)]
  const is = (pattern: RegExp) => hasClass(frame, pattern) || hasClass(img, pattern)
  const layout = is(/^alignleft$/)
    ? { 'data-align': 'left' }
    : is(/^alignright$/)
      ? { 'data-align': 'right' }
      : is(/^alignwide$/)
        ? { 'data-width': 'wide' }
        : is(/^alignfull$/)
          ? { 'data-width': 'full' }
          : undefined
  return [element('figure', layout ? { 'data-block': 'picture', ...layout } : {}, inner)]
}

function captionOf(caption: readonly HtmlElement[], builder: Builder): HtmlElement[] {
  const words = caption.flatMap(({ children }) => toInline(withoutPictures(children), builder, { breaksLines: false }))
  return isBlank(words) ? [] : [element('figcaption', {}, trimEnds(words))]
}

function gallery(node: HtmlElement, builder: Builder): HtmlNode[] {
  return pictures(node, builder, 'gallery')
}

/** The pictures of an element, each with the caption of its own frame, and the caption of all. */
function pictures(node: HtmlElement, builder: Builder, block: 'gallery' | 'compare'): HtmlNode[] {
  const frames = findAll(
    node.children,
    (each) =>
      (each.name === 'figure' || each.name === 'li' || each.name === 'dl') &&
      findAll(each.children, ({ name }) => name === 'img').length === 1,
  )
  const framed = frames.flatMap((frame) => {
    const images = findAll(frame.children, ({ name }) => name === 'img')
    const caption = findAll(frame.children, (each) => each.name === 'figcaption' || hasClass(each, /gallery-caption$/))
    return figure(images, caption, builder, element('figure', {}, []))
  })
  const bare =
    frames.length > 0
      ? []
      : findAll(node.children, ({ name }) => name === 'img').flatMap((img) =>
          figure([img], [], builder, element('figure', {}, [])),
        )
  const all = [...framed, ...bare]
  const caption = captionOf(node.children.filter((child) => isElement(child, 'figcaption')) as HtmlElement[], builder)
  if (all.length < 2) return all
  return [element('figure', { 'data-block': block }, [...(block === 'compare' ? all.slice(0, 2) : all), ...caption])]
}

function galleryOf(named: string, builder: Builder): HtmlNode[] {
  const ids = named.split(/[\s,]+/).filter(Boolean)
  if (ids.length === 0 && builder.attached.length === 0) builder.report('A gallery names no pictures and was left out')
  const all = (ids.length > 0 ? ids : builder.attached)
    .flatMap((id) => builder.pictureOf({ id, url: '' }) ?? [])
    .map((picture) => element('figure', {}, [picture]))
  return all.length < 2 ? all : [element('figure', { 'data-block': 'gallery' }, all)]
}

function buttons(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const links = findAll(node.children, ({ name, attributes }) => name === 'a' && Boolean(attributes.href))
  return links.flatMap((each) => {
    const words = trimEnds(toInline(withoutPictures(each.children), builder, lines))
    return isBlank(words) ? [] : [element('p', { 'data-block': 'button' }, [link(each, words, builder)])]
  })
}

function details(node: HtmlElement, builder: Builder, lines: Lines): HtmlElement {
  const summary = node.children.find((child) => isElement(child, 'summary')) as HtmlElement | undefined
  const rest = node.children.filter((child) => child !== summary)
  return element('details', {}, [
    element('summary', {}, [textIn(summary?.children ?? []) || 'More']),
    ...toBlocks(rest, builder, lines),
  ])
}

/** Questions of Yoast and Rank Math. */
function questions(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const isItem = (each: HtmlElement) => hasClass(each, /^(?:schema-faq-section|rank-math-(?:faq|list)-item)$/)
  const items = isItem(node) ? [node] : findAll(node.children, isItem)
  const isQuestion = (each: HtmlElement) => hasClass(each, /question/)
  return items.map((item) => {
    const [asked] = findAll(item.children, isQuestion)
    const answer = findAll(item.children, (each) => hasClass(each, /answer/))
    return element('details', {}, [
      element('summary', {}, [textIn(asked?.children ?? []) || 'More']),
      ...toBlocks(answer.length > 0 ? answer : item.children.filter((child) => child !== asked), builder, lines),
    ])
  })
}

/** Questions that follow each other are one block. */
function joinQuestions(nodes: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (!isElement(node, 'details')) joined.push(node)
    else if (last && isElement(last, 'section')) last.children.push(node)
    else joined.push(element('section', { 'data-block': 'faq' }, [node]))
  }
  return joined
}

function player(node: HtmlElement, builder: Builder): HtmlNode[] {
  const source = findAll(node.children, ({ name }) => name === 'source')[0]
  const address = node.attributes.src || source?.attributes.src || ''
  if (!isWebUrl(address)) {
    builder.report('A player without an address was left out')
    return []
  }
  return embed(address, [], builder)
}

/** A video, a card of a network, or a link to what was embedded. */
function embed(address: string, caption: readonly HtmlElement[], builder: Builder): HtmlNode[] {
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
