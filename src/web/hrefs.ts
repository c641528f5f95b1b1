import { TERM_MAX } from '../contract/platform/limits.ts'
import { fillPattern } from './lib/route-pattern.ts'

/** Builds and parses the URLs of pages, without importing the route table and its pages. */

/** The `page` parameter of a list URL; undefined if it is malformed. */
export function pageNumber(query: URLSearchParams): number | undefined {
  const text = query.get('page') ?? '1'
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** The trimmed search term of a URL, cut to the length that the API accepts. */
export function searchTerm(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, TERM_MAX)
}

export const postHref = (slug: string) => fillPattern('/blog/:slug', { slug })
export const ingredientHref = (slug: string) => fillPattern('/ingredients/:slug', { slug })
export const pageHref = (slug: string) => fillPattern('/:slug', { slug })
export const productHref = (slug: string) => fillPattern('/shop/:slug', { slug })
export const categoryHref = (slug: string) => fillPattern('/blog/category/:slug', { slug })
