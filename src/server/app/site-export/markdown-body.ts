import { Marked } from 'marked'
import type { BlockContent, ListItem, PhrasingContent, RootContent, TableRow } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cleanHtml } from '../../content/rich-text/clean-html.ts'
import { escapeText } from '../../content/rich-text/html-tokens.ts'
import { type HtmlElement, type HtmlNode, isElement, parseTree, writeTree } from '../site-import/content/html-tree.ts'

/** Characters; the readers of Markdown compare each mark of emphasis of a block with each. */
const BLOCK_MAX = 20_000

/**
 * The stored HTML of a text as Markdown (CommonMark with tables). A block that Markdown cannot say, or that would not be read back as it
 * is, stays as HTML, so that `htmlOfMarkdown` returns the same text, apart from the white space between blocks.
 */
export function markdownOf(html: string): string {
  const blocks = parseTree(html).filter((node) => typeof node !== 'string' || node.trim() !== '')
  const markdown = blocks.map(blockMarkdown).reduce(joined, '')
  return isSame(htmlOfMarkdown(markdown), html) ? markdown : rawBlock(html)
}

const LIST = /^(?:-|\d+\.) /

/** A comment keeps two lists apart. */
function joined(markdown: string, block: string, at: number, blocks: readonly string[]): string {
  if (at === 0) return block
  const areLists = LIST.test(block) && LIST.test(blocks[at - 1]!)
  return `${markdown}\n\n${areLists ? '<!-- -->\n\n' : ''}${block}`
}

const reader = new Marked({
  gfm: true,
  renderer: {
    // Without the line break at the end, which would be a part of the text.
    code: ({ text }) => `<pre><code>${escapeText(text)}</code></pre>`,
  },
})

/** The HTML of Markdown that this module wrote. */
export function htmlOfMarkdown(markdown: string): string {
  return cleanHtml(reader.parse(markdown, { async: false }))
}

/** Whether two texts are the same apart from white space next to blocks, which no browser shows. */
export function isSame(one: string, other: string): boolean {
  return normalForm(one) === normalForm(other)
}

const normalForm = (html: string) => writeTree(withoutEdges(parseTree(cleanHtml(html)), true))

const blockNames =
  /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|td|th|figure|figcaption|aside|section|details|summary|blockquote|div|hr)$/
const isBlock = (node: HtmlNode | undefined) => node !== undefined && isElement(node) && blockNames.test(node.name)

/** Nodes without the white space that begins and ends them, if they stand in a block, and next to blocks in them. */
function withoutEdges(nodes: readonly HtmlNode[], isInBlock: boolean): HtmlNode[] {
  return nodes.flatMap((node, at): HtmlNode[] => {
    if (typeof node === 'string') {
      let text = node
      if (at === 0 ? isInBlock : isBlock(nodes[at - 1])) text = text.trimStart()
      if (at === nodes.length - 1 ? isInBlock : isBlock(nodes[at + 1])) text = text.trimEnd()
      return text === '' ? [] : [text]
    }
    if (!isElement(node)) return []
    return [{ ...node, children: withoutEdges(node.children, isBlock(node)) }]
  })
}

function blockMarkdown(node: HtmlNode): string {
  const html = cleanHtml(writeTree([node])).trim()
  const block = html.length <= BLOCK_MAX ? toBlock(node) : undefined
  if (!block) return rawBlock(html)
  const markdown = write(block)
  return isSame(htmlOfMarkdown(markdown), html) ? markdown : rawBlock(html)
}

function write(block: RootContent): string {
  const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })]
  return toMarkdown(
    { type: 'root', children: [block] },
    { bullet: '-', emphasis: '_', fences: true, rule: '-', listItemIndent: 'one', resourceLink: true, extensions },
  ).trim()
}

/** A block of HTML ends at the first blank line, and begins with an element. */
function rawBlock(html: string): string {
  const raw = html.trim().replace(/\n(?=[ \t]*\n)/g, '&#10;')
  return /^<(?:p|h[1-6]|ul|ol|dl|table|figure|aside|section|details|blockquote|div|hr)\b/.test(raw)
    ? raw
    : `<div>\n${raw}\n</div>`
}

