import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  /** On a phone shown only in an opened row: actions, and what is not needed to choose a row. */
  isHiddenOnPhone?: boolean
  /** Width class for wide screens, such as 'md:w-32'. */
  className?: string
}

/** Explicit ARIA role, because a table laid out as cards loses its implicit one. */
export function as(role: 'table' | 'rowgroup' | 'row' | 'cell' | 'columnheader' | 'rowheader') {
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
      className={`px-4 py-1 font-semibold md:max-2xl:px-2 whitespace-nowrap text-ink-soft ${place} ${column.className ?? ''}`}
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
  highlightedId?: number | undefined
}

/** On a phone two lines with a button that opens the rest: labels, actions and columns for larger screens. */
export function BodyRow<Row extends { id: number }>({
  row,
  columns,
  selection,
  rowName,
  highlightedId,
}: BodyRowProps<Row>) {
  const [isOpen, setIsOpen] = useState(false)
  const isHighlighted = row.id === highlightedId
  const element = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isHighlighted) element.current?.scrollIntoView({ block: 'center' })
  }, [isHighlighted])
  const isChosen = selection?.has(row.id)
  return (
    <tr
      {...as('row')}
      ref={element}
      data-name={rowName(row)}
      aria-current={isHighlighted || undefined}
      className={`border-line not-last:border-b max-md:relative max-md:py-1.5 max-md:pr-14 ${selection ? 'max-md:pl-12' : 'max-md:pl-4'} ${isOpen ? 'max-md:grid max-md:gap-y-1 max-md:pb-3' : 'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3'} ${isHighlighted ? 'outline-2 -outline-offset-2 outline-accent-deep' : ''} ${isChosen || isHighlighted ? 'bg-cream' : 'hover:bg-paper'}`}
    >
      {selection && (
        <td {...as('cell')} className="pl-4 max-md:absolute max-md:top-0.5 max-md:left-1 max-md:p-0">
          <RowCheckbox
            label={`Select ${rowName(row)}`}
            isChecked={Boolean(isChosen)}
            onChange={() => selection.toggle(row.id)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.key}
            {...(index === 0 ? { ...as('rowheader'), scope: 'row' } : as('cell'))}
            className={`min-w-0 px-4 py-2 md:max-2xl:px-2 max-md:p-0 ${column.isNumber ? 'md:text-right' : ''} ${index === 0 ? 'text-left font-medium max-md:basis-full max-md:py-0.5' : isOpen ? 'max-md:flex max-md:items-center max-md:gap-2 max-md:py-0.5' : column.isHiddenOnPhone ? 'max-md:hidden' : 'max-md:text-xs max-md:leading-5'}`}
          >
            {index > 0 && (
              <span aria-hidden="true" className={isOpen ? 'min-w-24 shrink-0 text-ink-soft md:hidden' : 'hidden'}>
                {column.header}
              </span>
            )}
            {column.cell(row)}
            {index === 0 && (
              <RowToggle name={rowName(row)} isOpen={isOpen} onToggle={() => setIsOpen((before) => !before)} />
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

type RowToggleProps = { name: string; isOpen: boolean; onToggle: () => void }

function RowToggle({ name, isOpen, onToggle }: RowToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`More about ${name}`}
      onClick={onToggle}
      className="absolute top-0.5 right-1 grid size-11 place-items-center rounded-md text-ink-soft hover:bg-cream md:hidden"
    >
      <ChevronDown aria-hidden="true" className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  )
}
