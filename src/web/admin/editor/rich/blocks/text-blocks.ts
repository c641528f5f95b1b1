import { Node } from '@tiptap/core'
import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'
import { CircleHelp, MessageSquareWarning, Plus } from 'lucide-react'
import { BLOCK, type BlockName } from '../../../../../contract/content/blocks.ts'
import { addAtEnd } from '../edit-block.ts'
import { type EditorBlock, editorAttributes, selectorOf } from './editor-block.ts'

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => editorAttributes('callout'),
  parseHTML: () => [{ tag: selectorOf('callout') }],
  renderHTML: ({ HTMLAttributes }) => ['aside', { [BLOCK]: 'callout', ...HTMLAttributes }, 0],
})

const Questions = Node.create({
  name: 'faq',
  group: 'block',
  content: 'details+',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('faq') }],
  renderHTML: () => ['section', { [BLOCK]: 'faq' }, 0],
})

const tones = { '': 'Note', tip: 'Tip', warning: 'Warning' }

export const textBlocks = {
  callout: {
    node: Callout,
    menu: {
      description: 'A note, a tip or a warning that stands out',
      words: 'box note tip warning aside info',
      group: 'Blocks',
      icon: MessageSquareWarning,
    },
    choices: { 'data-tone': { label: 'Kind', options: tones } },
    title: (node) => tones[(node.attrs['data-tone'] as keyof typeof tones | null) ?? ''],
    content: [{ type: 'paragraph' }],
  },
  faq: {
    node: Questions,
    menu: {
      label: 'Questions and answers',
      description: 'An FAQ that search engines can show',
      words: 'faq accordion details toggle',
      group: 'Blocks',
      icon: CircleHelp,
    },
    parts: { of: 'details', one: 'question', many: 'questions' },
    action: { label: 'Add a question', icon: Plus, run: ({ editor, block }) => addAtEnd(editor, block, addItem) },
    content: [{ type: 'details', content: [{ type: 'summary' }, { type: 'paragraph' }] }],
  },
} satisfies Partial<Record<BlockName, EditorBlock>>

/** A question with its answer, also outside of a block of questions. */
export const QuestionItem = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  // A closed `details` would hide the answer to its question, and a click would toggle it.
  addNodeView: () => () => {
    const dom = document.createElement('div')
    dom.className = 'question-item'
    return { dom, contentDOM: dom }
  },
  addKeyboardShortcuts() {
    const run = (command: Command) => command(this.editor.state, this.editor.view.dispatch)
    return {
      Enter: () => run(leaveSummary) || run(splitItem),
      Backspace: () => run(removeEmptyItem),
    }
  },
})

export const QuestionTitle = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: () => () => {
    const dom = document.createElement('p')
    dom.className = 'question-title'
    return { dom, contentDOM: dom }
  },
})

/** Enter in a question moves on to its answer. */
const leaveSummary: Command = ({ tr }, dispatch) => {
  const { $from, empty } = tr.selection
  if (!empty || $from.parent.type.name !== 'summary') return false
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.after()), 1)).scrollIntoView())
  return true
}

/** Enter in an empty last line of an answer starts the next question. */
const splitItem: Command = ({ tr }, dispatch) => {
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
const removeEmptyItem: Command = ({ tr }, dispatch) => {
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
function addItem(tr: Transaction, at: number): void {
  const { details, summary, paragraph } = tr.doc.type.schema.nodes
  tr.insert(at, details!.create(null, [summary!.create(), paragraph!.create()]))
  tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView()
}
