import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { isPictureUrl, toSecureUrl } from '../../../../contract/urls.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { LibraryButton } from '../../media/library-button.tsx'
import { ImageFrame } from '../image-frame.tsx'
import { insertBlock } from './insert-block.ts'

type ImageDialogProps = { isOpen: boolean; editor: Editor; onClose: () => void }

/** Inserts or changes an image and its alt text. */
export function ImageDialog({ isOpen, editor, onClose }: ImageDialogProps) {
  return isOpen ? <OpenImageDialog editor={editor} onClose={onClose} /> : null
}

function OpenImageDialog({ editor, onClose }: Omit<ImageDialogProps, 'isOpen'>) {
  const isNew = !editor.isActive('image')
  const [image, setImage] = useState(() => {
    const { src = '', alt = '' } = editor.getAttributes('image') as { src?: string; alt?: string | null }
    return { src, alt: alt ?? '' }
  })
  const [error, setError] = useState<string>()

  const apply = () => {
    const src = toSecureUrl(image.src.trim())
    if (!isPictureUrl(src)) {
      setError('Please use an address that begins with https:// or /')
      return
    }
    const attrs = { src, alt: image.alt }
    if (isNew) insertBlock(editor, { type: 'image', attrs })
    else editor.chain().focus().updateAttributes('image', attrs).run()
    onClose()
  }

  return (
    <Dialog
      isOpen
      title={isNew ? 'Insert an image' : 'Change the image'}
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" onClick={apply}>
            {isNew ? 'Insert' : 'Change'}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-4">
        <ImageFrame address={image.src} />
        <LibraryButton onChoose={({ url, altText }) => setImage({ src: url, alt: altText })} />
        <TextField
          label="Image URL"
          inputMode="url"
          value={image.src}
          error={error}
          onChange={(event) => setImage({ ...image, src: event.target.value })}
        />
        <TextField
          label="Alt text"
          hint="What the image shows, for those who cannot see it. Empty only if it is mere decoration."
          value={image.alt}
          onChange={(event) => setImage({ ...image, alt: event.target.value })}
        />
      </div>
    </Dialog>
  )
}
