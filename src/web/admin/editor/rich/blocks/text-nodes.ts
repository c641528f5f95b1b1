import { Node, type NodeViewRendererProps } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { editorAttributes, selectorOf } from './block-attributes.ts'
import { leaveSummary, removeEmptyItem, splitItem } from './question-keys.ts'

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => editorAttributes('callout'),
  parseHTML: () => [{ tag: selectorOf('callout') }],
  renderHTML: ({ HTMLAttributes }) => ['aside', { [BLOCK]: 'callout', ...HTMLAttributes }, 0],
})

export const Questions = Node.create({
  name: 'faq',
  group: 'block',
  content: 'details+',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('faq') }],
  renderHTML: () => ['section', { [BLOCK]: 'faq' }, 0],
})

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

/** A link in the shape of a button. */
export const ButtonLink = Node.create({
  name: 'button',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes: () => ({
    ...editorAttributes('button'),
    ...Object.fromEntries(
      ['href', 'rel', 'target'].map((name) => [
        name,
        { default: null, parseHTML: (element: HTMLElement) => element.querySelector('a')?.getAttribute(name) ?? null },
      ]),
    ),
  }),
  parseHTML: () => [
    {
      tag: selectorOf('button'),
      priority: 70,
      contentElement: 'a',
      getAttrs: (element) => (element.querySelector(':scope > a[href]:only-child') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { href, rel, target, ...rest } }) => [
    'p',
    { [BLOCK]: 'button', ...rest },
    ['a', { href, rel, target }, 0],
  ],
  // Chromium puts what is typed at an end of a link next to it, where the node has no content.
  addNodeView: () => createButtonView,
})

function createButtonView({ HTMLAttributes: { href, rel, target, ...rest } }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('p')
  for (const [name, value] of Object.entries({ [BLOCK]: 'button', ...rest }))
    if (value != null) dom.setAttribute(name, String(value))
  const contentDOM = document.createElement('a')
  dom.append(contentDOM)
  return { dom, contentDOM }
}
