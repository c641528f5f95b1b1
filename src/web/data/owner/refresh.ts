import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ownerGet } from './owner-api.ts'

/** Lists that 'Refresh Data' requests even if their tab was never opened. */
const reloaded = [
  '/api/posts?status=all',
  '/api/products?status=all',
  '/api/contacts',
  '/api/subscribers',
  '/api/analytics',
]

/** Refetches all cached queries of the dashboard. Rejects if any fails. */
export async function refreshOwnerData(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.refetchQueries({ predicate: ({ queryKey }) => !isReload(queryKey) }, { throwOnError: true }),
    ...reloaded.map((path) => queryClient.fetchQuery({ ...reload(path), staleTime: 0 })),
  ])
}

const reload = (path: string) => queryOptions({ queryKey: ['owner', 'reload', path], queryFn: () => ownerGet(path) })
const isReload = (queryKey: QueryKey) => queryKey[0] === 'owner' && queryKey[1] === 'reload'
