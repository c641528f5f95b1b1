import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'

/** Enter in a question moves on to its answer. */
export const leaveSummary: Command = ({ tr }, dispatch) => {
  const { $from, empty } = tr.selection
  if (!empty || $from.parent.type.name !== 'summary') return false
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.after()), 1)).scrollIntoView())
  return true
}

/** Enter in an empty last line of an answer starts the next question. */
export const splitItem: Command = ({ tr }, dispatch) => {
  const { $from, empty } = tr.selection
  const item = $from.node(-1)
  if (!empty || item?.type.name !== 'details' || $from.parent.content.size > 0 || $from.depth < 2) return false
  const isLast = $from.index(-1) === item.childCount - 1
  if (!isLast || $from.parent.type.name !== 'paragraph' || item.childCount < 3) return false
  if (dispatch) {
    tr.delete($from.before(), $from.after())
    addItem(tr, tr.mapping.map($from.after(-1)))
    dispatch(tr)
  }
  return true
}

/** Backspace in an empty question without an answer removes it, and the block with its last one. */
export const removeEmptyItem: Command = ({ tr }, dispatch) => {
  const { $from, empty } = tr.selection
  if (!empty || $from.parent.type.name !== 'summary' || $from.parent.content.size > 0) return false
  const item = $from.node(-1)
  if (item.textContent !== '' || item.childCount > 2) return false
  const isOnly = $from.node(-2).type.name === 'faq' && $from.node(-2).childCount === 1
  const depth = isOnly ? $from.depth - 2 : $from.depth - 1
  if (dispatch) {
    const from = $from.before(depth)
    const paragraph = tr.doc.type.schema.nodes.paragraph!
    if (isOnly) tr.replaceWith(from, $from.after(depth), paragraph.create())
    else tr.delete(from, $from.after(depth))
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from + 1, tr.doc.content.size)), -1))
    dispatch(tr.scrollIntoView())
  }
  return true
}

/** Inserts an empty question at a position between two, with the cursor in it. */
export function addItem(tr: Transaction, at: number): void {
  const { details, summary, paragraph } = tr.doc.type.schema.nodes
  tr.insert(at, details!.create(null, [summary!.create(), paragraph!.create()]))
  tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView()
}
