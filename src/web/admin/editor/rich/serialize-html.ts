import { getSchema } from '@tiptap/core'
import { DOMSerializer, DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { BLOCK } from '../../../../contract/content/blocks.ts'
import { extensions } from './extensions.ts'
import { parseHtmlFragment, storeAddresses } from './parse-html-fragment.ts'
import { withoutUploads } from './uploads.ts'

/** The HTML of top-level blocks. A transaction replaces the blocks that it changes and keeps all others. */
const serialized = new WeakMap<Node, string>()

/**
 * Serialises content to the HTML that is stored: no editor attributes, no uploads that are not done, one block per line, ''
 * if empty. Blocks that were serialised before are not serialised again.
 */
export function serializeHtml(whole: Node): string {
  const blocks = whole.children.map(serializeOnce).filter((html) => html !== '')
  // The editor keeps an empty paragraph at the end for the cursor.
  while (blocks.at(-1) && emptyParagraph.test(blocks.at(-1)!)) blocks.pop()
  return blocks.join('\n')
}

const emptyParagraph = /^<p(?: [^>]*)?><\/p>$/

function serializeOnce(block: Node): string {
  const known = serialized.get(block)
  if (known !== undefined) return known
  const html = serializeBlock(block)
  serialized.set(block, html)
  return html
}

let inert: Document | undefined

/** '' for a block of uploads alone. */
function serializeBlock(whole: Node): string {
  const block = withoutUploads(whole)
  if (!block) return ''
  inert ??= document.implementation.createHTMLDocument('')
  const root = inert.createElement('div')
  root.append(DOMSerializer.fromSchema(block.type.schema).serializeNode(block, { document: inert }))
  normalizeTables(root)
  unwrapLoneParagraphs(root)
  for (const caption of root.querySelectorAll('figcaption:empty')) caption.remove()
  removeEmptyWords(root)
  for (const element of root.querySelectorAll('[class]')) element.removeAttribute('class')
  return root.innerHTML
}

let schema: Schema | undefined

/** The HTML after parsing and serialising it with the visual editor's schema. */
export function roundTrip(html: string): string {
  return serializeHtml(parseContent(html))
}

/** Content for the visual editor, which would parse HTML itself without a trusted type. */
export function parseContent(html: string): Node {
  schema ??= getSchema(extensions)
  return DocumentParser.fromSchema(schema).parse(storeAddresses(parseHtmlFragment(html)))
}

/** Removes the editor's table wrapper and moves leading header rows into a `<thead>`. */
function normalizeTables(root: HTMLElement): void {
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.matches('.tableWrapper')) table.parentElement.replaceWith(table)
    const body = table.tBodies[0]
    const headRows = [...(body?.rows ?? [])]
    const count = headRows.findIndex((row) => [...row.cells].some((cell) => cell.tagName !== 'TH'))
    // A count of -1 is a table of header cells only, which gets no head.
    if (body && count > 0) {
      const head = table.createTHead()
      head.append(...headRows.slice(0, count))
    }
  }
  for (const cell of root.querySelectorAll('td, th')) {
    cell.removeAttribute('colwidth')
    for (const span of ['colspan', 'rowspan']) if (cell.getAttribute(span) === '1') cell.removeAttribute(span)
  }
}

/** Unwraps the only paragraph of a list item or a cell. */
function unwrapLoneParagraphs(root: HTMLElement): void {
  for (const paragraph of root.querySelectorAll('li > p:first-child, td > p:only-child, th > p:only-child')) {
    const isFollowed = paragraph.nextElementSibling && !paragraph.nextElementSibling.matches('ul, ol')
    if (!isFollowed) paragraph.replaceWith(...paragraph.childNodes)
  }
}

/** The editor keeps an empty paragraph in a block where the owner has written nothing. */
function removeEmptyWords(root: HTMLElement): void {
  const words = [...['review', 'note', 'pick'].map((name) => `[${BLOCK}="${name}"]`), `[${BLOCK}="timeline"] > li`]
  for (const line of root.querySelectorAll(`:is(${words}) > p:last-child:empty`)) line.remove()
}
