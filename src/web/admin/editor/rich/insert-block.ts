import type { Command, Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Inserts blocks and moves the cursor after them. A selected block, such as an image, is not replaced. */
export function insertBlock(editor: Editor, block: JSONContent | JSONContent[]): void {
  editor.chain().focus().command(moveAfterSelectedBlock).insertContent(block).command(continueAfterSelectedBlock).run()
}

/** Inserts a block with text of its own and moves the cursor into it: to its first empty line, or into its first one. */
export function insertWithCursor(editor: Editor, block: JSONContent): void {
  insertBlock(editor, block)
  const { doc, selection } = editor.state
  const text = textOf(block)
  let start: number | undefined
  doc.nodesBetween(0, selection.to, (node, at) => {
    if (node.type.name === block.type && node.textContent === text) start = at
    return node.type.name !== block.type
  })
  if (start === undefined) return
  const lines: { at: number; isEmpty: boolean }[] = []
  doc.nodeAt(start)!.descendants((node, at) => {
    if (node.isTextblock) lines.push({ at: start! + at + 2, isEmpty: node.content.size === 0 })
  })
  const line = lines.find(({ isEmpty }) => isEmpty) ?? lines[0]
  if (line) editor.chain().focus().setTextSelection(line.at).run()
}

function textOf({ text = '', content = [] }: JSONContent): string {
  return text + content.map(textOf).join('')
}

/**
 * Moves the cursor from a selected block, or from a line that holds text alone, into a new paragraph after it, so that an
 * insertion does not replace the block.
 */
export const moveAfterSelectedBlock: Command = ({ tr }) => {
  if (isBlockSelected(tr) || textOnly.has(tr.selection.$to.parent.type.name)) addParagraph(tr)
  return true
}

const textOnly = new Set(['figcaption', 'summary', 'button'])

const continueAfterSelectedBlock: Command = ({ tr }) => {
  if (isBlockSelected(tr) || textOnly.has(tr.selection.$to.parent.type.name)) continueAfter(tr)
  return true
}

function isBlockSelected({ selection }: Transaction): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock
}

/** Types text, or starts to, with a block selected: after it, in a line of its own, instead of replacing it. */
export function typeAfterSelectedBlock({ state, dispatch }: EditorView, text = ''): boolean {
  const { tr } = state
  if (!isBlockSelected(tr)) return false
  continueAfter(tr)
  dispatch(tr.insertText(text))
  return true
}

/** Puts the cursor into the line after the selection, or into a new one where there is none. */
function continueAfter(tr: Transaction): void {
  const at = placeAfter(tr)
  if (at === undefined) return
  if (tr.doc.resolve(at).nodeAfter?.isTextblock) tr.setSelection(TextSelection.create(tr.doc, at + 1))
  else addParagraph(tr)
}

/** Inserts an empty paragraph after the selection (after the figure, inside one) and puts the cursor into it. */
function addParagraph(tr: Transaction): void {
  const at = placeAfter(tr)
  if (at === undefined) return
  tr.insert(at, tr.doc.type.schema.nodes.paragraph!.create())
  tr.setSelection(TextSelection.create(tr.doc, at + 1))
}

/** The first place after the selection that takes a paragraph. */
function placeAfter(tr: Transaction): number | undefined {
  const { $to } = tr.selection
  const paragraph = tr.doc.type.schema.nodes.paragraph!
  for (let depth = $to.depth; depth >= 0; depth--) {
    const index = $to.indexAfter(depth)
    if ($to.node(depth).canReplaceWith(index, index, paragraph))
      return depth === $to.depth ? $to.pos : $to.after(depth + 1)
  }
  return undefined
}
