import type { QueryClient } from '@tanstack/react-query'
import {
  NEWSLETTERS_PER_PAGE,
  newestNewsletterQuery,
  newsletterQuery,
  newslettersQuery,
} from '../../data/newsletters.ts'
import type { Queries } from '../../data/queries.ts'
import { pageNumber } from '../../hrefs.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
type Result = { status: 404 } | undefined

export async function loadArchive({ queryClient, queries, query }: Context): Promise<Result> {
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const list = await queryClient.fetchQuery(newslettersQuery(queries.read, page)).catch(() => undefined)
  if (list && page > 1 && (page - 1) * NEWSLETTERS_PER_PAGE >= list.total) return { status: 404 }
}

export async function loadNewsletter({ queryClient, queries }: Context, slug: string): Promise<Result> {
  return (await queryClient.fetchQuery(newsletterQuery(queries.read, slug))) ? undefined : { status: 404 }
}

/** Loads the newest newsletter for the sign-up page, which is complete without it. */
export async function loadNewest({ queryClient, queries }: Context): Promise<undefined> {
  await queryClient.prefetchQuery(newestNewsletterQuery(queries.read))
}
