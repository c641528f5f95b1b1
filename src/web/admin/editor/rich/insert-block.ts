import type { Command, Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

/** Inserts a block and puts the cursor behind it. What is selected as a whole, a picture or a box, stays: the block comes after it. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor.chain().focus().command(stepBehindSelected).insertContent(block).command(goOnBehindSelected).run()
}

/** Turns a selected picture, box or line into an empty paragraph behind it, so that what follows does not replace it. */
export const stepBehindSelected: Command = ({ tr }) => {
  if (isBlockSelected(tr)) addParagraph(tr)
  return true
}

const goOnBehindSelected: Command = ({ tr }) => {
  if (!isBlockSelected(tr)) return true
  const { to } = tr.selection
  if (tr.doc.resolve(to).nodeAfter?.isTextblock) tr.setSelection(TextSelection.create(tr.doc, to + 1))
  else addParagraph(tr)
  return true
}

function isBlockSelected({ selection }: Transaction): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock
}

/** An empty paragraph behind the selection, with the cursor in it; behind the figure where it stands in one. */
function addParagraph(tr: Transaction): void {
  const { $to } = tr.selection
  const paragraph = tr.doc.type.schema.nodes.paragraph!
  for (let depth = $to.depth; depth >= 0; depth--) {
    const index = $to.indexAfter(depth)
    if (!$to.node(depth).canReplaceWith(index, index, paragraph)) continue
    const at = depth === $to.depth ? $to.pos : $to.after(depth + 1)
    tr.insert(at, paragraph.create())
    tr.setSelection(TextSelection.create(tr.doc, at + 1))
    return
  }
}
