import { withQuery } from '../../data/api.ts'

/** The address of a page of the shop, all products or one category. */
export function shopHref(category?: string, page = 1): string {
  return withQuery('/shop', { category: category || undefined, page: page > 1 ? page : undefined })
}
