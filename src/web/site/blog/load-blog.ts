import type { QueryClient } from '@tanstack/react-query'
import { POSTS_PER_PAGE } from '../../../contract/platform/limits.ts'
import type { Queries } from '../../data/queries.ts'
import { categoryHref, pageNumber } from '../../hrefs.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
type Result = { status: 404 } | { status: 301; location: string } | undefined

/** Loads a page of the list of posts. */
export function loadBlog({ queryClient, queries, query }: Context): Promise<Result> {
  return loadListPage(query, (page) => queryClient.fetchQuery(queries.posts({ page, limit: POSTS_PER_PAGE })))
}

/** Loads a page of the posts of a category; another slug than its present one is redirected. */
export async function loadCategory({ queryClient, queries, query }: Context, slug: string): Promise<Result> {
  const category = await queryClient.fetchQuery(queries.category(slug))
  if (category === null) return { status: 404 }
  if (category.slug !== slug) return { status: 301, location: categoryHref(category.slug) }
  return loadListPage(query, (page) =>
    queryClient.fetchQuery(queries.posts({ page, limit: POSTS_PER_PAGE, category: slug })),
  )
}

/** Not found for a malformed page number and for one beyond the last page; the page itself shows a failed query. */
async function loadListPage(
  query: URLSearchParams,
  load: (page: number) => Promise<{ total: number }>,
): Promise<Result> {
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const list = await load(page).catch(() => undefined)
  return list && page > 1 && (page - 1) * POSTS_PER_PAGE >= list.total ? { status: 404 } : undefined
}
