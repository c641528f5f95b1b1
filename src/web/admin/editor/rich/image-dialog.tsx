import { useEffect, useRef, useState } from 'react'
import type { OwnerImage } from '../../../../contract/content/images.ts'
import { isPictureUrl, toSecureUrl } from '../../../../contract/platform/urls.ts'
import { CheckboxField, TextField } from '../../kit/form-fields.tsx'
import { LibraryButton } from '../../media/library-button.tsx'
import { ImageFrame } from '../image-frame.tsx'
import type { BlockDialogProps } from './blocks/editor-block.ts'
import { insertBlock } from './insert-block.ts'
import { InsertDialog } from './insert-dialog.tsx'
import { selectedImage } from './picture-selection.ts'
import { UploadButton } from './upload-button.tsx'
import { uploadPictures } from './uploads.ts'

/** Inserts or changes an image and its alt text. */
export function ImageDialog({ editor, onClose }: BlockDialogProps) {
  const [found] = useState(() => selectedImage(editor.state))
  const isNew = !found
  const [image, setImage] = useState(() => {
    const { src, alt } = (found?.node.attrs ?? {}) as { src?: string | null; alt?: string | null }
    return { src: src ?? '', alt: alt ?? '' }
  })
  const [chosen, setChosen] = useState<OwnerImage>()
  const altText = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState(() => pinOf(found?.node.attrs ?? {}))
  const [error, setError] = useState<string>()
  const [pinError, setPinError] = useState<string>()

  useEffect(() => {
    if (!chosen) return
    setImage({ src: chosen.url, alt: chosen.altText })
    // After the closed library has returned the focus: from a field Enter inserts.
    altText.current?.focus()
  }, [chosen])

  const apply = () => {
    const src = toSecureUrl(image.src.trim())
    if (!isPictureUrl(src)) {
      setError('Please use an address that begins with https:// or /')
      return
    }
    const media = toSecureUrl(pin.media.trim())
    if (media !== '' && !isPictureUrl(media)) {
      setPinError('Please use an address that begins with https:// or /')
      return
    }
    const attrs = {
      src,
      alt: image.alt,
      'data-pin-description': pin.description.trim() || null,
      'data-pin-media': media || null,
      'data-pin-nopin': pin.isLeftOut ? 'true' : null,
    }
    if (found) {
      const { tr } = editor.state
      for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(found.at, name, value)
      editor.view.dispatch(tr)
      editor.commands.focus()
    } else insertBlock(editor, { type: 'image', attrs })
    onClose()
  }

  return (
    <InsertDialog what="an image" isNew={isNew} onApply={apply} onClose={onClose}>
      <ImageFrame address={image.src} />
      <div className="flex flex-wrap gap-3">
        {isNew && (
          <UploadButton
            isMultiple
            data-autofocus
            onFiles={(files) => {
              insertBlock(editor, uploadPictures(files))
              onClose()
            }}
          />
        )}
        <LibraryButton onChoose={setChosen} />
      </div>
      <TextField
        optional={false}
        label="Image URL"
        inputMode="url"
        value={image.src}
        error={error}
        onChange={(event) => setImage({ ...image, src: event.target.value })}
      />
      <TextField
        optional
        ref={altText}
        label="Alt text"
        hint="What the image shows, for those who cannot see it. Empty only if it is mere decoration."
        value={image.alt}
        onChange={(event) => setImage({ ...image, alt: event.target.value })}
      />
      {/* A new picture is inserted with few keys. */}
      {found && <PinFields pin={pin} error={pinError} onChange={(changed) => setPin({ ...pin, ...changed })} />}
    </InsertDialog>
  )
}

type Pin = { description: string; media: string; isLeftOut: boolean }

function pinOf(attrs: Record<string, unknown>): Pin {
  const text = (name: string) => (typeof attrs[name] === 'string' ? attrs[name] : '')
  return {
    description: text('data-pin-description'),
    media: text('data-pin-media'),
    isLeftOut: attrs['data-pin-nopin'] != null,
  }
}

type PinFieldsProps = { pin: Pin; error: string | undefined; onChange: (changed: Partial<Pin>) => void }

/** Sets how the image is pinned. */
function PinFields({ pin, error, onChange }: PinFieldsProps) {
  return (
    <details open={error ? true : undefined} className="border-t border-line pt-2">
      <summary className="min-h-10 cursor-pointer py-2 text-sm font-semibold text-ink">Pinterest</summary>
      <div className="space-y-4">
        <TextField
          optional
          label="Pin description"
          hint="Empty: the alt text, else the pin text of the post."
          maxLength={500}
          value={pin.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <TextField
          optional
          label="Another picture for the pin"
          hint="Its URL. Empty: this picture."
          inputMode="url"
          value={pin.media}
          error={error}
          onChange={(event) => onChange({ media: event.target.value })}
        />
        <CheckboxField
          label="Do not offer this picture for pins"
          checked={pin.isLeftOut}
          onChange={(event) => onChange({ isLeftOut: event.target.checked })}
        />
      </div>
    </details>
  )
}
