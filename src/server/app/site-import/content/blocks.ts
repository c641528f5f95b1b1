import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { element, findAll, type HtmlElement, type HtmlNode, hasClass, isBlank, isElement, textIn } from './html-tree.ts'
import {
  type Builder,
  containers,
  embed,
  type Lines,
  renamed,
  reported,
  toInline,
  trimEnds,
  withoutPictures,
} from './inline-content.ts'
import { figure } from './picture-blocks.ts'
import { toSpecialBlock } from './special-blocks.ts'

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

/** A sequence of blocks: what stands between them becomes paragraphs. */
export function toBlocks(nodes: readonly HtmlNode[], builder: Builder, lines: Lines): HtmlNode[] {
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
    builder.heading = textIn(words)
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
