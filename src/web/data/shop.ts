import { queryOptions } from '@tanstack/react-query'
import { findProductPage, type ProductPage } from '../../contract/content/product-pages.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { listProductFacets } from '../../contract/shop/product-endpoints.ts'
import { type FacetName, facetKey, type ProductFilters } from '../../contract/shop/product-filters.ts'
import type { Facet, ProductFacets } from '../../contract/shop/products.ts'
import { memoized, type ProductCardData, toProductCard } from './page-data.ts'

// Only the shop and the pages of products load this module.

/** A value of a facet; its key is absent where it follows from the label. */
export type FacetData = [label: string, count: number, key?: string]
/** The facets that the shop shows: its categories have links of their own. */
export type FacetsData = Pick<ProductFacets, 'total' | 'price'> & Record<FacetName | 'rating', FacetData[]>

export type ProductPageData = Omit<ProductPage, 'alternatives'> & { alternatives: ProductCardData[] }

export function productFacetsQuery(read: Read, query: ProductFilters) {
  return queryOptions({
    queryKey: ['/api/product-facets', query],
    queryFn: async () => toFacets(await read(listProductFacets, { query })),
    // The filters stay on the screen, with the focus, while their counts load.
    placeholderData: (previous: FacetsData | undefined) => previous,
  })
}

/** Null if there is none. */
export function productPageQuery(read: Read, slug: string) {
  return queryOptions({
    queryKey: ['/api/product-pages', slug],
    queryFn: async () => {
      const page = await read(findProductPage, { params: { slug } })
      return page ? toProductPage(page) : null
    },
  })
}

const toFacets = memoized((facets: ProductFacets): FacetsData => {
  const { total, price, brand, skin, concern, ingredient, free, rating } = facets
  const lists = { brand, skin, concern, ingredient, free, rating }
  const shown = Object.entries(lists).map(([name, values]) => [name, values.map(toFacet)])
  return {
    total,
    ...(price ? { price } : {}),
    ...(Object.fromEntries(shown) as Record<keyof typeof lists, FacetData[]>),
  }
})

function toFacet({ key, label, count }: Facet): FacetData {
  return key === facetKey(label) ? [label, count] : [label, count, key]
}

const toProductPage = memoized(
  (page: ProductPage): ProductPageData => ({ ...page, alternatives: page.alternatives.map(toProductCard) }),
)
