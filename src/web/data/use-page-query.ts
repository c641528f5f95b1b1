import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

/** The state of a query that pages show. */
export type PageQueryState<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'isError'>

/** `useQuery`; the server, where nothing changes while a page is rendered, reads what the route has loaded. */
export const usePageQuery = import.meta.env.SSR ? useLoaded : useSubscription

function useSubscription<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): PageQueryState<Data> {
  return useQuery(options)
}

function useLoaded<Data, Key extends QueryKey>({
  queryKey,
}: UseQueryOptions<Data, Error, Data, Key>): PageQueryState<Data> {
  const { data, status = 'pending' } = useQueryClient().getQueryState<Data>(queryKey) ?? {}
  return { data, isPending: status === 'pending', isError: status === 'error' }
}
