import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ValuesForAll } from '../../../../contract/shop/import-decisions.ts'
import { ProductColumn } from '../../../../contract/shop/product-columns.ts'
import type { ColumnMapping, ImportColumn } from '../../../../contract/shop/product-import.ts'
import { ownerProductCategoriesQuery } from '../../../data/owner/products.ts'
import { StatusMessage } from '../../../ui/status-message.tsx'
import { controlClass, SelectField, TextField } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { CurrencyOptions } from '../currency-options.tsx'
import { labelOf } from './import-labels.ts'

type ChooseColumnsProps = {
  columns: ImportColumn[]
  warning: string | undefined
  forAll: ValuesForAll
  isBusy: boolean
  onBack: () => void
  onChoose: (columns: ColumnMapping, forAll: ValuesForAll) => void
}

/** Which column of the file holds what. A field is in one column alone: choosing it elsewhere moves it. */
export function ChooseColumns({ columns, warning, forAll, isBusy, onBack, onChoose }: ChooseColumnsProps) {
  const [values, setValues] = useState(forAll)
  const [fields, setFields] = useState<ColumnMapping>(columns.map((column) => column.field))
  const choose = (index: number, field: ProductColumn | null) =>
    setFields((before) => before.map((each, at) => (at === index ? field : each === field ? null : each)))
  return (
    <Panel
      title="What is in the columns?"
      description="Guessed by their headers and cells. Columns that you leave out are ignored."
    >
      {warning && <StatusMessage className="mb-3">{warning}</StatusMessage>}
      <ul className="divide-y divide-line">
        {columns.map(({ header, samples }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headers may repeat
          <li key={index} className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {header || `Column ${index + 1}`}
              </p>
              <p className="truncate text-sm text-ink-soft">{samples.join(' · ') || 'Empty'}</p>
            </div>
            <select
              aria-label={`Field of “${header || `Column ${index + 1}`}”`}
              value={fields[index] ?? ''}
              onChange={(event) =>
                choose(index, event.target.value === '' ? null : ProductColumn.parse(event.target.value))
              }
              className={controlClass}
            >
              <option value="">Leave out</option>
              {ProductColumn.options.map((field) => (
                <option key={field} value={field}>
                  {labelOf(field)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <SameForAll values={values} onChange={setValues} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <ToolButton onClick={onBack}>Another file</ToolButton>
        <ToolButton
          tone="primary"
          disabled={isBusy || fields.every((field) => field === null)}
          onClick={() => onChoose(fields, values)}
        >
          Check the rows
        </ToolButton>
      </div>
    </Panel>
  )
}

type SameForAllProps = { values: ValuesForAll; onChange: (values: ValuesForAll) => void }

/** One value for all rows, instead of what the file says. */
function SameForAll({ values, onChange }: SameForAllProps) {
  const categoriesId = useId()
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full text-sm font-semibold">The same for all rows</legend>
      <p className="clear-both mb-3 text-sm text-ink-soft">Instead of what the file says. Leave empty to keep that.</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          optional={null}
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
          optional={null}
          label="All prices are in"
          value={values.currency ?? ''}
          onChange={(event) => onChange({ ...values, currency: event.target.value || undefined })}
        >
          <option value="">As in the file</option>
          <CurrencyOptions current={values.currency} />
        </SelectField>
        <SelectField
          optional={null}
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
