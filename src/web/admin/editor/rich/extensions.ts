import { Mark, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { ProductBox } from './product-box.tsx'

/** The editor's schema: nearly everything on the server's allow-list, so that content survives being opened and saved. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      // Adds no attributes of its own.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Image.extend({
    addAttributes() {
      return { ...this.parent?.(), loading: { default: null } }
    },
  }),
  Table.extend({
    // No column widths. The wrapper makes a wide table scroll and is removed by `serializeHtml`.
    renderHTML: () => ['div', { class: 'tableWrapper' }, ['table', ['tbody', 0]]],
  }),
  TableRow,
  TableCell,
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), scope: { default: null } }
    },
  }),
  figure(),
  figcaption(),
  ...['sub', 'sup', 'mark', 'small', 'cite'].map(inlineTag),
  abbreviation(),
  ProductBox,
  Placeholder.configure({ placeholder: 'Write, or paste from Word or Google Docs…' }),
]

function inlineTag(tag: string) {
  return Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })
}

function abbreviation() {
  return Mark.create({
    name: 'abbr',
    addAttributes: () => ({ title: { default: null } }),
    parseHTML: () => [{ tag: 'abbr' }],
    renderHTML: ({ HTMLAttributes }) => ['abbr', HTMLAttributes, 0],
  })
}

function figure() {
  return Node.create({
    name: 'figure',
    group: 'block',
    content: '(image | table | blockquote | codeBlock) figcaption?',
    isolating: true,
    parseHTML: () => [{ tag: 'figure' }],
    renderHTML: () => ['figure', 0],
  })
}

function figcaption() {
  return Node.create({
    name: 'figcaption',
    content: 'inline*',
    parseHTML: () => [{ tag: 'figcaption' }],
    renderHTML: () => ['figcaption', 0],
  })
}
