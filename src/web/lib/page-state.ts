import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { FormResponse } from '../../contract/form-response.ts'

/** Passed from the server to the browser as JSON in a data block, which needs no exception in the CSP. */
export type PageState = {
  href: string
  queries: PageQuery[]
  /** Queries that failed on the server; the browser shows the same message and refetches them. */
  failed: QueryKey[]
  formResponse?: FormResponse
  styles: string[]
  fonts: string[]
}

/** A query with its data. With the id of an element, the HTML of that element is the `content` that the data lacks. */
type PageQuery = [key: QueryKey, data: unknown, contentElement?: string]

export const STATE_ELEMENT = 'state'
/** The element whose HTML is the content of a post, which the state therefore need not repeat. */
export const POST_BODY = 'post-body'

/** JSON that is safe inside a `<script>` element. */
export function serializeState(state: PageState): string {
  return JSON.stringify(state).replace(/</g, '\\u003c')
}

/** The queries of a page that was rendered as `html`. */
export function collectQueries(queryClient: QueryClient, html: string): Pick<PageState, 'queries' | 'failed'> {
  const all = queryClient.getQueryCache().getAll()
  return {
    queries: all.filter((query) => query.state.status === 'success').map((query) => toPageQuery(query, html)),
    failed: all.filter((query) => query.state.status === 'error').map((query) => query.queryKey),
  }
}

function toPageQuery({ queryKey, state: { data }, meta }: Query, html: string): PageQuery {
  const id = meta?.contentElement
  if (typeof id !== 'string' || !isObject(data) || !html.includes(`<div id="${id}"`)) return [queryKey, data]
  const { content: _content, ...rest } = data
  return [queryKey, rest, id]
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null
}

/** Fills the query client of the browser. The data counts as fresh, since cached pages are purged when their data changes. */
export function seedQueries(
  queryClient: QueryClient,
  { queries, failed }: Pick<PageState, 'queries' | 'failed'>,
): void {
  for (const [key, data, id] of queries) {
    const content = id && document.getElementById(id)?.innerHTML
    if (!id) queryClient.setQueryData(key, data)
    else if (content !== undefined && isObject(data)) queryClient.setQueryData(key, { ...data, content })
  }
  for (const queryKey of failed) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({ status: 'error', error: new Error('Failed on the server'), fetchStatus: 'idle' })
  }
}
