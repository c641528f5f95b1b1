import { useState } from 'react'
import { BULK_MAX, type Choice } from '../../../contract/platform/lists.ts'

/** The rows that a bulk action takes, and how many they are. */
export type Chosen = { choice: Choice; count: number }

export const chosenRow = ({ id }: { id: number }): Chosen => ({ choice: { ids: [id] }, count: 1 })

export type Selection = Chosen & {
  /** Whether every row that the list's filters match is selected, on all pages. */
  isWhole: boolean
  /** The rows on all pages, and how many of them one bulk action takes at most. */
  total: number
  max: number
  /** The selected rows of the current page. */
  shown: number[]
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** Selects all of `ids`, or clears the selection if all are selected. */
  toggleAll: (ids: number[]) => void
  selectWhole: () => void
  clear: () => void
}

type Rows = { items: { id: number }[]; total: number }

/**
 * Row selection of the current page, or of everything that the filters match. `query` is that of the list; another filter
 * ends such a selection, another page or order does not. `max` is the bound of the list's bulk endpoints.
 */
export function useSelection(rows: Rows | undefined, query: object, max = BULK_MAX): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [wholeOf, setWholeOf] = useState<string>()
  const { items = [], total = 0 } = rows ?? {}
  const filters = filtersOf(query)
  const isWhole = wholeOf === JSON.stringify(filters)
  const ids = items.map(({ id }) => id)
  const shown = isWhole ? ids : ids.filter((id) => selected.has(id))
  const select = (next: Iterable<number>) => {
    setWholeOf(undefined)
    setSelected(new Set(next))
  }
  return {
    choice: isWhole ? { query: filters, total } : { ids: shown },
    count: isWhole ? total : shown.length,
    isWhole,
    total,
    max,
    shown,
    has: (id) => isWhole || selected.has(id),
    toggle: (id) => {
      const next = new Set(isWhole ? ids : selected)
      if (!next.delete(id)) next.add(id)
      select(next)
    },
    toggleAll: (all) => select(shown.length === all.length ? [] : all),
    selectWhole: () => setWholeOf(JSON.stringify(filters)),
    clear: () => select([]),
  }
}

/** Returns the query of a list without its order and page. */
function filtersOf(query: object): Record<string, unknown> {
  const {
    page: _page,
    limit: _limit,
    sort: _sort,
    direction: _direction,
    ...filters
  } = query as Record<string, unknown>
  return filters
}
