import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, useId } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { parsePriceCell } from '../../../contract/shop/price-cells.ts'
import { currencyFault, priceFault } from '../../../contract/shop/prices.ts'
import { productFields } from '../../../contract/shop/product-fields.ts'
import { ownerProductCategoriesQuery } from '../../data/owner/products.ts'
import { DidYouMean } from '../kit/did-you-mean.tsx'
import { CheckboxField, SelectField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { linkHint } from '../kit/link-hint.ts'
import { PictureActions } from '../media/picture-actions.tsx'
import { CurrencyOptions } from './currency-options.tsx'
import type { ProductFormState } from './products.ts'

/** A specified field. */
type FieldName = keyof typeof productFields

export function ProductFields({ form }: { form: ProductFormState }) {
  const { name, category, price, currency, ...rows } = useControls(form)
  return (
    <div className="space-y-5">
      {name}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem_7rem]">
        {category}
        {price}
        {currency}
      </div>
      {Object.entries(rows).map(([field, control]) => (
        <Fragment key={field}>{control}</Fragment>
      ))}
    </div>
  )
}

/** The control of each field, in the order of the form. */
function useControls(form: ProductFormState): Record<FieldName, ReactNode> {
  const { register, formState } = form
  const control = (name: FieldName) => ({
    label: labelOf(name),
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const chooseImage = ({ url, altText }: OwnerImage) => {
    form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })
    form.setValue('imageAlt', altText, { shouldDirty: true })
  }
  /** A price with its currency, such as `14,99 €`, fills both fields. */
  const splitPrice = () => {
    const { value, currency } = parsePriceCell(form.getValues('price') ?? '')
    if (!value || priceFault(value)) return
    const code = currency?.codes.length === 1 ? currency.codes[0] : undefined
    // First, since the price is validated by it.
    if (code && !currencyFault(code)) form.setValue('currency', code, { shouldDirty: true })
    form.setValue('price', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return {
    name: <TextField {...control('name')} maxLength={200} autoComplete="off" />,
    category: (
      <CategoryField
        {...control('category')}
        typed={form.watch('category') ?? ''}
        onTake={(category) => form.setValue('category', category, { shouldDirty: true, shouldValidate: true })}
      />
    ),
    price: (
      <TextField
        {...control('price')}
        {...register('price', { onBlur: splitPrice })}
        inputMode="decimal"
        placeholder="24.50"
        autoComplete="off"
      />
    ),
    currency: (
      <SelectField {...control('currency')} {...register('currency', { deps: 'price' })}>
        <CurrencyOptions current={form.watch('currency')} />
      </SelectField>
    ),
    affiliateLink: (
      <TextField
        {...control('affiliateLink')}
        hint={linkHint(
          form.watch('affiliateLink'),
          'The address at the shop, with your tracking code. It opens in a new tab.',
        )}
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
    ),
    imageUrl: (
      <ImageField
        {...control('imageUrl')}
        address={form.watch('imageUrl') ?? ''}
        actions={
          <PictureActions
            onChoose={chooseImage}
            address={form.watch('imageUrl') ?? ''}
            alt={form.watch('imageAlt') ?? ''}
            onCopied={({ url }) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true })}
          />
        }
        placeholder="https://"
        autoComplete="off"
      />
    ),
    imageAlt: (
      <TextField
        {...control('imageAlt')}
        hint="What the image shows, for readers who cannot see it."
        maxLength={500}
        autoComplete="off"
      />
    ),
    isActive: (
      <CheckboxField
        label={labelOf('isActive')}
        {...register('isActive')}
        hint="Readers see it in the shop, the search and articles."
      />
    ),
  }
}

function labelOf(name: FieldName): string {
  const field: { label: string; formLabel?: string } = productFields[name]
  return field.formLabel ?? field.label
}

type CategoryFieldProps = ComponentProps<typeof TextField> & { typed: string; onTake: (category: string) => void }

function CategoryField({ typed, onTake, ...props }: CategoryFieldProps) {
  const categoriesId = useId()
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  return (
    <div>
      <TextField {...props} list={categoriesId} maxLength={100} autoComplete="off" />
      <datalist id={categoriesId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DidYouMean typed={typed} existing={categories} onTake={onTake} />
    </div>
  )
}
