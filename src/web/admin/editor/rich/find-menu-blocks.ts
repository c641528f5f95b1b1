import type { Editor } from '@tiptap/core'
import { Heading2, Heading3, List, ListOrdered, Minus, Quote, ShoppingBag, Table } from 'lucide-react'
import { type BlockName, blocks } from '../../../../contract/content/blocks.ts'
import { type EditorBlock, type MenuEntry, menuGroups, type OpenDialog } from './blocks/editor-block.ts'
import { editorBlocks } from './blocks/editor-blocks.ts'
import { insertWithCursor, moveAfterSelectedBlock } from './insert-block.ts'

export type MenuBlock = MenuEntry & { insert: (editor: Editor, open: (dialog: OpenDialog) => void) => void }

/** The entries without a block that stand before the blocks of their group. */
const before: MenuBlock[] = [
  {
    label: 'Heading 2',
    description: 'The title of a section',
    words: 'h2 title',
    group: 'Text',
    icon: Heading2,
    insert: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    label: 'Heading 3',
    description: 'A title within a section',
    words: 'h3 title',
    group: 'Text',
    icon: Heading3,
    insert: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    label: 'Bulleted list',
    description: 'Points in any order',
    words: 'ul unordered points',
    group: 'Text',
    icon: List,
    insert: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    description: 'Steps, one after another',
    words: 'ol ordered steps',
    group: 'Text',
    icon: ListOrdered,
    insert: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    description: 'Words of somebody else, or to remember',
    words: 'blockquote citation',
    group: 'Text',
    icon: Quote,
    insert: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Product box',
    description: 'One product with its price and link',
    words: 'shop affiliate buy',
    group: 'Products',
    icon: ShoppingBag,
    insert: (_, open) => open('product'),
  },
]

/** The entries without a block that stand after the blocks of their group. */
const after: MenuBlock[] = [
  {
    label: 'Table',
    description: 'Rows and columns',
    words: 'grid columns',
    group: 'Blocks',
    icon: Table,
    insert: (editor) =>
      editor
        .chain()
        .focus()
        .command(moveAfterSelectedBlock)
        .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
        .run(),
  },
  {
    label: 'Divider line',
    description: 'Separates two parts',
    words: 'hr rule separator',
    group: 'Blocks',
    icon: Minus,
    insert: (editor) => editor.chain().focus().command(moveAfterSelectedBlock).setHorizontalRule().run(),
  },
]

function toMenuBlocks([name, block]: [BlockName, EditorBlock]): MenuBlock[] {
  const { menu } = block
  if (!menu) return []
  const insert: MenuBlock['insert'] =
    'content' in block
      ? (editor) => insertWithCursor(editor, { type: name, content: block.content })
      : (_, open) => open(name)
  return [{ label: blocks[name].label, ...menu, insert }]
}

/** The menu in its order. */
const menuBlocks = [
  ...before,
  ...(Object.entries(editorBlocks) as [BlockName, EditorBlock][]).flatMap(toMenuBlocks),
  ...after,
].sort((one, other) => menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group))

/** The blocks that match what is typed, those whose label begins with it first. */
export function findMenuBlocks(query: string): MenuBlock[] {
  const words = query.toLowerCase().trim()
  if (words === '') return menuBlocks
  const found = menuBlocks.filter(({ label, words: others }) => `${label} ${others}`.toLowerCase().includes(words))
  const rank = ({ label }: MenuBlock) => (label.toLowerCase().startsWith(words) ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other))
}
