import { useEffect } from 'react'
import { useRouter } from '../../lib/router.tsx'

export const PAGE_SIZE = 25

export type ListState = {
  /** What the API is asked: term, order, page and filters, those that are set. */
  query: Record<string, string | number | undefined>
  q: string
  sort: string | undefined
  direction: 'asc' | 'desc' | undefined
  page: number
  filter: (name: string) => string
  /** Changes any of them; all but a change of page begin at page 1. */
  change: (changes: Record<string, string | number | undefined>) => void
  /** True where the list shows less than everything. */
  isNarrowed: boolean
}

/** The address that a list was asked for last, from the one that was shown then. It may not be there yet. */
let wanted: { from: string; next: string } | undefined

/**
 * What a list shows stands in the address: it survives a reload, Back leads to it, and it can be kept as a bookmark.
 * `filters` are the names of its own query parameters.
 */
export function useListState(filters: readonly string[] = []): ListState {
  const { pathname, query: address, navigate } = useRouter()
  const shown = `${pathname}?${address}`
  useEffect(() => {
    if (wanted?.from !== shown) wanted = undefined
  }, [shown])
  const names = ['q', 'sort', 'direction', ...filters]
  const page = Math.max(1, Math.floor(Number(address.get('page')) || 1))
  const chosen = Object.fromEntries(names.map((name) => [name, address.get(name) || undefined]))

  const change: ListState['change'] = (changes) => {
    // Two changes in quick succession: the second adds to the first, though that is not shown yet.
    const next = new URLSearchParams(wanted?.from === shown ? wanted.next : address)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name)
      else next.set(name, String(value))
    }
    const text = next.toString()
    wanted = { from: shown, next: text }
    navigate(text ? `${pathname}?${text}` : pathname, { replace: !('page' in changes), stay: true })
  }

  return {
    query: { ...chosen, page, limit: PAGE_SIZE },
    q: chosen.q ?? '',
    sort: chosen.sort,
    direction: chosen.direction as ListState['direction'],
    page,
    filter: (name) => chosen[name] ?? '',
    change,
    isNarrowed: ['q', ...filters].some((name) => chosen[name] !== undefined),
  }
}
