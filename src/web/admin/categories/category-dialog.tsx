import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CategoryInput, type OwnerCategory } from '../../../contract/content/categories.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveCategory } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { showServerError } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { PictureActions } from '../media/picture-actions.tsx'
import { categorySlug } from './category-slug.ts'

type CategoryDialogProps = {
  isNew: boolean
  /** Undefined for a new category and for one that no longer exists. */
  category?: OwnerCategory
  onClose: () => void
}

export function CategoryDialog({ isNew, category: shown, onClose }: CategoryDialogProps) {
  // The state when the dialog was opened; the list may be refetched meanwhile.
  const [category] = useState(shown)
  if (!isNew && !category)
    return (
      <Dialog isOpen title="Edit Category" onClose={onClose}>
        <StatusMessage>There is no such category. It may have been deleted.</StatusMessage>
      </Dialog>
    )
  return <EditDialog category={category} onClose={onClose} />
}

type Values = z.input<typeof CategoryInput>
type FormState = UseFormReturn<Values, unknown, CategoryInput>

function EditDialog({ category, onClose }: { category?: OwnerCategory; onClose: () => void }) {
  const formId = useId()
  const [isLeaving, setIsLeaving] = useState(false)
  const mutation = useSaveCategory()
  const form: FormState = useForm({ defaultValues: valuesOf(category), resolver: zodResolver(CategoryInput) })
  const { isDirty, errors } = form.formState
  const close = () => (isDirty ? setIsLeaving(true) : onClose())

  const save = form.handleSubmit((input) =>
    mutation.mutate(submission({ input, id: category?.id }), {
      onSuccess: ({ name }) => {
        toast(category ? adminMessages.categorySaved(name) : adminMessages.categoryCreated(name))
        onClose()
      },
      onError: (error) => showServerError(form, error, 'The category was not saved:'),
    }),
  )

  return (
    <Dialog
      isOpen
      title={category ? 'Edit Category' : 'New Category'}
      onClose={close}
      footer={
        <>
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={mutation.isPending}>
            {mutation.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <CategoryFields form={form} category={category} />
        {errors.root && (
          <StatusMessage tone="error" className="mt-5">
            {errors.root.message}
          </StatusMessage>
        )}
      </form>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={onClose}
        onClose={() => setIsLeaving(false)}
      >
        <p>What you changed in this category has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}

function CategoryFields({ form, category }: { form: FormState; category?: OwnerCategory }) {
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
  const slug = watch('slug')
  const isMoving = category !== undefined && slug.trim() !== category.slug
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
        hint={
          isMoving
            ? `Links to ${categoryHref(category.slug)} will lead to the new address.`
            : 'The end of its address: /blog/category/…'
        }
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

function valuesOf(category: OwnerCategory | undefined): Values {
  const { name = '', slug = '', description = '', imageUrl = '', imageAlt = '' } = category ?? {}
  return { name, slug, description, imageUrl, imageAlt }
}
