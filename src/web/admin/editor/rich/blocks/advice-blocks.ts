import { Node } from '@tiptap/core'
import { Bandage, CalendarDays, ListChecks, Plus, Stethoscope } from 'lucide-react'
import { BLOCK, type BlockName } from '../../../../../contract/content/blocks.ts'
import { addAtEnd } from '../edit-block.ts'
import { type EditorBlock, selectorOf } from './editor-block.ts'
import { addPartOnEnter, addWeek } from './part-keys.ts'

/** Do and do not: two lists, each below its heading. */
const Dos = Node.create({
  name: 'dos',
  group: 'block',
  content: 'heading bulletList heading bulletList',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('dos'), priority: 70 }],
  renderHTML: () => ['section', { [BLOCK]: 'dos' }, 0],
})

const PatchTest = Node.create({
  name: 'patch-test',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: selectorOf('patch-test'), priority: 70 }],
  renderHTML: () => ['section', { [BLOCK]: 'patch-test' }, 0],
})

const Doctor = Node.create({
  name: 'doctor',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: selectorOf('doctor'), priority: 70 }],
  renderHTML: () => ['aside', { [BLOCK]: 'doctor' }, 0],
})

const Timeline = Node.create({
  name: 'timeline',
  group: 'block',
  content: 'week+',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('timeline'), priority: 70 }],
  renderHTML: () => ['ol', { [BLOCK]: 'timeline' }, 0],
})

/** An item of a timeline. */
export const Week = Node.create({
  name: 'week',
  content: 'heading block*',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'li', context: 'timeline/', priority: 70 }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return { Enter: () => addPartOnEnter(this.editor.state, this.editor.view.dispatch) }
  },
})

const heading = (text: string) => ({ type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text }] })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const item = (text?: string) => ({ type: 'listItem', content: [text ? paragraph(text) : { type: 'paragraph' }] })

/** The texts stand in a new block until the owner changes them. */
export const adviceBlocks = {
  dos: {
    node: Dos,
    menu: {
      description: 'Two lists side by side',
      words: 'dos donts lists skincare',
      group: 'Skincare',
      icon: ListChecks,
    },
    content: [
      heading('Do'),
      { type: 'bulletList', content: [item()] },
      heading('Do not'),
      { type: 'bulletList', content: [item()] },
    ],
  },
  'patch-test': {
    node: PatchTest,
    menu: {
      description: 'The steps of a patch test, to change as you like',
      words: 'allergy reaction steps skincare',
      group: 'Skincare',
      icon: Bandage,
    },
    content: [
      heading('Patch-test first'),
      {
        type: 'orderedList',
        content: [
          item('Put a small amount on the inside of your forearm or behind your ear.'),
          item('Leave it on and keep the spot dry for 24 hours.'),
          item('Look and feel: redness, itching, burning or bumps mean it is not for you. Wash it off.'),
          item('Nothing happened? Repeat it on the same spot for two more days before it goes on your face.'),
        ],
      },
    ],
  },
  doctor: {
    node: Doctor,
    menu: {
      description: 'A note on when to ask a doctor',
      words: 'medical dermatologist warning skincare',
      group: 'Skincare',
      icon: Stethoscope,
    },
    content: [
      heading('Talk to a doctor'),
      paragraph(
        'I write from experience, not as a doctor. If your skin hurts, bleeds, swells or does not get better, or if you are pregnant or use a prescription, please ask a doctor or a pharmacist first.',
      ),
    ],
  },
  timeline: {
    node: Timeline,
    menu: {
      label: 'Timeline of weeks',
      description: 'What to expect, week by week',
      words: 'weeks calendar progress skincare',
      group: 'Skincare',
      icon: CalendarDays,
    },
    parts: { of: 'week', one: 'week', many: 'weeks' },
    action: { label: 'Add a week', icon: Plus, run: ({ editor, block }) => addAtEnd(editor, block, addWeek) },
    content: [{ type: 'week', content: [{ type: 'heading', attrs: { level: 3 } }, { type: 'paragraph' }] }],
  },
} satisfies Partial<Record<BlockName, EditorBlock>>
