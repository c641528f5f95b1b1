import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { listContacts } from '../../../contract/audience/contact-messages.ts'
import { listSubscribers } from '../../../contract/audience/subscriber-list.ts'
import { listOwnerPosts } from '../../../contract/content/post-endpoints.ts'
import { listAnalytics } from '../../../contract/shop/analytics.ts'
import { productRows } from '../../../contract/shop/product-endpoints.ts'
import { ownerRead } from './owner-call.ts'

/** Lists that 'Refresh Data' requests even if their tab was never opened. */
const lists: Record<string, () => Promise<unknown>> = {
  posts: () => ownerRead(listOwnerPosts, { query: { status: 'all' } }),
  products: () => ownerRead(productRows.list, { query: { status: 'all' } }),
  contacts: () => ownerRead(listContacts),
  subscribers: () => ownerRead(listSubscribers),
  analytics: () => ownerRead(listAnalytics),
}

/** Refetches all cached queries of the dashboard. Rejects if any fails. */
export async function refreshOwnerData(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.refetchQueries({ predicate: ({ queryKey }) => !isReload(queryKey) }, { throwOnError: true }),
    ...Object.entries(lists).map(([name, queryFn]) =>
      queryClient.fetchQuery({ queryKey: ['owner', 'reload', name], queryFn, staleTime: 0 }),
    ),
  ])
}

const isReload = (queryKey: QueryKey) => queryKey[0] === 'owner' && queryKey[1] === 'reload'
