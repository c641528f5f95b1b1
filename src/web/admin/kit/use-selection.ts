import { useState } from 'react'

export type Selection = {
  /** The selected rows of the current page. */
  ids: number[]
  /** Whether every row that the list's filters match is selected, on all pages. */
  isWhole: boolean
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** Selects all of `ids`, or clears the selection if all are selected. */
  toggleAll: (ids: number[]) => void
  selectWhole: () => void
  clear: () => void
}

/**
 * Row selection of the current page, or of everything that the filters match; `filters` is a text that changes with them
 * and ends such a selection.
 */
export function useSelection(shownIds: number[], filters = ''): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [wholeOf, setWholeOf] = useState<string>()
  const isWhole = wholeOf === filters
  const ids = isWhole ? shownIds : shownIds.filter((id) => selected.has(id))
  const select = (next: Iterable<number>) => {
    setWholeOf(undefined)
    setSelected(new Set(next))
  }
  return {
    ids,
    isWhole,
    has: (id) => isWhole || selected.has(id),
    toggle: (id) => {
      const next = new Set(isWhole ? shownIds : selected)
      if (!next.delete(id)) next.add(id)
      select(next)
    },
    toggleAll: (all) => select(ids.length === all.length ? [] : all),
    selectWhole: () => setWholeOf(filters),
    clear: () => select([]),
  }
}
