import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ALT_TEXT_MAX, type OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveImage } from '../../data/owner/images.ts'
import { Picture } from '../../ui/picture.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type AltTextPromptProps = {
  image: OwnerImage
  /** 'Save', 'Save and use image' */
  saveLabel: string
  laterLabel: string
  onSaved: (image: OwnerImage) => void
  onLater: () => void
}

/** Prompts for the alt text of a new image. Not a form, since it may be inside one. */
export function AltTextPrompt({ image, saveLabel, laterLabel, onSaved, onLater }: AltTextPromptProps) {
  const [altText, setAltText] = useState(image.altText)
  const save = useSaveImage()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const handleSave = () => {
    if (altText.trim() === image.altText) return onSaved(image)
    if (!save.isPending)
      save.mutate(submission({ params: { id: image.id }, body: { altText } }), { onSuccess: onSaved })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleSave()
  }
  return (
    <section
      aria-label="Describe this image"
      className="flex w-full gap-4 rounded-card border border-accent bg-cream p-4"
    >
      <Picture picture={image.picture} alt="" sizes="96px" className="size-20 shrink-0 rounded-lg sm:size-24" />
      <div className="min-w-0 grow">
        <TextField
          optional={null}
          ref={field}
          label="Alt text"
          hint="Describe this image for readers who cannot see it"
          error={save.isError ? messageOf(save.error) : undefined}
          value={altText}
          maxLength={ALT_TEXT_MAX}
          onChange={(event) => setAltText(event.target.value)}
          onKeyDown={handleKey}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <ToolButton tone="primary" disabled={save.isPending} onClick={handleSave}>
            {save.isPending ? 'Saving...' : saveLabel}
          </ToolButton>
          <ToolButton tone="quiet" onClick={onLater}>
            {laterLabel}
          </ToolButton>
        </div>
      </div>
    </section>
  )
}
