import { element, type HtmlNode } from '../content/html-tree.ts'
import { type Notes, renderCard } from './ghost-cards.ts'
import { isRow, type JsonRow, lineIn, parsedJson, rowsOf, textIn } from './json-rows.ts'

/** Nodes within each other at most. */
const DEPTH_MAX = 100

/** The elements of the bits of a text's format, the outermost first. */
const formats = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
] as const

/** The nodes of Ghost's editor since version 5 in HTML; undefined if the text is in another format. */
export function renderLexical(json: string, notes: Notes): HtmlNode[] | undefined {
  const state = parsedJson(json)
  if (!isRow(state) || !isRow(state.root)) return undefined
  return renderChildren(state.root, notes, 0)
}

function renderChildren(node: JsonRow, notes: Notes, depth: number): HtmlNode[] {
  if (depth > DEPTH_MAX) {
    notes.add('A part that is nested too deeply was left out.')
    return []
  }
  return rowsOf(node.children).flatMap((child) => renderNode(child, notes, depth + 1))
}

function renderNode(node: JsonRow, notes: Notes, depth: number): HtmlNode[] {
  const type = lineIn(node, 'type').replace(/^extended-/, '')
  const children = () => renderChildren(node, notes, depth)
  switch (type) {
    case 'text':
    case 'code-highlight':
      return [formatted(textIn(node, 'text'), Number(node.format) || 0)]
    case 'linebreak':
      return [element('br', {}, [])]
    case 'tab':
      return [' ']
    case 'zwnj':
      return []
    case 'paragraph':
      return [element('p', {}, children())]
    case 'heading':
      return [element(/^h[1-6]$/.test(lineIn(node, 'tag')) ? lineIn(node, 'tag') : 'h2', {}, children())]
    case 'quote':
    case 'aside':
      return [element('blockquote', {}, children())]
    case 'list':
      return [element(lineIn(node, 'listType') === 'number' ? 'ol' : 'ul', {}, children())]
    case 'listitem':
      return [element('li', {}, children())]
    case 'link':
    case 'autolink':
      return [element('a', { href: lineIn(node, 'url') }, children())]
    case 'code':
      return [element('pre', {}, [element('code', {}, children())])]
    case 'root':
      return children()
    default:
      return Array.isArray(node.children) ? children() : renderCard(type, node, notes)
  }
}

function formatted(text: string, format: number): HtmlNode {
  return formats.reduceRight<HtmlNode>(
    (inner, [bit, name]) => (format & bit ? element(name, {}, [inner]) : inner),
    text,
  )
}
