import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

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
        await super.invalidateQueries({ queryKey, exact: true }, options)
      }),
    ])
  }
}

/** A client for changes, with the cache and the options of `client`. */
export function createAdminQueryClient(client: QueryClient): QueryClient {
  return new RereadingQueryClient({
    queryCache: client.getQueryCache(),
    mutationCache: client.getMutationCache(),
    defaultOptions: client.getDefaultOptions(),
  })
}

/** The admin's query client; its code stays out of the public bundle, which changes nothing that it has read. */
export function AdminQueryProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const adminClient = useMemo(() => createAdminQueryClient(client), [client])
  return <QueryClientProvider client={adminClient}>{children}</QueryClientProvider>
}
