import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ownerGet } from './owner-api.ts'

/** What 'Refresh Data' reloads also where its tab was not opened yet. */
const reloaded = [
  '/api/posts?status=all',
  '/api/products?status=all',
  '/api/contacts',
  '/api/subscribers',
  '/api/analytics',
]

/** Asks again for everything of the dashboard, shown or not. Rejects where anything fails. */
export async function refreshOwnerData(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.refetchQueries({ predicate: ({ queryKey }) => !isReload(queryKey) }, { throwOnError: true }),
    ...reloaded.map((path) => queryClient.fetchQuery({ ...reload(path), staleTime: 0 })),
  ])
}

const reload = (path: string) => queryOptions({ queryKey: ['owner', 'reload', path], queryFn: () => ownerGet(path) })
const isReload = (queryKey: QueryKey) => queryKey[0] === 'owner' && queryKey[1] === 'reload'
