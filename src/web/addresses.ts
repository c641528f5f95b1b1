import { TERM_MAX } from '../contract/limits.ts'
import { fillPattern } from './lib/route-pattern.ts'

/** How addresses are written and read; apart from the route table, which loads every page. */

/** The page number of a list's address; undefined where it is not one. */
export function pageNumber(query: URLSearchParams): number | undefined {
  const text = query.get('page') ?? '1'
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** The term of a search's address, trimmed and cut to what the API takes. */
export function searchTerm(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, TERM_MAX)
}

/** Typed address of a post. */
export const postHref = (slug: string) => fillPattern('/blog/:slug', { slug })
/** Typed address of a category's list. */
export const categoryHref = (slug: string) => fillPattern('/blog/category/:slug', { slug })
/** The same page of the list of a category that has moved. */
export function categoryPageHref(slug: string, query: URLSearchParams): string {
  const page = pageNumber(query) ?? 1
  return page === 1 ? categoryHref(slug) : `${categoryHref(slug)}?page=${page}`
}
