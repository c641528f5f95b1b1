import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * `invalidateQueries` keeps the running read of a query without data or without an observer, and its result, which may
 * be older than the change, would count as fresh (TanStack/query issue 11526). Here such a read is followed by another.
 */
class RereadingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const reads = this.getQueryCache()
      .findAll(filters)
      .flatMap((query) => (query.state.fetchStatus === 'idle' ? [] : [{ query, result: query.promise }]))
    const invalidated = super.invalidateQueries(filters, options)
    const kept = reads.filter(({ query, result }) => query.promise === result)
    await Promise.all([
      invalidated,
      ...kept.map(async ({ query: { queryKey }, result }) => {
        await result?.catch(() => {})
        await super.invalidateQueries({ ...filters, queryKey, exact: true, predicate: undefined }, options)
      }),
    ])
  }
}

/** Defaults of the specification: fresh for 10 s, one retry, no refetch on a timer or on window focus. */
export function createQueryClient(where: 'server' | 'browser'): QueryClient {
  // Server rendering does not wait for a retry; the browser refetches.
  const retry = where === 'server' ? false : 1
  // Offline requests fail at once; by default they would be paused, leaving a form at 'Sending...'.
  const shared = { retry, retryDelay: 500, networkMode: 'always' } as const
  return new RereadingQueryClient({
    defaultOptions: {
      // A failed read is not retried on mount; otherwise hydration would replace the rendered error with a skeleton.
      queries: { ...shared, staleTime: 10_000, refetchOnWindowFocus: false, retryOnMount: false },
      mutations: shared,
    },
  })
}
