import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Page } from '../../../contract/platform/paths.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BulkBar, SelectAll } from './bulk-bar.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Pager } from './pager.tsx'
import { as, BodyRow, type Column, HeaderCell } from './table-parts.tsx'
import { ToolButton } from './tool-button.tsx'
import { type ListState, PAGE_SIZE } from './use-list-state.ts'
import type { Selection } from './use-selection.ts'

type DataTableProps<Row extends { id: number }> = {
  /** Accessible name: 'Products'. */
  label: string
  /** In words, where it is not the label: 'messages'. */
  many?: string
  columns: Column<Row>[]
  query: UseQueryResult<Page<Row>>
  list: ListState
  /** Accessible name of a row's checkbox. */
  rowName: (row: Row) => string
  selection?: Selection
  /** A row to scroll to and to mark. */
  highlightedId?: number | undefined
  /** Buttons for the selected rows. */
  bulkActions?: ReactNode
  /** Shown for an empty list, usually with a create button. */
  empty: ReactNode
  errorText: string
}

/**
 * One page of a list; sorting, searching and paging happen on the server. On a phone each row becomes a card, and
 * explicit roles keep the table semantics.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { query, label, columns, errorText, list } = props
  const { data, isPending, isPlaceholderData } = query
  const pages = data && Math.ceil(data.total / PAGE_SIZE)
  const isPastEnd = !isPlaceholderData && pages !== undefined && pages > 0 && list.page > pages
  const toLastPage = useEffectEvent(() => list.change({ page: pages }, { replace: true }))
  useEffect(() => {
    // The last row of the last page was deleted, which leaves nothing for Back to return to.
    if (isPastEnd) toLastPage()
  }, [isPastEnd])
  return (
    <div data-list="">
      {isPending ? (
        <TableSkeleton columns={columns.length} label={label} />
      ) : (
        <>
          <LoadFailure query={query}>{errorText}</LoadFailure>
          {data && <LoadedTable {...props} data={data} />}
        </>
      )}
    </div>
  )
}

function LoadedTable<Row extends { id: number }>({ data, ...props }: DataTableProps<Row> & { data: Page<Row> }) {
  const { query, list, label, many, columns, selection, bulkActions, empty } = props
  const { isPlaceholderData } = query
  if (data.total === 0 && !list.isNarrowed) return <EmptyList label={label}>{empty}</EmptyList>
  if (data.items.length === 0)
    return (
      <EmptyList label={label}>
        <p>Nothing matches.</p>
        <ToolButton className="mt-4" onClick={() => list.change(clearedFilters(list))}>
          Show everything
        </ToolButton>
      </EmptyList>
    )
  return (
    <>
      {selection && (
        <BulkBar selection={selection} actions={bulkActions} rows={data.items} many={many ?? label.toLowerCase()} />
      )}
      <div
        className={`overflow-x-auto rounded-card border border-line bg-white transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <table
          {...as('table')}
          aria-label={label}
          tabIndex={-1}
          data-keeps-focus=""
          aria-busy={isPlaceholderData}
          className="w-full text-sm max-md:block max-md:wrap-anywhere"
        >
          <thead {...as('rowgroup')} className="max-md:not-focus-within:sr-only">
            <tr {...as('row')} className="border-b border-line text-left">
              {selection && (
                <th {...as('columnheader')} scope="col" className="w-12 pl-4">
                  <SelectAll selection={selection} rows={data.items} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} list={list} />
              ))}
            </tr>
          </thead>
          <tbody {...as('rowgroup')} className="max-md:block">
            {data.items.map((row) => (
              <BodyRow key={row.id} row={row} {...props} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager list={list} total={data.total} />
    </>
  )
}

function EmptyList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no fields, and a section with a name would be a landmark
    <div
      role="group"
      aria-label={label}
      tabIndex={-1}
      data-keeps-focus=""
      className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft"
    >
      {children}
    </div>
  )
}

function TableSkeleton({ columns, label }: { columns: number; label: string }) {
  const rows = Array.from({ length: 8 }, (_, index) => `row ${index}`)
  return (
    <div role="status" className="rounded-card border border-line bg-white p-4">
      <span className="sr-only">Loading {label}…</span>
      {rows.map((row) => (
        <div key={row} className="flex gap-6 border-line py-3 not-last:border-b">
          {Array.from({ length: Math.min(columns, 5) }, (_, index) => `cell ${index}`).map((cell) => (
            <Skeleton key={cell} className="h-5 grow" />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Changes that clear the search term and all filters, but not the order. */
function clearedFilters(list: ListState): Record<string, undefined> {
  const { sort: _sort, direction: _direction, page: _page, limit: _limit, ...narrowing } = list.query
  return Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined]))
}

/** Keeps the previous page while the next one loads, as `placeholderData`. */
export function keepPage<Row>(before: Page<Row> | undefined): Page<Row> | undefined {
  return before
}
