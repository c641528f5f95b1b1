import { useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { skinTypes } from '../../../contract/shop/product-facts.ts'
import { CheckboxField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { PictureActions } from '../media/picture-actions.tsx'
import type { RoutineFormState } from './routines.ts'

/** The fields of a routine without its steps. */
export function RoutineFields({ form }: { form: RoutineFormState }) {
  const { register, formState, setValue, watch } = form
  const { errors } = formState
  const chooseImage = ({ url, altText }: OwnerImage) => {
    setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })
    setValue('imageAlt', altText, { shouldDirty: true })
  }
  return (
    <div className="space-y-5">
      <TextField label="Name" error={errors.name?.message} {...register('name')} maxLength={120} autoComplete="off" />
      <TextField
        label="Slug"
        error={errors.slug?.message}
        hint="The end of its address, below /routines/. Empty: made of the name. A former one redirects."
        {...register('slug')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="In a line"
        error={errors.summary?.message}
        {...register('summary')}
        maxLength={200}
        autoComplete="off"
      />
      <TextAreaField label="For whom" error={errors.forWhom?.message} {...register('forWhom')} maxLength={600} />
      <SkinTypesField form={form} />
      <ConcernsField form={form} />
      <ImageField
        label="Image"
        error={errors.imageUrl?.message}
        {...register('imageUrl')}
        address={watch('imageUrl') ?? ''}
        actions={
          <PictureActions
            onChoose={chooseImage}
            address={watch('imageUrl') ?? ''}
            alt={watch('imageAlt') ?? ''}
            onCopied={({ url }) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })}
          />
        }
        placeholder="https://"
        autoComplete="off"
      />
      <TextField
        label="Image description (alt text)"
        hint="What the image shows, for readers who cannot see it."
        error={errors.imageAlt?.message}
        {...register('imageAlt')}
        maxLength={500}
        autoComplete="off"
      />
      <CheckboxField label="Active" {...register('isActive')} hint="Readers see it on the site and in articles." />
    </div>
  )
}

function SkinTypesField({ form }: { form: RoutineFormState }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Skin types</legend>
      <div className="flex flex-wrap gap-x-5">
        {skinTypes.map((type) => (
          <CheckboxField
            key={type}
            label={type.charAt(0).toUpperCase() + type.slice(1)}
            value={type}
            {...form.register('skinTypes')}
          />
        ))}
      </div>
      <p className="text-sm text-ink-soft">None: it is for all.</p>
    </fieldset>
  )
}

/** Concerns as one text with commas. */
function ConcernsField({ form }: { form: RoutineFormState }) {
  const [text, setText] = useState(() => (form.getValues('concerns') ?? []).join(', '))
  const { concerns } = form.formState.errors
  const change = (value: string) => {
    setText(value)
    const items = value.split(',').map((item) => item.trim())
    const distinct = [...new Set(items.filter((item) => item !== ''))]
    form.setValue('concerns', distinct, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const fault = Array.isArray(concerns) ? concerns.find(Boolean)?.message : concerns?.message
  return (
    <TextField
      optional
      label="Concerns"
      hint="With commas between them, such as Redness, Dry patches. Readers choose by them."
      error={fault}
      value={text}
      onChange={(event) => change(event.target.value)}
      autoComplete="off"
    />
  )
}
