import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createQueryClient } from './queries.ts'

type Options = { queryKey: QueryKey; queryFn?: () => Promise<unknown> }

/**
 * The query client of one rendering. It reads each query once, without what only a browser needs: cancellation, retries and
 * staleness.
 */
export function createServerQueryClient(): QueryClient {
  const queryClient = createQueryClient('server')
  const fetchQuery = async ({ queryFn, ...options }: Options) => {
    const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(options))
    if (query.state.data !== undefined) return query.state.data
    try {
      return query.setData(await queryFn!())
    } catch (error) {
      query.setState({ status: 'error', error: error instanceof Error ? error : new Error(String(error)) })
      throw error
    }
  }
  return Object.assign(queryClient, { fetchQuery })
}
