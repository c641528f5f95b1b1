import { facetKey, facetKeys, leastRating, productSorts, wholePrice } from '../contract/shop/product-filters.ts'

const facet = (value: string) => facetKey(value) || undefined

/** The canonical forms of the shop's query parameters, for the server's page cache. */
export const shopParameters = {
  category: (value: string) => value || undefined,
  brand: facet,
  skin: facet,
  concern: facet,
  ingredient: facet,
  free: /* @__PURE__ */ Object.assign((value: string) => facetKeys(value) || undefined, { isList: true } as const),
  from: (value: string) => wholePrice(value)?.toString(),
  to: (value: string) => wholePrice(value)?.toString(),
  rating: (value: string) => leastRating(value)?.toString(),
  sort: (value: string) => productSorts.find((sort) => sort === value),
}
