import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { FormResponse } from '../../contract/form-response.ts'

/** The state of a rendered page, as JSON in a data block (no inline script, one constant CSP). */
export type PageState = {
  href: string
  queries: PageQuery[]
  /** Reads that failed on the server; the browser shows the same message and reads again. */
  failed: QueryKey[]
  formAnswer?: FormResponse
  styles: string[]
  fonts: string[]
}

/** A query with its data. With the id of an element, the HTML of that element is the `content` that the data lacks. */
type PageQuery = [key: QueryKey, data: unknown, contentElement?: string]

export const STATE_ELEMENT = 'state'
/** The element whose HTML is the content of a post, which the state therefore need not repeat. */
export const POST_BODY = 'post-body'

/** JSON that can stand inside a `<script>` element. */
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

/**
 * Fills a browser's query client before hydration. Data counts as fresh from now, since the server purges a page when its
 * data changes.
 */
export function seedQueries(
  queryClient: QueryClient,
  { queries, failed }: Pick<PageState, 'queries' | 'failed'>,
): void {
  for (const [key, data, id] of queries) {
    const element = id && document.getElementById(id)
    queryClient.setQueryData(key, isObject(data) && element ? { ...data, content: element.innerHTML } : data)
  }
  for (const queryKey of failed) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({ status: 'error', error: new Error('Failed on the server'), fetchStatus: 'idle' })
  }
}
