import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowCheckbox } from './bulk-bar.tsx'
import type { ListState } from './use-list-state.ts'
import type { Selection } from './use-selection.ts'

export type Column<Row> = {
  /** Also the API's sort key, if `isSortable`. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** Aligned to the right. */
  isNumber?: boolean
  /** Width class for wide screens, such as 'md:w-32'. */
  className?: string
}

/** Explicit ARIA role, because a table laid out as cards loses its implicit one. */
export function as(role: 'table' | 'rowgroup' | 'row' | 'cell' | 'columnheader') {
  return { role }
}

export function HeaderCell<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const isSorted = list.sort === column.key
  const direction = isSorted ? (list.direction ?? 'asc') : undefined
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
  const place = column.isNumber ? 'text-right' : ''
  return (
    <th
      {...as('columnheader')}
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
      className={`px-4 py-1 font-semibold md:max-lg:px-2 whitespace-nowrap text-ink-soft ${place} ${column.className ?? ''}`}
    >
      {column.isSortable ? (
        <button
          type="button"
          onClick={() => list.change({ sort: column.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
          className="-mx-2 inline-flex min-h-10 items-center gap-1.5 rounded-md px-2 hover:bg-cream hover:text-ink"
        >
          {column.header}
          <Arrow aria-hidden="true" className={`size-3.5 ${direction ? 'text-accent-deep' : 'opacity-50'}`} />
        </button>
      ) : (
        <span className="inline-flex min-h-10 items-center">{column.header}</span>
      )}
    </th>
  )
}

type BodyRowProps<Row> = {
  row: Row
  columns: Column<Row>[]
  selection?: Selection
  rowName: (row: Row) => string
}

export function BodyRow<Row extends { id: number }>({ row, columns, selection, rowName }: BodyRowProps<Row>) {
  const isChosen = selection?.has(row.id)
  return (
    <tr
      {...as('row')}
      className={`border-line not-last:border-b max-md:relative max-md:grid max-md:gap-y-1 max-md:p-4 ${isChosen ? 'bg-cream' : 'hover:bg-paper'}`}
    >
      {selection && (
        <td {...as('cell')} className="pl-4 max-md:absolute max-md:top-2 max-md:right-2 max-md:p-0">
          <RowCheckbox
            label={`Select ${rowName(row)}`}
            isChecked={Boolean(isChosen)}
            onChange={() => selection.toggle(row.id)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          {...as('cell')}
          className={`min-w-0 px-4 py-2 md:max-lg:px-2 max-md:px-0 max-md:py-0.5 ${column.isNumber ? 'md:text-right' : ''} ${index === 0 && selection ? 'max-md:pr-10' : ''} ${index === 0 ? 'font-medium' : 'max-md:flex max-md:items-center max-md:gap-2'}`}
        >
          {index > 0 && (
            <span aria-hidden="true" className="min-w-24 shrink-0 text-ink-soft md:hidden">
              {column.header}
            </span>
          )}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
