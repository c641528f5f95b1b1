import {
  type FacetName,
  facetNames,
  leastRatings,
  type ProductFilters,
  type ProductSort,
} from '../../../contract/shop/product-filters.ts'
import type { Facet, ProductFacets } from '../../../contract/shop/products.ts'
import type { Catalog, Term } from './catalog.repo.ts'

/** The ids of the products that match all filters, sorted. */
export function filterCatalog(catalog: Catalog, filters: ProductFilters, sort?: ProductSort): number[] {
  const { failures } = evaluate(catalog, filters)
  const places = catalog.ids.map((_, place) => place).filter((place) => failures[place] === 0)
  const order = sort && orders[sort]
  // Sorting is stable, so ties stay in the owner's order.
  if (order) places.sort((one, other) => order(catalog, one, other))
  return places.map((place) => at(catalog.ids, place))
}

/** The value of the product at a place. Throws where no product is. */
function at(values: readonly number[], place: number): number {
  const value = values[place]
  if (value === undefined) throw new RangeError(`No product has the place ${place}`)
  return value
}

const orders: Record<ProductSort, (catalog: Catalog, one: number, other: number) => number> = {
  price: ({ prices }, one, other) => comparePrices(prices[one], prices[other], 1),
  'price-desc': ({ prices }, one, other) => comparePrices(prices[one], prices[other], -1),
  rating: ({ ratings }, one, other) => at(ratings, other) - at(ratings, one),
  newest: ({ createdAt }, one, other) => at(createdAt, other) - at(createdAt, one),
}

/** Products without a price come last in both directions. */
function comparePrices(one: number | null | undefined, other: number | null | undefined, direction: 1 | -1): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null)
  return direction * (one - other)
}

/** The values of every filter with their counts; a value that is chosen stays, also with none. */
export function countFacets(catalog: Catalog, filters: ProductFilters): ProductFacets {
  const evaluation = evaluate(catalog, filters)
  const isMatch = (place: number) => evaluation.failures[place] === 0
  /** Whether a product matches all filters but one. */
  const isOtherwiseMatch = (filter: Filter) => {
    const passes = evaluation.passes.get(filter)
    return (place: number) => evaluation.failures[place] === (passes && !passes[place] ? 1 : 0)
  }
  const chosen = (name: FacetName) => filters[name]?.split(',') ?? []
  // A further value of `free` narrows the list; any other value replaces the one before.
  const facets = facetNames.map((name) => {
    const isCounted = name === 'free' ? isMatch : isOtherwiseMatch(name)
    return [name, countTerms(catalog.terms[name], isCounted, chosen(name))]
  })
  const places = catalog.ids.map((_, place) => place)
  return {
    total: places.filter(isMatch).length,
    category: countCategories(catalog, isOtherwiseMatch('category'), filters.category),
    ...(Object.fromEntries(facets) as Record<FacetName, Facet[]>),
    rating: countRatings(catalog, places.filter(isOtherwiseMatch('rating')), filters.rating),
    ...priceRange(catalog, places.filter(isOtherwiseMatch('price'))),
  }
}

/** Values of a facet at most, in addition to those that are chosen. */
const VALUES_MAX = 30

type Filter = FacetName | 'category' | 'price' | 'rating'

/** By filter in use whether a product passes it (by place), and by place how many filters a product fails. */
type Evaluation = { passes: Map<Filter, Uint8Array>; failures: Uint8Array }

function evaluate(catalog: Catalog, filters: ProductFilters): Evaluation {
  const size = catalog.ids.length
  const passes = new Map<Filter, Uint8Array>()
  const add = (filter: Filter, isPassed: (place: number) => boolean) =>
    passes.set(
      filter,
      Uint8Array.from({ length: size }, (_, place) => (isPassed(place) ? 1 : 0)),
    )

  const { category, from, to, rating } = filters
  if (category !== undefined) add('category', (place) => catalog.categories[place] === category)
  if (rating !== undefined) add('rating', (place) => at(catalog.ratings, place) >= rating * 2)
  if (from !== undefined || to !== undefined)
    add('price', (place) => {
      const price = catalog.prices[place] ?? null
      return price !== null && price >= (from ?? 0) && (to === undefined || price <= to)
    })
  for (const name of facetNames) {
    const keys = filters[name]?.split(',')
    if (!keys) continue
    const having = keys.map((key) => new Set(catalog.terms[name][key]?.places))
    add(name, (place) => having.every((places) => places.has(place)))
  }

  const all = [...passes.values()]
  const failures = Uint8Array.from({ length: size }, (_, place) =>
    all.reduce((count, passed) => (passed[place] === 0 ? count + 1 : count), 0),
  )
  return { passes, failures }
}

function countTerms(terms: Record<string, Term>, isCounted: (place: number) => boolean, chosen: string[]): Facet[] {
  const facets = Object.entries(terms).map(([key, { label, places }]) => ({
    key,
    label,
    count: places.reduce((count, place) => (isCounted(place) ? count + 1 : count), 0),
  }))
  const used = facets.filter(({ key, count }) => count > 0 || chosen.includes(key)).sort(mostFirst)
  return used.filter(({ key }, index) => index < VALUES_MAX || chosen.includes(key))
}

function countCategories(catalog: Catalog, isCounted: (place: number) => boolean, chosen?: string): Facet[] {
  const counts = new Map<string, number>()
  for (const [place, category] of catalog.categories.entries())
    counts.set(category, (counts.get(category) ?? 0) + (isCounted(place) ? 1 : 0))
  return [...counts]
    .map(([category, count]) => ({ key: category, label: category, count }))
    .filter(({ key, count }) => count > 0 || key === chosen)
    .sort(mostFirst)
}

function countRatings({ ratings }: Catalog, places: number[], chosen?: number): Facet[] {
  return [...new Set([...leastRatings, ...(chosen === undefined ? [] : [chosen])])]
    .sort((one, other) => other - one)
    .map((least) => ({
      key: String(least),
      label: String(least),
      count: places.filter((place) => at(ratings, place) >= least * 2).length,
    }))
    .filter(({ key, count }) => count > 0 || Number(key) === chosen)
}

function priceRange({ prices, currency }: Catalog, places: number[]): Pick<ProductFacets, 'price'> {
  const shown = places.flatMap((place) => prices[place] ?? [])
  if (shown.length === 0) return {}
  const [least, most] = shown.reduce(
    ([low, high], price) => [Math.min(low, price), Math.max(high, price)],
    [Number.POSITIVE_INFINITY, 0],
  )
  return { price: { from: Math.floor(least), to: Math.ceil(most), currency } }
}

function mostFirst(one: Facet, other: Facet): number {
  return other.count - one.count || (one.label < other.label ? -1 : 1)
}
