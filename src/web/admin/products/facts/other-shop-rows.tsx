import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { OTHER_SHOPS_MAX, productFacts } from '../../../../contract/shop/product-facts.ts'
import { SelectField, TextField } from '../../kit/form-fields.tsx'
import { linkHint } from '../../kit/link-hint.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { CurrencyOptions } from '../currency-options.tsx'
import type { ProductFormState } from '../products.ts'

/** Further shops with their own price. Rows in which nothing was typed are not saved. */
export function OtherShopRows({ form }: { form: ProductFormState }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'facts.otherShops' })
  const field = (index: number, name: 'name' | 'link' | 'price' | 'currency' | 'checkedOn') => ({
    error: form.formState.errors.facts?.otherShops?.[index]?.[name]?.message,
    ...form.register(`facts.otherShops.${index}.${name}`),
    autoComplete: 'off',
  })
  const blank = { name: '', link: '', price: '', currency: form.watch('currency') ?? 'USD', checkedOn: '' }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold text-ink">{productFacts.otherShops.label}</legend>
      <ul className="space-y-4">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <fieldset className="space-y-3 border-l-2 border-line pl-3">
              <legend className="sr-only">Shop {index + 2}</legend>
              <TextField label={`Name of shop ${index + 2}`} {...field(index, 'name')} maxLength={80} />
              <TextField
                label={`Link to shop ${index + 2}`}
                {...field(index, 'link')}
                hint={linkHint(form.watch(`facts.otherShops.${index}.link`))}
                inputMode="url"
                placeholder="https://"
              />
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_9rem_10rem]">
                <TextField label={`Price at shop ${index + 2}`} {...field(index, 'price')} inputMode="decimal" />
                <SelectField label={`Currency, shop ${index + 2}`} {...field(index, 'currency')}>
                  <CurrencyOptions current={form.watch(`facts.otherShops.${index}.currency`)} />
                </SelectField>
                <TextField
                  label={`Checked on, shop ${index + 2}`}
                  {...field(index, 'checkedOn')}
                  type="date"
                  className="max-sm:col-span-2"
                />
              </div>
              <ToolButton tone="danger" onClick={() => remove(index)}>
                <Trash2 aria-hidden="true" className="size-4" />
                Remove shop {index + 2}
              </ToolButton>
            </fieldset>
          </li>
        ))}
      </ul>
      <ToolButton className="mt-2" disabled={fields.length >= OTHER_SHOPS_MAX} onClick={() => append(blank)}>
        <Plus aria-hidden="true" className="size-4" />
        Add a shop
      </ToolButton>
    </fieldset>
  )
}
