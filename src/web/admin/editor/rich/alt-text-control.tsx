import type { Editor } from '@tiptap/core'
import { ALT_TEXT_MAX } from '../../../../contract/content/images.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import type { FoundBlock } from './edit-block.ts'
import { addCaption, imageOf } from './edit-block.ts'

/** The alt text of a picture, written as it is typed, and a button for a caption if it has none. */
export function AltTextControl({ editor, picture: { node, at } }: { editor: Editor; picture: FoundBlock }) {
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
          className="min-h-10 w-44 rounded-lg border border-ink-faint/60 bg-white px-2 text-sm sm:w-64 pointer-fine:lg:min-h-8.5"
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
