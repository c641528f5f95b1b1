import { queryOptions } from '@tanstack/react-query'
import type { OwnerProduct, ProductInput, ProductOrder } from '../../../contract/products.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export type ProductListState = Record<string, string | number | undefined>

const everything = (state: ProductListState) => ({ ...state, status: state.status ?? 'all' })

export const ownerProductsQuery = (state: ProductListState) =>
  queryOptions({
    queryKey: ['owner', '/api/products', state],
    queryFn: () => ownerPage<OwnerProduct>(withQuery('/api/products', everything(state))),
  })

/** One product to edit, always as it stands now. */
export const ownerProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', '/api/products', id],
    queryFn: () => ownerGet<OwnerProduct>(`/api/products/${encodeURIComponent(id)}`),
    staleTime: 0,
    gcTime: 0,
  })

/** The categories of all products, inactive ones included. */
export const ownerProductCategoriesQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/product-categories'],
    queryFn: () => ownerGet<string[]>('/api/product-categories?status=all'),
  })

/** The address of the file that holds what the list shows, all pages of it. */
export function productsFileHref({ page: _page, limit: _limit, ...state }: ProductListState): string {
  return withQuery('/api/products.csv', state)
}

export type ProductSave = { input: ProductInput; current?: { id: number; version: number } }

/** Creates a product, or saves it where it is still of the version that the owner saw. */
export function useSaveProduct() {
  return useOwnerMutation(({ input, current }: ProductSave, key) =>
    current
      ? ownerSend<OwnerProduct>('PUT', `/api/products/${current.id}`, input, key, { ifMatch: `"${current.version}"` })
      : ownerSend<OwnerProduct>('POST', '/api/products', input, key),
  )
}

export type ProductsAction = { action: 'delete' | 'restore' | 'activate' | 'deactivate'; ids: number[] }

export function useChangeProducts() {
  return useOwnerMutation(({ action, ids }: ProductsAction, key) =>
    ownerSend<unknown>('POST', `/api/products/${action}`, { ids }, key),
  )
}

export function useOrderProducts() {
  return useOwnerMutation((order: ProductOrder, key) => ownerSend<unknown>('PUT', '/api/products/order', order, key))
}
