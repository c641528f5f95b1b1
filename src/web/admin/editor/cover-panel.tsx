import type { OwnerImage } from '../../../contract/images.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { LibraryButton } from '../media/library-button.tsx'
import { ImageFrame } from './image-frame.tsx'
import type { PostForm } from './post-form.ts'
import { useFieldError, useFieldValue } from './use-field.ts'

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
      <div className="mt-3">
        <LibraryButton onChoose={choose} />
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
