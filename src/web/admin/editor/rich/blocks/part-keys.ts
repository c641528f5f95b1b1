import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'

/** The parts of blocks that are a heading with its text; a block of them consists of nothing else. */
const parts = ['pick', 'week']

/** Enter in an empty last line of a part starts the next one, or leaves the block where a part needs a choice first. */
export const addPartOnEnter: Command = ({ tr }, dispatch) => {
  const { $from, empty } = tr.selection
  const part = $from.node(-1)
  if (!empty || !part || !parts.includes(part.type.name) || $from.parent.content.size > 0) return false
  if ($from.parent.type.name !== 'paragraph' || $from.index(-1) !== part.childCount - 1 || part.childCount < 3)
    return false
  if (dispatch) {
    tr.delete($from.before(), $from.after())
    if (part.type.name === 'week') addWeek(tr, tr.mapping.map($from.after(-1)))
    else leaveBlock(tr, tr.mapping.map($from.after(-2)))
    dispatch(tr)
  }
  return true
}

/** Inserts an empty week at a position between two, with the cursor in its heading. */
export function addWeek(tr: Transaction, at: number): void {
  const { week, heading, paragraph } = tr.doc.type.schema.nodes
  tr.insert(at, week!.create(null, [heading!.create({ level: 3 }), paragraph!.create()]))
  tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView()
}

function leaveBlock(tr: Transaction, after: number): void {
  tr.insert(after, tr.doc.type.schema.nodes.paragraph!.create())
  tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView()
}
