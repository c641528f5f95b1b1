import { Trash2 } from 'lucide-react'
import type { OwnerImage } from '../../../contract/images.ts'
import { Picture } from '../../ui/picture.tsx'
import { IconButton } from '../kit/tool-button.tsx'

/** What an image is called: what it shows, else the name of its file. */
export const nameOf = ({ altText, fileName }: OwnerImage) => altText || fileName

type ImageTileProps = {
  image: OwnerImage
  /** The tile is the chosen one of several. */
  isChosen?: boolean
  onOpen: () => void
  /** Without it the tile cannot delete. */
  onDelete?: () => void
}

/** A square of the grid. Its delete control shows on hover, when it has the focus, and always where there is no mouse. */
export function ImageTile({ image, isChosen, onOpen, onDelete }: ImageTileProps) {
  return (
    <div className="group relative">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onOpen}
        className={`block w-full rounded-lg text-left ${isChosen ? 'outline-3 outline-offset-2 outline-accent-deep' : ''}`}
      >
        <Picture
          picture={image.picture}
          alt={nameOf(image)}
          sizes="(min-width: 64rem) 200px, (min-width: 40rem) 30vw, 46vw"
          className="aspect-square rounded-lg border border-line"
        />
        <span className="mt-1 block truncate text-xs text-ink-soft" aria-hidden="true">
          {nameOf(image)}
        </span>
        {!image.isDescribed && (
          <span className="absolute bottom-7 left-1.5 rounded-full bg-white px-2 py-0.5 text-xs font-semibold text-accent-darker">
            No description
          </span>
        )}
      </button>
      {onDelete && (
        <IconButton
          label={`Delete ${nameOf(image)}`}
          danger
          onClick={onDelete}
          className="absolute top-1.5 right-1.5 bg-white opacity-0 shadow-card group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </div>
  )
}
