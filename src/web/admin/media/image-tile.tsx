import type { ReactNode } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { Picture } from '../../ui/picture.tsx'
import { nameOf } from './image-labels.ts'

type ImageTileProps = {
  image: OwnerImage
  /** The action of a click: 'Open', 'Choose'. */
  verb: string
  onClick: () => void
  isChosen?: boolean
  /** Overlaid controls. */
  children?: ReactNode
}

/** A tile of the grid: a thumbnail button with the name below. */
export function ImageTile({ image, verb, onClick, isChosen, children }: ImageTileProps) {
  const name = nameOf(image)
  return (
    // Tiles out of view are not laid out; the padding has room for the ring of the focus.
    <li
      data-name={name}
      className="group relative -m-1 min-w-0 p-1 [contain-intrinsic-size:auto_13rem] [content-visibility:auto]"
    >
      <button
        type="button"
        aria-label={`${verb} ${name}`}
        data-tooltip={name}
        onClick={onClick}
        className={`block w-full overflow-hidden rounded-lg border bg-cream ${isChosen ? 'chosen' : 'border-line hover:border-accent-deep'}`}
      >
        <Picture
          picture={image.picture}
          alt=""
          sizes="(min-width: 1280px) 200px, (min-width: 640px) 25vw, 50vw"
          className="aspect-square"
        />
      </button>
      {children}
      <p aria-hidden="true" data-tooltip={name} className="mt-1 truncate text-xs text-ink-soft">
        {name}
      </p>
      {!image.isDescribed && (
        <p className="text-xs font-semibold text-alert-deep">
          No alt text<span className="sr-only"> for {name}</span>
        </p>
      )}
    </li>
  )
}
