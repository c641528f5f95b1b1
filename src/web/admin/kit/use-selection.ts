import { useState } from 'react'

export type Selection = {
  /** The chosen rows that are shown now. */
  ids: number[]
  has: (id: number) => boolean
  toggle: (id: number) => void
  /** Chooses all of `ids`, or none where all are chosen. */
  toggleAll: (ids: number[]) => void
  clear: () => void
}

/** Which rows of the shown page are chosen; what leaves the page is chosen no more. */
export function useSelection(shownIds: number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = shownIds.filter((id) => chosen.has(id))
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: (all) => setChosen(ids.length === all.length ? new Set() : new Set(all)),
    clear: () => setChosen(new Set()),
  }
}
