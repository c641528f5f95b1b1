import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { FormResponse } from '../../contract/form-response.ts'

/** Passed from the server to the browser as JSON in a data block, which needs no exception in the CSP. */
export type PageState = {
  href: string
  queries: [QueryKey, unknown][]
  /** Queries that failed on the server; the browser shows the same message and refetches them. */
  failed: QueryKey[]
  formAnswer?: FormResponse
  styles: string[]
  fonts: string[]
}

export const STATE_ELEMENT = 'state'

/** JSON that is safe inside a `<script>` element. */
export function serializeState(state: PageState): string {
  return JSON.stringify(state).replace(/</g, '\\u003c')
}

export function collectQueries(queryClient: QueryClient): Pick<PageState, 'queries' | 'failed'> {
  const all = queryClient.getQueryCache().getAll()
  return {
    queries: all.filter((query) => query.state.status === 'success').map((query) => [query.queryKey, query.state.data]),
    failed: all.filter((query) => query.state.status === 'error').map((query) => query.queryKey),
  }
}

/** Fills the query client of the browser. The data counts as fresh, since cached pages are purged when their data changes. */
export function seedQueries(
  queryClient: QueryClient,
  { queries, failed }: Pick<PageState, 'queries' | 'failed'>,
): void {
  for (const [key, data] of queries) queryClient.setQueryData(key, data)
  for (const queryKey of failed) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({ status: 'error', error: new Error('Failed on the server'), fetchStatus: 'idle' })
  }
}
