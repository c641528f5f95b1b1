import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CategoryInput, type OwnerCategory } from '../../../contract/content/categories.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { ownerCategoriesQuery, useSaveCategory } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { DidYouMean } from '../kit/did-you-mean.tsx'
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
  /** Opens another category instead. */
  onOpen: (id: number) => void
}

/** A category to edit, or a new one. */
export function CategoryDialog({ category, onClose, onOpen }: CategoryDialogProps) {
  const edit = useRowForm({
    one: 'category',
    row: category,
    toValues: valuesOf,
    schema: CategoryInput,
    save: useSaveCategory(),
    onSaved: ({ name }) => {
      toast(category ? adminMessages.categorySaved(name) : adminMessages.categoryCreated(name))
      onClose()
    },
  })
  return (
    <EditDialog title={category ? 'Edit Category' : 'New Category'} one="category" edit={edit} onClose={onClose}>
      <CategoryFields form={edit.form} category={category} onOpen={onOpen} />
    </EditDialog>
  )
}

type Values = z.input<typeof CategoryInput>
type FormState = UseFormReturn<Values, unknown, CategoryInput>

type CategoryFieldsProps = {
  form: FormState
  category: OwnerCategory | undefined
  /** Opens another category instead. */
  onOpen: (id: number) => void
}

function CategoryFields({ form, category, onOpen }: CategoryFieldsProps) {
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
      <div>
        <TextField {...field('name', 'Name')} {...nameField} maxLength={60} autoComplete="off" />
        <NearCategory name={watch('name')} except={category?.id} onTake={onOpen} />
      </div>
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

type NearCategoryProps = { name: string; except: number | undefined; onTake: (id: number) => void }

/** Leads to the existing category that a new name probably means. */
function NearCategory({ name, except, onTake }: NearCategoryProps) {
  const { data: categories = [] } = useQuery(ownerCategoriesQuery())
  const others = categories.filter(({ id }) => id !== except)
  const open = (taken: string) => {
    const found = others.find((other) => other.name === taken)
    if (found) onTake(found.id)
  }
  return <DidYouMean typed={name} existing={others.map((other) => other.name)} onTake={open} />
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
