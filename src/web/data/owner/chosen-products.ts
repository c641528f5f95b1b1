import { queryOptions } from '@tanstack/react-query'
import type { Product } from '../../../contract/products.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage } from './owner-api.ts'

/** Products for a text: found by a term, and looked up by the id that the text holds. */

export function findProducts(q: string) {
  return queryOptions({
    queryKey: ['owner', 'products', 'choice', q],
    queryFn: () => ownerPage<Product>(withQuery('/api/products', { status: 'all', q: q || undefined, limit: 30 })),
  })
}

export function productInText(id: number) {
  return queryOptions({
    queryKey: ['owner', 'products', 'in-text', id],
    queryFn: () => ownerGet<Product>(`/api/products/${id}`),
  })
}
