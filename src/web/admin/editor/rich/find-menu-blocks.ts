import { Heading2, Heading3, List, ListOrdered, Minus, Quote, ShoppingBag, Table } from 'lucide-react'
import { blockMenuItems, type MenuBlock } from './block-menu-items.ts'
import { moveAfterSelectedBlock } from './insert-block.ts'

/** The menu in its order: the blocks, between the text, tables and lines that the editor has anyway. */
const menuBlocks: MenuBlock[] = [
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
  blockMenuItems.picture,
  blockMenuItems.row,
  blockMenuItems.compare,
  blockMenuItems.gallery,
  blockMenuItems.callout,
  blockMenuItems.faq,
  blockMenuItems.button,
  blockMenuItems.video,
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
  {
    label: 'Product box',
    description: 'One product with its price and link',
    words: 'shop affiliate buy',
    group: 'Products',
    icon: ShoppingBag,
    insert: (_, open) => open('product'),
  },
  blockMenuItems.products,
  blockMenuItems.review,
  blockMenuItems.note,
  blockMenuItems.comparison,
  blockMenuItems.picks,
  blockMenuItems.routine,
  blockMenuItems.ingredient,
  blockMenuItems.dos,
  blockMenuItems['patch-test'],
  blockMenuItems.doctor,
  blockMenuItems.timeline,
]

/** The blocks that match what is typed, those whose label begins with it first. */
export function findMenuBlocks(query: string): MenuBlock[] {
  const words = query.toLowerCase().trim()
  if (words === '') return menuBlocks
  const found = menuBlocks.filter(({ label, words: others }) => `${label} ${others}`.toLowerCase().includes(words))
  const rank = ({ label }: MenuBlock) => (label.toLowerCase().startsWith(words) ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other))
}
