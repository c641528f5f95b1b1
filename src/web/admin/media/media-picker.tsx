import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { libraryQuery } from '../../data/owner/images.ts'
import { Dialog } from '../kit/dialog.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { UploadNotices } from '../upload/upload-dock.tsx'
import { UploadList } from '../upload/upload-list.tsx'
import { UploadMany } from '../upload/upload-many.tsx'
import { useUploads } from '../upload/use-uploads.ts'
import { AltTextPrompt } from './alt-text-prompt.tsx'
import { ImageGrid } from './image-grid.tsx'
import { ImageTile } from './image-tile.tsx'
import { UploadArea } from './upload-area.tsx'

/** Debounces the search. */
const TYPING_MS = 250

type MediaPickerProps = {
  isOpen: boolean
  onChoose: (image: OwnerImage) => void
  onClose: () => void
}

/** The media library in a dialog, to choose or upload an image. Prompts for missing alt text first. */
export function MediaPicker(props: MediaPickerProps) {
  return props.isOpen ? <OpenPicker {...props} /> : null
}

function OpenPicker({ onChoose, onClose }: MediaPickerProps) {
  const [undescribed, setUndescribed] = useState<OwnerImage>()
  const [term, setTerm] = useState('')
  const q = useDebounced(term)
  const library = useInfiniteQuery(libraryQuery({ q }))
  const choose = (image: OwnerImage) => (image.isDescribed ? onChoose(image) : setUndescribed(image))
  return (
    <Dialog
      isOpen
      title="Choose an image"
      size="large"
      onClose={onClose}
      footer={
        undescribed && (
          <AltTextPrompt
            key={undescribed.id}
            image={undescribed}
            saveLabel="Use this image"
            laterLabel="Choose another"
            onSaved={onChoose}
            onLater={() => setUndescribed(undefined)}
          />
        )
      }
    >
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_16rem] md:items-start">
        <UploadArea onUploaded={choose} />
        <UploadMany className="md:min-h-32" />
      </div>
      <PickerUploads />
      <div className="relative my-4 max-w-xs">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
        <input
          type="search"
          aria-label="Search images"
          placeholder="Search images"
          value={term}
          maxLength={200}
          onChange={(event) => setTerm(event.target.value)}
          // Does not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className={`${controlClass} pl-9`}
        />
      </div>
      <ImageGrid
        library={library}
        tile={(image) => (
          <ImageTile
            key={image.id}
            image={image}
            verb="Choose"
            isChosen={image.id === undescribed?.id}
            onClick={() => choose(image)}
          />
        )}
        empty={q ? <p>Nothing matches.</p> : <p>No images yet. Upload the first one above.</p>}
      />
    </Dialog>
  )
}

/** The queue, since the dock is inert behind the dialog. */
function PickerUploads() {
  const uploads = useUploads()
  if (uploads.items.length === 0) return null
  return (
    <div className="mt-3 rounded-card border border-line bg-white">
      <UploadNotices uploads={uploads} />
      <div className="max-h-44 overflow-y-auto">
        <UploadList items={uploads.items} />
      </div>
    </div>
  )
}

/** The debounced search term. */
function useDebounced(term: string): string | undefined {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(term.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [term])
  return settled || undefined
}
