import type { MouseEvent } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { PictureActions } from '../media/picture-actions.tsx'
import { findFirstPicture } from './first-picture.ts'
import { ImageFrame } from './image-frame.tsx'
import { focusField, type PostForm, useFieldError, useFieldValue } from './post-form.ts'
import { useSettled } from './use-settled.ts'

/** The image above the post and on its card, chosen in the media library or given by URL. */
export function CoverPanel({ form }: { form: PostForm }) {
  const address = useFieldValue(form, 'coverImage')
  const choose = (image: OwnerImage) => {
    form.setValue('coverImage', image.url, { shouldValidate: form.getFieldState('coverImage').invalid })
    if (image.isDescribed) form.setValue('imageAlt', image.altText)
  }
  return (
    <Panel title="Cover image" className="md:p-4!">
      <ImageFrame address={address} />
      <div className="mt-3 flex flex-wrap gap-2">
        <PictureActions
          onChoose={choose}
          address={address}
          alt={useFieldValue(form, 'imageAlt')}
          onCopied={({ url }) => form.setValue('coverImage', url)}
        />
        {!address && <FirstPictureButton form={form} />}
      </div>
      <TextField
        className="mt-3"
        label="Cover image URL"
        inputMode="url"
        error={useFieldError(form, 'coverImage')}
        {...form.register('coverImage')}
      />
      <TextField
        className="mt-3"
        label="Image alt text"
        error={useFieldError(form, 'imageAlt')}
        hint="What the image shows, for those who cannot see it."
        {...form.register('imageAlt')}
      />
    </Panel>
  )
}

/** Offers the first picture of the text, since a post needs a cover to become public. */
function FirstPictureButton({ form }: { form: PostForm }) {
  const settled = useSettled(form, findFirstPicture)
  const isRefused = useFieldError(form, 'coverImage') !== undefined
  // A save that lacked a cover may follow the last key at once.
  const picture = isRefused ? findFirstPicture(form.getValues('content')) : settled
  if (!picture) return null
  const use = (event: MouseEvent<HTMLButtonElement>) => {
    const wasRefused = form.getFieldState('coverImage').invalid
    form.setValue('coverImage', picture.src, { shouldValidate: true })
    if (!form.getValues('imageAlt')) form.setValue('imageAlt', picture.alt)
    // This button disappears; a save that lacked a cover can be repeated at once.
    const save = event.currentTarget.form?.querySelector<HTMLButtonElement>('[type="submit"]')
    if (wasRefused && save && !save.closest('[inert]')) save.focus()
    else focusField(form, 'coverImage')
  }
  return (
    <ToolButton onClick={use} className="shrink! whitespace-normal!">
      Use the first picture of the text
    </ToolButton>
  )
}
