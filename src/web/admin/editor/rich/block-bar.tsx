import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { type BlockName, blockNames, blocks } from '../../../../contract/content/blocks.ts'
import { ALT_TEXT_MAX } from '../../../../contract/content/images.ts'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { useAnnouncement } from '../../kit/use-announcement.tsx'
import type { OpenDialog } from './blocks/editor-block.ts'
import { editorBlocks } from './blocks/editor-blocks.ts'
import {
  addCaption,
  blockAround,
  type FoundBlock,
  imageOf,
  moveInGroup,
  removeBlock,
  setBlockAttribute,
} from './edit-block.ts'

type BlockBarProps = { editor: Editor; onOpen: (dialog: OpenDialog) => void }

/** Offers the changes of the block at the cursor, and of the group that it is in, below the toolbar. */
export function BlockBar({ editor, onOpen }: BlockBarProps) {
  const found = useEditorState({
    editor,
    selector: ({ editor: now }) => blocksAround(now.state),
    equalityFn: isSameBlocks,
  })
  if (found.length === 0) return null
  return (
    <div className="flex items-center gap-x-4 gap-y-1 border-t border-line px-2 py-1.5 text-sm max-sm:overflow-x-auto sm:flex-wrap">
      {found.map(({ name, block }) => (
        <BlockControls key={name} {...{ editor, name, block, onOpen }} isInGroup={found.length > 1} />
      ))}
    </div>
  )
}

type ControlsProps = BlockBarProps & { name: BlockName; block: FoundBlock; isInGroup: boolean }

function BlockControls({ editor, name, block, isInGroup, onOpen }: ControlsProps) {
  const { label } = blocks[name]
  const { action } = editorBlocks[name]
  const isPictureInGroup = name === 'picture' && isInGroup
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div
      role="group"
      aria-label={`${label} options`}
      className="flex shrink-0 items-center gap-1.5 sm:min-w-0 sm:shrink sm:flex-wrap"
    >
      <strong className="px-1.5 font-semibold text-ink-soft">{label}</strong>
      {!isPictureInGroup && <AttributeControls {...{ editor, name, block }} />}
      {name === 'picture' && <AltTextControl editor={editor} picture={block} />}
      {isPictureInGroup && <MoveControls {...{ editor, block }} />}
      {action && (
        <ToolButton
          tone="quiet"
          className="px-2! [&>svg]:size-4"
          onClick={() => action.run({ editor, block, openDialog: () => onOpen(name) })}
        >
          <action.icon />
          {action.label}
        </ToolButton>
      )}
      <IconButton label={`Remove ${label.toLowerCase()}`} danger onClick={() => removeBlock(editor, block)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

function AttributeControls({ editor, name, block }: Pick<ControlsProps, 'editor' | 'name' | 'block'>) {
  return Object.entries<readonly string[] | RegExp>(blocks[name].attributes).map(([attribute, values]) => {
    const choice = editorBlocks[name].choices?.[attribute]
    if (values instanceof RegExp || !choice) return null
    const options = Object.entries(choice.options).filter(([value]) => value === '' || values.includes(value))
    return (
      <label key={attribute} className="flex items-center gap-1.5">
        <span className="text-ink-soft">{choice.label}</span>
        <select
          value={String(block.node.attrs[attribute] ?? '')}
          onChange={({ target }) => setBlockAttribute(editor, block, attribute, target.value || null)}
          className="min-h-10 rounded-lg border border-edge bg-white px-2 text-sm pointer-fine:lg:min-h-8.5"
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
  const { announce, region } = useAnnouncement()
  const move = (by: 1 | -1) => {
    const place = moveInGroup(editor, block, by)
    if (place) announce(`The picture is ${place}`)
  }
  return (
    <>
      <IconButton label="Move picture back" onClick={() => move(-1)}>
        <ArrowLeft aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Move picture on" onClick={() => move(1)}>
        <ArrowRight aria-hidden="true" className="size-4" />
      </IconButton>
      {region}
    </>
  )
}

function isSameBlocks(one: Around[], other: Around[] | null): boolean {
  return (
    one.length === other?.length &&
    one.every(({ name, block: { node, at } }, index) => {
      const before = other[index]!
      return name === before.name && node === before.block.node && at === before.block.at
    })
  )
}

type Around = { name: BlockName; block: FoundBlock }

/** The innermost block around the cursor last. A selected image without a figure is a picture, too. */
function blocksAround(state: EditorState): Around[] {
  return blockNames
    .flatMap((name) => {
      const block = blockAround(state, name) ?? (name === 'picture' ? blockAround(state, 'image') : undefined)
      return block ? [{ name, block }] : []
    })
    .sort((one, other) => one.block.at - other.block.at)
}

/** The alt text of a picture, written as it is typed, and a button for a caption if it has none. */
function AltTextControl({ editor, picture: { node, at } }: { editor: Editor; picture: FoundBlock }) {
  const image = imageOf({ node, at })
  if (!image) return null
  const alt = String(image.node.attrs.alt ?? '')
  const hasCaption = node.lastChild?.type.name === 'figcaption'
  return (
    <>
      <label className="flex items-center gap-1.5">
        <span className="text-ink-soft">Alt text</span>
        <input
          dir="auto"
          value={alt}
          maxLength={ALT_TEXT_MAX}
          placeholder="What the picture shows"
          disabled={image.node.attrs.uploadId !== null}
          onChange={({ target }) =>
            editor.view.dispatch(editor.state.tr.setNodeAttribute(image.at, 'alt', target.value))
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            // Enter would submit the post's form.
            event.preventDefault()
            editor.commands.focus()
          }}
          className="min-h-10 w-44 rounded-lg border border-edge bg-white px-2 text-sm sm:w-64 pointer-fine:lg:min-h-8.5"
        />
      </label>
      {!hasCaption && (
        <ToolButton tone="quiet" className="px-2!" onClick={() => addCaption(editor, { node, at })}>
          Add a caption
        </ToolButton>
      )}
    </>
  )
}
