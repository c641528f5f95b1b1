import { useState } from 'react'

export type Selection = {
  /** The selected rows of the current page. */
  ids: number[]
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** Selects all of `ids`, or clears the selection if all are selected. */
  toggleAll: (ids: number[]) => void
  clear: () => void
}

/** Row selection of the current page; rows of other pages are not selected. */
export function useSelection(shownIds: number[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const ids = shownIds.filter((id) => selected.has(id))
  return {
    ids,
    has: (id) => selected.has(id),
    toggle: (id) =>
      setSelected((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: (all) => setSelected(ids.length === all.length ? new Set() : new Set(all)),
    clear: () => setSelected(new Set()),
  }
}
