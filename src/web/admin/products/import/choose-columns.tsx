import { useState } from 'react'
import type { ValuesForAll } from '../../../../contract/shop/import-decisions.ts'
import { ProductColumn } from '../../../../contract/shop/product-columns.ts'
import type { ColumnMapping, ImportColumn } from '../../../../contract/shop/product-import.ts'
import { controlClass } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { labelOf } from './import-labels.ts'
import { SameForAll } from './same-for-all.tsx'

type ChooseColumnsProps = {
  columns: ImportColumn[]
  forAll: ValuesForAll
  isBusy: boolean
  onBack: () => void
  onChoose: (columns: ColumnMapping, forAll: ValuesForAll) => void
}

/** Which column of the file holds what. A field is in one column alone: choosing it elsewhere moves it. */
export function ChooseColumns({ columns, forAll, isBusy, onBack, onChoose }: ChooseColumnsProps) {
  const [values, setValues] = useState(forAll)
  const [fields, setFields] = useState<ColumnMapping>(columns.map((column) => column.field))
  const choose = (index: number, field: ProductColumn | null) =>
    setFields((before) => before.map((each, at) => (at === index ? field : each === field ? null : each)))
  return (
    <Panel
      title="What is in the columns?"
      description="Guessed by their headers and cells. Columns that you leave out are ignored."
    >
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
