/** The filters of the shop, as its URLs and the API carry them. Without schemas, to keep zod out of readers' bundles. */

export const facetNames = ['brand', 'skin', 'concern', 'ingredient', 'free'] as const
export type FacetName = (typeof facetNames)[number]

/** The owner's order is the default. */
export const productSorts = ['price', 'price-desc', 'rating', 'newest'] as const
export type ProductSort = (typeof productSorts)[number]

/** The lowest ratings that are offered. */
export const leastRatings = [4.5, 4, 3.5, 3] as const

/** Characters of a key. */
export const KEY_MAX = 60
/** Keys of `free`, which a product must all have. */
export const FREE_MAX = 4

export type ProductFilters = {
  category?: string | undefined
  brand?: string | undefined
  skin?: string | undefined
  concern?: string | undefined
  ingredient?: string | undefined
  /** Keys, separated by commas. */
  free?: string | undefined
  /** In whole units of the currency, both included. */
  from?: number | undefined
  to?: number | undefined
  /** At least so many stars. */
  rating?: number | undefined
}

/** The name of a facet's value in URLs: letters and digits, separated by hyphens. */
export function facetKey(label: string): string {
  const plain = label.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
  const key = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join('-')
  return Array.from(key).slice(0, KEY_MAX).join('').replace(/-$/, '')
}

/** Distinct keys in one order; empty for none. */
export function facetKeys(list: string): string {
  const keys = list.split(',', 50).map(facetKey).filter(Boolean)
  return [...new Set(keys)].sort().slice(0, FREE_MAX).join(',')
}

/** Undefined unless it is a whole price, at most `PRICE_MAX`. */
export function wholePrice(text: string): number | undefined {
  return /^(?:\d{1,8}|100000000)$/.test(text) ? Number(text) : undefined
}

/** Undefined unless it is a number of half stars. */
export function leastRating(text: string): number | undefined {
  return /^(?:0\.5|[1-4](?:\.[05])?|5(?:\.0)?)$/.test(text) ? Number(text) : undefined
}

/** The filters among other parameters of a URL or a query. */
export const filterNames = ['category', ...facetNames, 'from', 'to', 'rating'] as const

export function isFiltered(filters: ProductFilters): boolean {
  return filterNames.some((name) => filters[name] !== undefined)
}

/** Whether a page with these filters is worth a place in caches: any number of combinations can be made up. */
export function isCommonFilter({ from, to, ...others }: ProductFilters): boolean {
  const used = [...facetNames, 'category' as const, 'rating' as const].filter((name) => others[name] !== undefined)
  return from === undefined && to === undefined && used.length <= 2 && !others.free?.includes(',')
}
