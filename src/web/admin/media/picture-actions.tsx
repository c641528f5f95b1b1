import type { OwnerImage } from '../../../contract/content/images.ts'
import { CopyPictureButton } from './copy-picture-button.tsx'
import { LibraryButton } from './library-button.tsx'

type PictureActionsProps = {
  address: string
  alt: string
  onChoose: (image: OwnerImage) => void
  /** The library has a copy of the picture at `address` now. */
  onCopied: (image: OwnerImage) => void
}

/** Buttons next to the address of a picture: choose one of the library, or copy one of another site. */
export function PictureActions({ address, alt, onChoose, onCopied }: PictureActionsProps) {
  return (
    <>
      <LibraryButton onChoose={onChoose} />
      <CopyPictureButton address={address} alt={alt} onCopied={onCopied} />
    </>
  )
}
