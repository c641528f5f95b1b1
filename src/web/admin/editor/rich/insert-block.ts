import type { Command, Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

/** Inserts a block and moves the cursor after it. A selected block, such as an image, is not replaced. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor.chain().focus().command(moveAfterSelectedBlock).insertContent(block).command(continueAfterSelectedBlock).run()
}

/** Moves the cursor from a selected block into a new paragraph after it, so that an insertion does not replace the block. */
export const moveAfterSelectedBlock: Command = ({ tr }) => {
  if (isBlockSelected(tr)) addParagraph(tr)
  return true
}

const continueAfterSelectedBlock: Command = ({ tr }) => {
  if (!isBlockSelected(tr)) return true
  const { to } = tr.selection
  if (tr.doc.resolve(to).nodeAfter?.isTextblock) tr.setSelection(TextSelection.create(tr.doc, to + 1))
  else addParagraph(tr)
  return true
}

function isBlockSelected({ selection }: Transaction): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock
}

/** Inserts an empty paragraph after the selection (after the figure, inside one) and puts the cursor into it. */
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
