import {
  activateProducts,
  createProduct,
  deactivateProducts,
  deleteProducts,
  exportProducts,
  findProduct,
  listOwnerProductCategories,
  listOwnerProducts,
  listProductSuggestions,
  reorderProducts,
  restoreProducts,
  saveProduct,
} from '../../../contract/shop/product-endpoints.ts'
import type { ProductInput } from '../../../contract/shop/product-fields.ts'
import { listProductRevisions } from '../../../contract/shop/product-revisions.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export type ProductListState = OwnerReadInput<typeof listOwnerProducts>['query']

export const ownerProductsQuery = (state: ProductListState = {}) =>
  ownerQuery(listOwnerProducts, { query: { ...state, status: state.status ?? 'all' } })

/** One product to edit, never from the cache. */
export const ownerProductQuery = (id: number) => ({
  ...ownerQuery(findProduct, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

/** The categories of all products, inactive ones included. */
export const ownerProductCategoriesQuery = () => ownerQuery(listOwnerProductCategories, { query: { status: 'all' } })

export const productSuggestionsQuery = () => ownerQuery(listProductSuggestions)

/** The URL of the file that holds all pages of what the list shows. */
export function productsFileHref({ page: _page, limit: _limit, ...query }: NonNullable<ProductListState>): string {
  return urlOf(exportProducts, { query })
}

/** The stored revisions of a product, newest first; never from the cache, since an import stores one too. */
export const productRevisionsQuery = (id: number) => ({
  ...ownerQuery(listProductRevisions, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

export type ProductSave = { input: ProductInput; current?: { id: number; version: number } }

/** Creates a product, or saves it where it is still of the version that the owner saw. */
export function useSaveProduct() {
  return useOwnerMutation(({ input: body, current }: ProductSave, key) =>
    current
      ? ownerWrite(saveProduct, { params: { id: current.id }, body, version: current.version }, key)
      : ownerWrite(createProduct, { body }, key),
  )
}

const actions = {
  delete: deleteProducts,
  restore: restoreProducts,
  activate: activateProducts,
  deactivate: deactivateProducts,
}

export type ProductsAction = { action: keyof typeof actions; ids: number[] }

export function useChangeProducts() {
  return useOwnerMutation(({ action, ids }: ProductsAction, key) => ownerWrite(actions[action], { body: { ids } }, key))
}

export const useReorderProducts = () => useOwnerWrite(reorderProducts)
