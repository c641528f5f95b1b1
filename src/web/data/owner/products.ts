import {
  exportProducts,
  listOwnerProductCategories,
  listProductSuggestions,
  mergeProductCategories,
  mergeProductConcerns,
  productRows,
  reorderProducts,
} from '../../../contract/shop/product-endpoints.ts'
import { listProductRevisions } from '../../../contract/shop/product-revisions.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, useOwnerWrite } from './owner-call.ts'
import { createRowCalls } from './row-calls.ts'

export const productCalls = createRowCalls(productRows)

export const useReorderProducts = () => useOwnerWrite(reorderProducts)

/** The categories of all products, inactive ones included. */
export const ownerProductCategoriesQuery = () => ownerQuery(listOwnerProductCategories, { query: { status: 'all' } })

export const useMergeProductCategories = () => useOwnerWrite(mergeProductCategories)

export const useMergeProductConcerns = () => useOwnerWrite(mergeProductConcerns)

export const productSuggestionsQuery = () => ownerQuery(listProductSuggestions)

type ProductListState = NonNullable<OwnerReadInput<typeof productRows.list>['query']>

/** The URL of the file that holds all pages of what the list shows. */
export function productsFileHref({ page: _page, limit: _limit, ...query }: ProductListState): string {
  return urlOf(exportProducts, { query })
}

/** The stored revisions of a product, newest first; never from the cache, since an import stores one too. */
export const productRevisionsQuery = (id: number) => ({
  ...ownerQuery(listProductRevisions, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})
