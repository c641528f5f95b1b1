import { getSchema } from '@tiptap/core'
import { DOMSerializer, DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { extensions } from './extensions.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'

/** Serialises content to the HTML that is stored: no editor attributes, one block per line, '' if empty. */
export function serializeHtml(text: Node): string {
  const inert = document.implementation.createHTMLDocument('')
  const root = inert.createElement('div')
  const serializer = DOMSerializer.fromSchema(text.type.schema)
  root.append(serializer.serializeFragment(text.content, { document: inert }))
  normalizeTables(root)
  unwrapLoneParagraphs(root)
  removeTrailingParagraphs(root)
  return [...root.children].map((block) => block.outerHTML).join('\n')
}

let schema: Schema | undefined

/** The HTML after parsing and serialising it with the visual editor's schema. */
export function roundTrip(html: string): string {
  return serializeHtml(parseContent(html))
}

/** Content for the visual editor, which would parse HTML itself without a trusted type. */
export function parseContent(html: string): Node {
  schema ??= getSchema(extensions)
  return DocumentParser.fromSchema(schema).parse(parseHtmlFragment(html))
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

/** The editor keeps an empty paragraph at the end for the cursor. */
function removeTrailingParagraphs(root: HTMLElement): void {
  for (let last = root.lastElementChild; last?.tagName === 'P' && !last.hasChildNodes(); last = root.lastElementChild) {
    last.remove()
  }
}
