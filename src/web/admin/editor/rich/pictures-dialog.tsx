import { useInfiniteQuery } from '@tanstack/react-query'
import type { Editor, JSONContent } from '@tiptap/core'
import { useDeferredValue, useState } from 'react'
import type { OwnerImage } from '../../../../contract/content/images.ts'
import { libraryQuery } from '../../../data/owner/images.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { ImageGrid } from '../../media/image-grid.tsx'
import { ImageTile } from '../../media/image-tile.tsx'
import type { BlockDialogProps } from './blocks/editor-block.ts'
import { blockAround, type FoundBlock, type PictureGroup } from './edit-block.ts'
import { insertBlock } from './insert-block.ts'
import { UploadButton } from './upload-button.tsx'
import { toPicture, uploadPictures } from './uploads.ts'

const groups: Record<PictureGroup, { title: string; min: number; max: number; rule: string }> = {
  row: { title: 'Pictures side by side', min: 2, max: 3, rule: 'Choose two or three pictures.' },
  compare: { title: 'Before and after', min: 2, max: 2, rule: 'Choose two pictures: before, then after.' },
  gallery: { title: 'A gallery', min: 2, max: 60, rule: 'Choose two pictures or more.' },
}

type PicturesDialogProps = BlockDialogProps & { group: PictureGroup }

/** Chooses the pictures of a new group, or more for the group at the cursor: from the library, in order, or the device. */
export function PicturesDialog({ group, editor, onClose }: PicturesDialogProps) {
  const { title, min, max, rule } = groups[group]
  const [around] = useState(() => blockAround(editor.state, group))
  const [chosen, setChosen] = useState<OwnerImage[]>([])
  const [error, setError] = useState<string>()
  const [q, setQ] = useState('')
  const library = useInfiniteQuery(libraryQuery({ q: useDeferredValue(q.trim()) || undefined }))
  const room = max - (around?.node.childCount ?? 0) + (around?.node.lastChild?.type.name === 'figcaption' ? 1 : 0)

  const insert = (pictures: JSONContent[]) => {
    if (around) addPictures(editor, around, pictures)
    else insertBlock(editor, { type: group, content: pictures })
    onClose()
    editor.commands.focus()
  }
  const isFit = (count: number) => {
    const isEnough = count >= (around ? 1 : min)
    if (isEnough && count <= room) return true
    setError(around ? `There is room for ${room} more.` : rule)
    return false
  }
  const toggle = (image: OwnerImage) => {
    setError(undefined)
    setChosen(
      chosen.some(({ id }) => id === image.id) ? chosen.filter(({ id }) => id !== image.id) : [...chosen, image],
    )
  }

  return (
    <Dialog
      isOpen
      title={around ? 'Add pictures' : title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm">
            {error ? <span className="font-medium text-alert-deep">{error}</span> : `${chosen.length} chosen`}
          </p>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton
            tone="primary"
            onClick={() =>
              isFit(chosen.length) &&
              insert(
                chosen.map(({ url, altText, isDescribed }) => toPicture({ src: url, alt: isDescribed ? altText : '' })),
              )
            }
          >
            Insert
          </ToolButton>
        </>
      }
    >
      <p className="mb-3 text-sm text-ink-soft">{rule}</p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <TextField
          optional={null}
          label="Search images"
          type="search"
          maxLength={200}
          value={q}
          onChange={(event) => setQ(event.target.value)}
          // Enter would submit the post's form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <UploadButton isMultiple onFiles={(files) => isFit(files.length) && insert(uploadPictures(files))} />
      </div>
      <ImageGrid
        library={library}
        tile={(image) => (
          <ChoiceTile
            key={image.id}
            image={image}
            position={chosen.findIndex(({ id }) => id === image.id) + 1}
            onClick={() => toggle(image)}
          />
        )}
        empty={q ? <p>Nothing matches.</p> : <p>No images yet. Take some from this device.</p>}
      />
    </Dialog>
  )
}

/** Adds pictures at the end of a group, before its caption. */
function addPictures(editor: Editor, { at, node }: FoundBlock, pictures: JSONContent[]): void {
  const caption = node.lastChild?.type.name === 'figcaption' ? node.lastChild.nodeSize : 0
  editor.commands.insertContentAt(at + node.nodeSize - 1 - caption, pictures)
}

/** An image with its position among the chosen ones, 0 for one that is not. */
function ChoiceTile({ image, position, onClick }: { image: OwnerImage; position: number; onClick: () => void }) {
  return (
    <ImageTile image={image} verb={position ? 'Leave out' : 'Choose'} isChosen={position > 0} onClick={onClick}>
      {position > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2 left-2 grid size-7 place-items-center rounded-full bg-accent-deep text-sm font-semibold text-white"
        >
          {position}
        </span>
      )}
    </ImageTile>
  )
}
