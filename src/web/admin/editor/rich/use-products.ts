import { useQueries } from '@tanstack/react-query'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'
import { ApiError } from '../../../data/api.ts'
import { productCalls } from '../../../data/owner/products.ts'

/** Products of blocks are fetched at most once a minute. */
export const cacheOptions = { staleTime: 60_000, gcTime: 300_000, retry: false }

export type FoundProduct = { id: number; product: OwnerProduct | undefined; isPending: boolean; isDeleted: boolean }

export function useProducts(ids: readonly number[]): FoundProduct[] {
  return useQueries({
    queries: ids.map((id) => ({ ...productCalls.one(id), ...cacheOptions })),
    combine: (results) =>
      results.map(({ data, error, isPending }, at) => ({
        id: ids[at]!,
        product: data,
        isPending,
        isDeleted: error instanceof ApiError && error.status === 404,
      })),
  })
}

/** Whether readers do not see the product. */
export function isGone({ product, isDeleted }: FoundProduct): boolean {
  return isDeleted || product?.isActive === false
}
