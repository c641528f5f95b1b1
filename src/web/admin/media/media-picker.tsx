import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { submission } from '../../data/mutations.ts'
import { useDescribeImage } from '../../data/owner/images.ts'
import { Dialog } from '../kit/dialog.tsx'
import { controlClass, TextField } from '../kit/form-fields.tsx'
import { sentenceOf } from '../kit/refusals.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { ImageGrid } from './image-grid.tsx'
import { ImageTile } from './image-tile.tsx'
import { UploadArea } from './upload-area.tsx'

type MediaPickerProps = {
  isOpen: boolean
  onChoose: (image: OwnerImage) => void
  onClose: () => void
}

/** Chooses an image of the library, or uploads one, and asks what it shows. */
export function MediaPicker(props: MediaPickerProps) {
  return props.isOpen ? <OpenPicker {...props} /> : null
}

function OpenPicker({ onChoose, onClose }: MediaPickerProps) {
  const describe = useDescribeImage()
  const [chosen, setChosen] = useState<OwnerImage>()
  const [altText, setAltText] = useState('')
  const [q, setQ] = useState('')
  const term = useDeferredValue(q.trim())

  const choose = (image: OwnerImage) => {
    setChosen(image)
    setAltText(image.altText)
  }
  const use = () => {
    if (!chosen) return
    if (altText.trim() === chosen.altText) return onChoose(chosen)
    describe.mutate(submission({ id: chosen.id, altText }), { onSuccess: onChoose })
  }

  return (
    <Dialog
      isOpen
      title="Choose an image"
      size="large"
      onClose={onClose}
      footer={
        chosen && (
          <div className="flex w-full flex-wrap items-end gap-3">
            <TextField
              label="Alt text"
              className="min-w-0 grow basis-64"
              maxLength={500}
              value={altText}
              placeholder="Describe this image for readers who cannot see it"
              error={describe.error ? sentenceOf(describe.error) : undefined}
              onChange={(event) => setAltText(event.target.value)}
              onKeyDown={(event) => {
                // Not the save of a form around.
                if (event.key !== 'Enter') return
                event.preventDefault()
                use()
              }}
            />
            <ToolButton tone="primary" disabled={describe.isPending} onClick={use}>
              Use this image
            </ToolButton>
          </div>
        )
      }
    >
      <UploadArea onUploaded={choose} />
      <div className="relative my-4 max-w-xs">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
        <input
          type="search"
          aria-label="Search images"
          placeholder="Search images"
          value={q}
          maxLength={200}
          onChange={(event) => setQ(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className={`${controlClass} pl-9`}
        />
      </div>
      <ImageGrid
        state={{ q: term || undefined }}
        tile={(image) => <ImageTile image={image} isChosen={image.id === chosen?.id} onOpen={() => choose(image)} />}
      />
    </Dialog>
  )
}
