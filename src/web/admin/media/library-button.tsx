import { Images } from 'lucide-react'
import { useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { MediaPicker } from './media-picker.tsx'

/** Opens the media library next to an image URL field. */
export function LibraryButton({ onChoose }: { onChoose: (image: OwnerImage) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ToolButton onClick={() => setIsOpen(true)}>
        <Images aria-hidden="true" className="size-4" />
        Media library
      </ToolButton>
      <MediaPicker
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onChoose={(image) => {
          setIsOpen(false)
          onChoose(image)
        }}
      />
    </>
  )
}