function toBlock(node: HtmlNode): RootContent | undefined {
  if (!isElement(node)) return undefined
  const { name, attributes, children } = node
  if (Object.keys(attributes).some((each) => !(name === 'ol' && each === 'start'))) return undefined
  if (/^h[1-6]$/.test(name)) return { type: 'heading', depth: Number(name[1]) as 1, children: inline(children) }
  switch (name) {
    case 'p':
      return { type: 'paragraph', children: inline(children) }
    case 'hr':
      return { type: 'thematicBreak' }
    case 'blockquote': {
      const blocks = blocksOf(children)
      return blocks && { type: 'blockquote', children: blocks }
    }
    case 'pre':
      return toCode(children)
    case 'ul':
    case 'ol':
      return toList(node)
    case 'table':
      return toTable(node)
    default:
      return undefined
  }
}

function blocksOf(children: readonly HtmlNode[]): BlockContent[] | undefined {
  const blocks = children.filter((node) => typeof node !== 'string' || node.trim() !== '').map(toBlock)
  return blocks.every((block) => block !== undefined) ? (blocks as BlockContent[]) : undefined
}

function toCode(children: readonly HtmlNode[]): RootContent | undefined {
  const [code] = children
  if (children.length !== 1 || !code || !isElement(code, 'code') || Object.keys(code.attributes).length > 0)
    return undefined
  const texts = code.children.filter((node) => typeof node === 'string')
  return texts.length === code.children.length ? { type: 'code', value: texts.join('').replace(/\n$/, '') } : undefined
}

function toList({ name, attributes, children }: HtmlElement): RootContent | undefined {
  const items = children.filter((node) => typeof node !== 'string' || node.trim() !== '').map(toItem)
  if (items.length === 0 || !items.every((item) => item !== undefined)) return undefined
  const start = attributes.start === undefined ? 1 : Number(attributes.start)
  return { type: 'list', ordered: name === 'ol', start, spread: items.some(({ spread }) => spread), children: items }
}

/** An item is one line with lists after it, or blocks. */
function toItem(node: HtmlNode): ListItem | undefined {
  if (!isElement(node, 'li') || Object.keys(node.attributes).length > 0) return undefined
  const first = node.children.findIndex((child) => isElement(child, 'p', 'ul', 'ol', 'blockquote', 'pre'))
  const line = first < 0 ? node.children : node.children.slice(0, first)
  const blocks = first < 0 ? [] : blocksOf(node.children.slice(first))
  const words = inline(line)
  if (!blocks) return undefined
  const children = words.length > 0 ? [{ type: 'paragraph' as const, children: words }, ...blocks] : blocks
  return { type: 'listItem', spread: blocks.some(({ type }) => type === 'paragraph'), children }
}

/** A table of a head and a body, without joined cells. */
function toTable({ children }: HtmlElement): RootContent | undefined {
  const elements = children.filter((node) => typeof node !== 'string' || node.trim() !== '')
  const [head, body, ...more] = elements
  if (!head || !body || more.length > 0 || !isElement(head, 'thead') || !isElement(body, 'tbody')) return undefined
  const rows = [...head.children, ...body.children].filter((node) => isElement(node, 'tr')).map(toRow)
  return rows.every((row) => row !== undefined) ? { type: 'table', align: [], children: rows } : undefined
}

function toRow(row: HtmlElement): TableRow | undefined {
  const cells = row.children.filter((node) => isElement(node, 'th', 'td'))
  if (cells.some(({ attributes }) => Object.keys(attributes).length > 0)) return undefined
  return {
    type: 'tableRow',
    children: cells.map(({ children }) => ({ type: 'tableCell', children: inline(children) })),
  }
}

/** Inline elements that Markdown does not have stay as tags. */
function inline(nodes: readonly HtmlNode[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (typeof node === 'string') return [{ type: 'text', value: node }]
    if (!isElement(node)) return []
    const { name, attributes, children } = node
    const { href, src, alt = '', title, loading, ...others } = attributes
    const isPlain = Object.keys(others).length === 0
    if (name === 'br' && isPlain) return [{ type: 'break' }]
    if (name === 'em' && isPlain) return [{ type: 'emphasis', children: inline(children) }]
    if (name === 'strong' && isPlain) return [{ type: 'strong', children: inline(children) }]
    if (name === 'code' && isPlain && children.every((child) => typeof child === 'string'))
      return [{ type: 'inlineCode', value: children.join('') }]
    if (name === 'a' && isPlain && href) return [{ type: 'link', url: href, title, children: inline(children) }]
    if (name === 'img' && isPlain && src && loading === 'lazy') return [{ type: 'image', url: src, alt, title }]
    const [start = '', end = ''] = writeTree([{ name, attributes, children: ['\0'] }]).split('\0')
    return [
      { type: 'html', value: start },
      ...inline(children),
      ...(end ? [{ type: 'html' as const, value: end }] : []),
    ]
  })
}
