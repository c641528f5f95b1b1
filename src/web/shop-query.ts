import {
  facetKey,
  facetKeys,
  facetNames,
  filterNames,
  leastRating,
  type ProductFilters,
  type ProductSort,
  productSorts,
  wholePrice,
} from '../contract/shop/product-filters.ts'
import { withQuery } from './data/api.ts'
import type { FacetData } from './data/shop.ts'

/** The query of a shop URL without its page number. */
export type ShopQuery = ProductFilters & { sort?: ProductSort | undefined }

/** The filters and the order of a URL; what is malformed is left out. */
export function readShopQuery(query: URLSearchParams): ShopQuery {
  const found: ShopQuery = {}
  const { category, from, to, rating, sort } = Object.fromEntries(query)
  if (category) found.category = category
  for (const name of facetNames) {
    const key = name === 'free' ? facetKeys(query.getAll(name).join(',')) : facetKey(query.get(name) ?? '')
    if (key) found[name] = key
  }
  const numbers = { from: wholePrice(from ?? ''), to: wholePrice(to ?? ''), rating: leastRating(rating ?? '') }
  for (const name of ['from', 'to', 'rating'] as const) if (numbers[name] !== undefined) found[name] = numbers[name]
  const order = productSorts.find((each) => each === sort)
  if (order) found.sort = order
  return found
}

/** The URL of a page of the shop. */
export function shopHref(shown: ShopQuery = {}, page = 1): string {
  const filters = filterNames.map((name) => [name, shown[name] === '' ? undefined : shown[name]] as const)
  return withQuery('/shop', {
    ...Object.fromEntries(filters),
    sort: shown.sort,
    page: page > 1 ? page : undefined,
  })
}

/** The key of a value in URLs. */
export function keyOf([label, , key = facetKey(label)]: FacetData): string {
  return key
}
