import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ValuesForAll } from '../../../../contract/shop/import-decisions.ts'
import { ownerProductCategoriesQuery } from '../../../data/owner/products.ts'
import { SelectField, TextField } from '../../kit/form-fields.tsx'
import { CurrencyOptions } from '../currency-options.tsx'

type SameForAllProps = { values: ValuesForAll; onChange: (values: ValuesForAll) => void }

/** One value for all rows, instead of what the file says. */
export function SameForAll({ values, onChange }: SameForAllProps) {
  const categoriesId = useId()
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full text-sm font-semibold">The same for all rows</legend>
      <p className="clear-both mb-3 text-sm text-ink-soft">Instead of what the file says. Leave empty to keep that.</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Put all into category"
          value={values.category ?? ''}
          onChange={(event) => onChange({ ...values, category: event.target.value || undefined })}
          list={categoriesId}
          maxLength={100}
          autoComplete="off"
        />
        <datalist id={categoriesId}>
          {categories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <SelectField
          label="All prices are in"
          value={values.currency ?? ''}
          onChange={(event) => onChange({ ...values, currency: event.target.value || undefined })}
        >
          <option value="">As in the file</option>
          <CurrencyOptions current={values.currency} />
        </SelectField>
        <SelectField
          label="Show all in the shop"
          value={values.isActive === undefined ? '' : String(values.isActive)}
          onChange={(event) =>
            onChange({ ...values, isActive: event.target.value === '' ? undefined : event.target.value === 'true' })
          }
        >
          <option value="">As in the file</option>
          <option value="true">Yes, all with a link</option>
          <option value="false">No, all inactive</option>
        </SelectField>
      </div>
    </fieldset>
  )
}
