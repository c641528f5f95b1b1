import { zodResolver } from '@hookform/resolvers/zod'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CategoryInput, type OwnerCategory } from '../../../contract/content/categories.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { useSaveCategory } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { PictureActions } from '../media/picture-actions.tsx'
import { categorySlug } from './category-slug.ts'

type CategoryDialogProps = {
  /** Undefined for a new one. */
  category: OwnerCategory | undefined
  onClose: () => void
}

/** A category to edit, or a new one. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const edit = useRowForm({
    one: 'category',
    row: category,
    toValues: valuesOf,
    resolver: zodResolver(CategoryInput),
    save: useSaveCategory(),
    onSaved: ({ name }) => {
      toast(category ? adminMessages.categorySaved(name) : adminMessages.categoryCreated(name))
      onClose()
    },
  })
  return (
    <EditDialog title={category ? 'Edit Category' : 'New Category'} one="category" edit={edit} onClose={onClose}>
      <CategoryFields form={edit.form} category={category} />
    </EditDialog>
  )
}

type Values = z.input<typeof CategoryInput>
type FormState = UseFormReturn<Values, unknown, CategoryInput>

function CategoryFields({ form, category }: { form: FormState; category: OwnerCategory | undefined }) {
  const { register, formState, watch } = form
  const field = (name: keyof Values, label: string) => ({
    label,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const chooseImage = ({ url, altText }: OwnerImage) => {
    form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })
    form.setValue('imageAlt', altText, { shouldDirty: true })
  }
  const nameField = register('name', {
    onChange: (event: { target: { value: string } }) => {
      // The slug of a new category follows its name until it is edited.
      if (!category && !formState.dirtyFields.slug) form.setValue('slug', categorySlug(event.target.value))
    },
  })
  return (
    <div className="space-y-5">
      <TextField {...field('name', 'Name')} {...nameField} maxLength={60} autoComplete="off" />
      <TextField
        {...field('slug', 'Slug')}
        hint={slugHint(watch('slug'), category)}
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
      />
      <TextAreaField
        {...field('description', 'Description')}
        maxLength={300}
        hint="Shown above its posts, and to search engines."
      />
      <ImageField
        {...field('imageUrl', 'Image')}
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
        {...field('imageAlt', 'Image description (alt text)')}
        hint="What the image shows, for readers who cannot see it."
        maxLength={300}
        autoComplete="off"
      />
    </div>
  )
}

function slugHint(slug: string, category: OwnerCategory | undefined): string {
  return category && slug.trim() !== category.slug
    ? `Links to ${categoryHref(category.slug)} will lead to the new address.`
    : 'The end of its address: /blog/category/…'
}

function valuesOf(category: OwnerCategory | undefined): Values {
  const { name = '', slug = '', description = '', imageUrl = '', imageAlt = '' } = category ?? {}
  return { name, slug, description, imageUrl, imageAlt }
}
