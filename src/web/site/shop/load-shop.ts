import type { QueryClient } from '@tanstack/react-query'
import { PRODUCTS_PER_PAGE } from '../../../contract/platform/limits.ts'
import { facetNames, isCommonFilter } from '../../../contract/shop/product-filters.ts'
import type { Queries } from '../../data/queries.ts'
import { productFacetsQuery, productPageQuery } from '../../data/shop.ts'
import { pageNumber, productHref } from '../../hrefs.ts'
import { keyOf, readShopQuery } from '../../shop-query.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
type Result = { status: 404 } | { status: 200; isKnown: false } | undefined

/** Not found beyond the last page. `isKnown` is false for values that no product has, and for rare combinations. */
export async function loadShop({ queryClient, queries, query }: Context): Promise<Result> {
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const { sort, ...filters } = readShopQuery(query)
  const [list] = await Promise.all([
    queryClient
      .fetchQuery(queries.products({ ...filters, sort, page, limit: PRODUCTS_PER_PAGE }))
      .catch(() => undefined),
    queryClient.prefetchQuery(queries.productCategories()),
    queryClient.prefetchQuery(productFacetsQuery(queries.read, filters)),
  ])
  if (list && page > 1 && (page - 1) * PRODUCTS_PER_PAGE >= list.total) return { status: 404 }

  const { category } = filters
  const categories = queryClient.getQueryData(queries.productCategories().queryKey)
  const values = queryClient.getQueryData(productFacetsQuery(queries.read, filters).queryKey)
  const hasValue = (name: (typeof facetNames)[number]) =>
    (filters[name]?.split(',') ?? []).every((key) => values?.[name].some((value) => keyOf(value) === key))
  const isKnown = (category === undefined || categories?.includes(category)) && facetNames.every(hasValue)
  return isKnown && isCommonFilter(filters) ? undefined : { status: 200, isKnown: false }
}

export async function loadProduct({ queryClient, queries }: Context, slug: string) {
  const [product] = await Promise.all([
    queryClient.fetchQuery(productPageQuery(queries.read, slug)),
    queryClient.prefetchQuery(queries.author()),
  ])
  if (!product) return { status: 404 } as const
  if (product.slug === slug) return undefined
  queryClient.setQueryData(productPageQuery(queries.read, product.slug).queryKey, product)
  return { status: 301, location: productHref(product.slug) } as const
}
