import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { ArrowLeft, ArrowRight, ImagePlus, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BlockName, blockNames, blocks } from '../../../../contract/content/blocks.ts'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { AltTextControl } from './alt-text-control.tsx'
import { blockAround, type FoundBlock } from './block-around.ts'
import { addWeek } from './blocks/part-keys.ts'
import { addItem } from './blocks/question-keys.ts'
import { moveInGroup, removeBlock, setBlockAttribute } from './edit-block.ts'
import type { OpenDialog } from './open-dialog.ts'
import { isPictureGroup } from './picture-groups.ts'

type BlockBarProps = { editor: Editor; onOpen: (dialog: OpenDialog) => void }

/** What can be changed about the block at the cursor, and about the group that it is in. Below the toolbar. */
export function BlockBar({ editor, onOpen }: BlockBarProps) {
  const state = useEditorState({ editor, selector: ({ editor: now }) => now.state, equalityFn: Object.is })
  const found = blocksAround(state)
  if (found.length === 0) return null
  return (
    <div className="flex items-center gap-x-4 gap-y-1 border-t border-line px-2 py-1.5 text-sm max-sm:overflow-x-auto sm:flex-wrap">
      {found.map(({ name, block }) => (
        <BlockControls key={name} {...{ editor, name, block, onOpen }} isInGroup={found.length > 1} />
      ))}
    </div>
  )
}

const labels: Record<BlockName, string> = {
  picture: 'Picture',
  row: 'Side by side',
  gallery: 'Gallery',
  compare: 'Before and after',
  video: 'Video',
  callout: 'Callout',
  faq: 'Questions',
  button: 'Button',
  products: 'Products',
  review: 'Review',
  note: 'Margin note',
  comparison: 'Comparison',
  picks: 'Top picks',
  pick: 'Top pick',
  routine: 'Routine',
  ingredient: 'Ingredient',
  dos: 'Do and do not',
  'patch-test': 'Patch test',
  doctor: 'Talk to a doctor',
  timeline: 'Timeline',
}

type ControlsProps = BlockBarProps & { name: BlockName; block: FoundBlock; isInGroup: boolean }

function BlockControls({ editor, name, block, isInGroup, onOpen }: ControlsProps) {
  const isPictureInGroup = name === 'picture' && isInGroup
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div
      role="group"
      aria-label={`${labels[name]} options`}
      className="flex shrink-0 items-center gap-1.5 sm:min-w-0 sm:shrink sm:flex-wrap"
    >
      <strong className="px-1.5 font-semibold text-ink-soft">{labels[name]}</strong>
      {!isPictureInGroup && <AttributeControls {...{ editor, name, block }} />}
      {name === 'picture' && <AltTextControl editor={editor} picture={block} />}
      {isPictureInGroup && <MoveControls {...{ editor, block }} />}
      {isPictureGroup(name) && <Action label="Add pictures" icon={<ImagePlus />} onClick={() => onOpen(name)} />}
      {name === 'faq' && (
        <Action label="Add a question" icon={<Plus />} onClick={() => addAtEnd(editor, block, addItem)} />
      )}
      {name === 'picks' && <Action label="Add a pick" icon={<Plus />} onClick={() => onOpen('picks')} />}
      {name === 'timeline' && (
        <Action label="Add a week" icon={<Plus />} onClick={() => addAtEnd(editor, block, addWeek)} />
      )}
      {isChanged(name) && <Action label="Change" icon={<Pencil />} onClick={() => onOpen(name)} />}
      <IconButton label={`Remove ${labels[name].toLowerCase()}`} danger onClick={() => removeBlock(editor, block)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

/** The blocks that a dialog changes. */
const changed = [
  ...(['button', 'video', 'products', 'comparison'] as const),
  ...(['review', 'note', 'pick', 'routine', 'ingredient'] as const),
]

function isChanged(name: BlockName): name is (typeof changed)[number] {
  return (changed as readonly BlockName[]).includes(name)
}

/** Adds a part at the end of a block, with the cursor in it. */
function addAtEnd(editor: Editor, { at, node }: FoundBlock, add: (tr: Transaction, at: number) => void): void {
  editor
    .chain()
    .command(({ tr }) => {
      add(tr, at + node.nodeSize - 1)
      return true
    })
    .focus()
    .run()
}

type Choice = { label: string; options: Record<string, string> }

/** The words for the declared values of an attribute; '' is the default. */
const choices: Record<string, Choice> = {
  'data-width': { label: 'Width', options: { small: 'Small', '': 'As the text', wide: 'Wide', full: 'Full' } },
  'data-align': {
    label: 'Position',
    options: { '': 'Center', left: 'Left, text beside', right: 'Right, text beside' },
  },
  'data-layout': { label: 'Layout', options: { '': 'Grid', strip: 'Strip to swipe' } },
  'data-tone': { label: 'Kind', options: { '': 'Note', tip: 'Tip', warning: 'Warning' } },
}

const ofButton: Record<string, Choice> = {
  'data-tone': { label: 'Style', options: { '': 'Filled', quiet: 'Outlined' } },
  'data-align': { label: 'Position', options: { '': 'Left', center: 'Center' } },
}

function AttributeControls({ editor, name, block }: Pick<ControlsProps, 'editor' | 'name' | 'block'>) {
  return Object.entries<readonly string[] | RegExp>(blocks[name].attributes).map(([attribute, values]) => {
    const choice = name === 'button' ? ofButton[attribute] : choices[attribute]
    if (values instanceof RegExp || !choice) return null
    const options = Object.entries(choice.options).filter(([value]) => value === '' || values.includes(value))
    return (
      <label key={attribute} className="flex items-center gap-1.5">
        <span className="text-ink-soft">{choice.label}</span>
        <select
          value={String(block.node.attrs[attribute] ?? '')}
          onChange={({ target }) => setBlockAttribute(editor, block, attribute, target.value || null)}
          className="min-h-10 rounded-lg border border-ink-faint/60 bg-white px-2 text-sm pointer-fine:lg:min-h-8.5"
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    )
  })
}

function MoveControls({ editor, block }: { editor: Editor; block: FoundBlock }) {
  return (
    <>
      <IconButton label="Move picture back" onClick={() => moveInGroup(editor, block, -1)}>
        <ArrowLeft aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Move picture on" onClick={() => moveInGroup(editor, block, 1)}>
        <ArrowRight aria-hidden="true" className="size-4" />
      </IconButton>
    </>
  )
}

function Action({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ToolButton tone="quiet" className="px-2! [&>svg]:size-4" onClick={onClick}>
      {icon}
      {label}
    </ToolButton>
  )
}

/** The innermost block around the cursor last. A selected image without a figure is a picture, too. */
function blocksAround(state: EditorState): { name: BlockName; block: FoundBlock }[] {
  return blockNames
    .flatMap((name) => {
      const block = blockAround(state, name) ?? (name === 'picture' ? blockAround(state, 'image') : undefined)
      return block ? [{ name, block }] : []
    })
    .sort((one, other) => one.block.at - other.block.at)
}
