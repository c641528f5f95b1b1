import { getSchema } from '@tiptap/core'
import { DOMSerializer, DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model'
import { extensions } from './extensions.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'

/** The HTML of a text as it is stored and shown: no attributes of the editor's own, a line for each block, '' for nothing. */
export function serializeHtml(text: Node): string {
  const apart = document.implementation.createHTMLDocument('')
  const root = apart.createElement('div')
  const serializer = DOMSerializer.fromSchema(text.type.schema)
  root.append(serializer.serializeFragment(text.content, { document: apart }))
  normalizeTables(root)
  unwrapLoneParagraphs(root)
  dropEmptyEnd(root)
  return [...root.children].map((block) => block.outerHTML).join('\n')
}

let schema: Schema | undefined

/** What the visual editor would make of HTML. */
export function roundTrip(html: string): string {
  schema ??= getSchema(extensions)
  return serializeHtml(DocumentParser.fromSchema(schema).parse(parseHtmlFragment(html)))
}

/** The editor's tables stand in a wrapper and have no head; ours have a head. */
function normalizeTables(root: HTMLElement): void {
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.matches('.tableWrapper')) table.parentElement.replaceWith(table)
    const body = table.tBodies[0]
    const headRows = [...(body?.rows ?? [])]
    const count = headRows.findIndex((row) => [...row.cells].some((cell) => cell.tagName !== 'TH'))
    // A table of nothing but headings has no head apart from its body.
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

/** A list item or a cell with one paragraph is just that text. */
function unwrapLoneParagraphs(root: HTMLElement): void {
  for (const paragraph of root.querySelectorAll('li > p:first-child, td > p:only-child, th > p:only-child')) {
    const isFollowed = paragraph.nextElementSibling && !paragraph.nextElementSibling.matches('ul, ol')
    if (!isFollowed) paragraph.replaceWith(...paragraph.childNodes)
  }
}

/** The editor keeps an empty line at the end to write on. */
function dropEmptyEnd(root: HTMLElement): void {
  for (let last = root.lastElementChild; last?.tagName === 'P' && !last.hasChildNodes(); last = root.lastElementChild) {
    last.remove()
  }
}
