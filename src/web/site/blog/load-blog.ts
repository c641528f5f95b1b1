import { POSTS_PER_PAGE } from '../../../contract/platform/limits.ts'
import { categoryHref, pageNumber } from '../../hrefs.ts'
import type { LoadContext, LoadResult } from '../../routes.ts'

/** Loads a page of the list of posts. */
export function loadBlog({ queryClient, queries, query }: LoadContext): Promise<LoadResult> {
  return loadListPage(query, (page) => queryClient.fetchQuery(queries.posts({ page, limit: POSTS_PER_PAGE })))
}

/** Loads a page of the posts of a category; another slug than its present one is redirected. */
export async function loadCategory({ queryClient, queries, query }: LoadContext, slug: string): Promise<LoadResult> {
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
): Promise<LoadResult> {
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const list = await load(page).catch(() => undefined)
  return list && page > 1 && (page - 1) * POSTS_PER_PAGE >= list.total ? { status: 404 } : undefined
}
