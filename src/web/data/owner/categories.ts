import { queryOptions } from '@tanstack/react-query'
import type { CategoryInput, OwnerCategory } from '../../../contract/categories.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const ownerCategoriesQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/categories'],
    queryFn: () => ownerGet<OwnerCategory[]>('/api/categories?status=all'),
  })

export type CategorySave = { input: CategoryInput; id?: number }

export function useSaveCategory() {
  return useOwnerMutation(({ input, id }: CategorySave, key) =>
    id === undefined
      ? ownerSend<OwnerCategory>('POST', '/api/categories', input, key)
      : ownerSend<OwnerCategory>('PUT', `/api/categories/${id}`, input, key),
  )
}

export function useDeleteCategory() {
  return useOwnerMutation((id: number, key) => ownerSend<unknown>('DELETE', `/api/categories/${id}`, undefined, key))
}

export function useRestoreCategory() {
  return useOwnerMutation((id: number, key) =>
    ownerSend<unknown>('POST', `/api/categories/${id}/restore`, undefined, key),
  )
}

export function useOrderCategories() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('PUT', '/api/categories/order', { ids }, key))
}
