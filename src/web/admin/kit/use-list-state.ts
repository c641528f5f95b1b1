import { useRouter, useTarget } from '../../lib/router.tsx'

export const PAGE_SIZE = 25

export type ListState = {
  /** Query parameters of the API request. */
  query: Record<string, string | number | undefined>
  q: string
  /** The search term of the latest navigation, which may still be loading. */
  nextQ: string
  /** True while another page loads. */
  isLeaving: boolean
  sort: string | undefined
  direction: 'asc' | 'desc' | undefined
  page: number
  filter: (name: string) => string
  /**
   * Changes parameters; every change but one of the page returns to page 1. With `replace`, as by default for those, Back does not
   * return to what was shown before.
   */
  change: (changes: Record<string, string | number | undefined>, options?: { replace?: boolean }) => void
  /** How many filters are set, the search term not counted. */
  filterCount: number
  /** True if a search term or filter is set. */
  isNarrowed: boolean
}

/** The query of the latest navigation within the page, which may still be loading. */
export function useNextQuery(): URLSearchParams {
  const { pathname, query } = useRouter()
  const target = useTarget()
  return target.pathname === pathname ? target.searchParams : query
}

/** Stores a list's state in the URL, so that it survives reloads and Back. `filters` are additional query parameters. */
export function useListState(filters: readonly string[] = []): ListState {
  const { pathname, query, navigate } = useRouter()
  const nextQuery = useNextQuery()
  const isLeaving = useTarget().pathname !== pathname
  const names = ['q', 'sort', 'direction', ...filters]
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1))
  const chosen = Object.fromEntries(names.map((name) => [name, query.get(name) || undefined]))

  const change: ListState['change'] = (changes, { replace = !('page' in changes) } = {}) => {
    const next = new URLSearchParams(nextQuery)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name)
      else next.set(name, String(value))
    }
    const text = next.toString()
    navigate(text ? `${pathname}?${text}` : pathname, { replace, stay: true })
  }

  return {
    query: { ...chosen, page, limit: PAGE_SIZE },
    q: chosen.q ?? '',
    nextQ: nextQuery.get('q') ?? '',
    isLeaving,
    sort: chosen.sort,
    direction: chosen.direction as ListState['direction'],
    page,
    filter: (name) => chosen[name] ?? '',
    change,
    filterCount: filters.filter((name) => chosen[name] !== undefined).length,
    isNarrowed: ['q', ...filters].some((name) => chosen[name] !== undefined),
  }
}
