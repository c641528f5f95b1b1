import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { OwnerImage } from '../../../contract/images.ts'
import { COMMON_CURRENCIES, currencies } from '../../../contract/prices.ts'
import type { ProductInput } from '../../../contract/products.ts'
import { ownerProductCategoriesQuery } from '../../data/owner/products.ts'
import { CheckboxField, SelectField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { LibraryButton } from '../media/library-button.tsx'

export type ProductFormValues = z.input<typeof ProductInput>
export type ProductFormState = UseFormReturn<ProductFormValues, unknown, ProductInput>

export function ProductFields({ form }: { form: ProductFormState }) {
  const { register, formState } = form
  const field = (name: keyof ProductFormValues, label: string) => ({
    label,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const chooseImage = ({ url, altText }: OwnerImage) => {
    form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })
    form.setValue('imageAlt', altText, { shouldDirty: true })
  }
  const categoriesId = useId()
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  return (
    <div className="space-y-5">
      <TextField {...field('name', 'Name')} maxLength={200} autoComplete="off" />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem_7rem]">
        <TextField {...field('category', 'Category')} list={categoriesId} maxLength={100} autoComplete="off" />
        <datalist id={categoriesId}>
          {categories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField {...field('price', 'Price')} inputMode="decimal" placeholder="24.50" autoComplete="off" />
        <SelectField {...field('currency', 'Currency')}>
          <CurrencyOptions current={form.watch('currency')} />
        </SelectField>
      </div>
      <TextField
        {...field('affiliateLink', 'Affiliate link')}
        hint="The address at the shop, with your tracking code. It opens in a new tab."
        type="url"
        placeholder="https://"
        autoComplete="off"
      />
      <ImageField
        {...field('imageUrl', 'Image')}
        address={form.watch('imageUrl') ?? ''}
        actions={<LibraryButton onChoose={chooseImage} />}
        placeholder="https://"
        autoComplete="off"
      />
      <TextField
        {...field('imageAlt', 'Image description (alt text)')}
        hint="What the image shows, for readers who cannot see it."
        maxLength={500}
        autoComplete="off"
      />
      <CheckboxField
        {...register('isActive')}
        label="Active"
        hint="Readers see it in the shop, the search and articles."
      />
    </div>
  )
}

function CurrencyOptions({ current }: { current: string | undefined }) {
  const common: string[] = [...COMMON_CURRENCIES]
  const others = currencies().filter((code) => !common.includes(code))
  const isKnown = current === undefined || common.includes(current) || others.includes(current)
  return (
    <>
      {!isKnown && <option value={current}>{current}</option>}
      {common.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
      <optgroup label="All currencies">
        {others.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </optgroup>
    </>
  )
}
