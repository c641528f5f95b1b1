import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Theme } from '../../contract/accounts/theme.ts'
import type { Visitor } from '../../contract/app/visitor.ts'
import { servedContents, servedHtmlOf } from './served-body.ts'

/** Passed from the server to the browser as JSON in a data block, which needs no exception in the CSP. */
export type PageState = RestOfState & { queries: PageQuery[] }

type RestOfState = Visitor & {
  href: string
  /** Queries that failed on the server; the browser shows the same message and refetches them. */
  failed: QueryKey[]
  styles: string[]
  fonts: string[]
  head?: Pick<Theme, 'themeColor' | 'darkThemeColor' | 'icon'>
}

/** A query with its data. With the id of an element, the HTML of that element is the `content` that the data lacks, as may be the list of its sections. */
type PageQuery = [key: QueryKey, data: unknown, contentElement?: string]

export const STATE_ELEMENT = 'state'

/** The state as JSON that is safe inside a `<script>` element. `queries` is JSON already. */
export function serializeState({ queries, ...rest }: RestOfState & { queries: string[] }): string {
  return `{"queries":[${queries.join(',')}],${toSafeJson(rest).slice(1)}`
}

/**
 * The queries of a page that was rendered as `html`; the successful ones each as the JSON of a `PageQuery`. Those with
 * `isStatic` belong to a part that is not hydrated; `otherFields` are in the structured data, which is not either, or in the list of contents.
 */
export function collectQueries(queryClient: QueryClient, html: string): { queries: string[]; failed: QueryKey[] } {
  const all = queryClient.getQueryCache().getAll()
  return {
    queries: all
      .filter(({ state, meta }) => state.status === 'success' && !meta?.isStatic)
      .map((query) => serializeQuery(query, html)),
    failed: all.filter((query) => query.state.status === 'error').map((query) => query.queryKey),
  }
}

function serializeQuery({ queryKey, state: { data }, meta }: Query, html: string): string {
  const key = toSafeJson(queryKey)
  const id = meta?.contentElement
  if (!isObject(data)) return `[${key},${toSafeJson(data)}]`
  if (typeof id !== 'string' || !html.includes(`<div id="${id}"`))
    return `[${key},${remembered(serialized, data, toSafeJson)}]`
  const fields = ['content', ...((meta?.otherFields as string[] | undefined) ?? [])]
  return `[${key},${remembered(serializedWithoutContent, data, (data) => toSafeJson(omit(data, fields)))},${toSafeJson(id)}]`
}

/** By the data of a query: pages that share a result of the read cache share its JSON. */
const serialized = new WeakMap<object, string>()
const serializedWithoutContent = new WeakMap<object, string>()

function remembered<T extends object>(known: WeakMap<object, string>, data: T, toText: (data: T) => string): string {
  let text = known.get(data)
  if (text === undefined) {
    text = toText(data)
    known.set(data, text)
  }
  return text
}

function omit(data: object, fields: string[]): object {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)))
}

function toSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
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
    const content = id && servedHtmlOf(document.getElementById(id))
    if (!id) queryClient.setQueryData(key, data)
    else if (content !== undefined && isObject(data))
      queryClient.setQueryData(key, { contents: servedContents(), ...data, content })
  }
  for (const queryKey of failed) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({ status: 'error', error: new Error('Failed on the server'), fetchStatus: 'idle' })
  }
}
