import { type Attribute, Extension, Mark, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { blockNames } from '../../../../contract/content/blocks.ts'
import { directions, isHeadingId, listTypes, storedHref } from '../../../../contract/content/body-markup.ts'
import { Week } from './blocks/advice-blocks.ts'
import { editorBlocks } from './blocks/editor-blocks.ts'
import { BodyImage } from './blocks/picture-blocks.tsx'
import { ProductBox } from './blocks/products-block.tsx'
import { QuestionItem, QuestionTitle } from './blocks/text-blocks.ts'
import { ForeignWords } from './foreign-words.ts'

const withDirection = [
  ...['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem'],
  ...['table', 'tableCell', 'tableHeader', 'figcaption', 'summary'],
]

/** Attributes of several nodes, with the values that the server stores. */
const StoredAttributes = Extension.create({
  name: 'storedAttributes',
  addGlobalAttributes: () => [
    { types: withDirection, attributes: { dir: oneOf('dir', directions) } },
    { types: ['heading'], attributes: { id: { default: null, parseHTML: headingIdOf } } },
    { types: ['orderedList'], attributes: { type: oneOf('type', listTypes) } },
  ],
})

function headingIdOf({ id }: HTMLElement): string | null {
  return isHeadingId(id) ? id : null
}

function oneOf(name: string, values: readonly string[]): Attribute {
  return {
    default: null,
    parseHTML: (element) => values.find((value) => value === element.getAttribute(name)) ?? null,
  }
}

/** The editor's schema: nearly everything of `bodyMarkup` and nothing else, so that content survives being opened and saved. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      // A missing blank after a sentence makes a domain of two words, such as “serum.It”.
      shouldAutoLink: (url) => /^(?:https?:\/\/|www\.|[^/]+@|[^/]+\.[a-z]{2,}\/.)/i.test(url),
      isAllowedUri: (href) => Boolean(href) && storedHref(href) !== undefined,
      // Adds no attributes of its own.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  BodyImage,
  Table.extend({
    // No column widths. The wrapper makes a wide table scroll and is removed by `serializeHtml`.
    renderHTML: () => ['div', { class: 'tableWrapper' }, ['table', ['tbody', 0]]],
    addKeyboardShortcuts() {
      // In the last cell the key leaves the text, as it does elsewhere: another row in its place would never end.
      return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() }
    },
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
  ...blockNames.map((name) => editorBlocks[name].node),
  QuestionItem,
  Week,
  QuestionTitle,
  ...['sub', 'sup', 'mark', 'small', 'cite', 'kbd'].map(inlineTag),
  abbreviation(),
  ForeignWords,
  StoredAttributes,
  ProductBox,
  Placeholder.configure({
    // Called for a new document while the editor still has the old one: the place of the line is not to be resolved here.
    placeholder: ({ node }) => placeholders[node.type.name] ?? 'Write, or paste from Word or Google Docs…',
    includeChildren: true,
    showOnlyCurrent: false,
  }),
]

/** The texts of empty lines; a paragraph has one in an empty editor and below an empty question. */
const placeholders: Record<string, string> = {
  figcaption: 'Caption (optional)',
  summary: 'Question',
  button: 'What the button says',
}

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
    // The server removes an empty title, after which two adjacent abbreviations would have the same attributes and be merged.
    addAttributes: () => ({ title: { default: null, parseHTML: (element) => element.getAttribute('title') || null } }),
    parseHTML: () => [{ tag: 'abbr' }],
    renderHTML: ({ HTMLAttributes }) => ['abbr', HTMLAttributes, 0],
  })
}

function figure() {
  return Node.create({
    name: 'figure',
    group: 'block',
    content: '(table | blockquote | codeBlock) figcaption?',
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
