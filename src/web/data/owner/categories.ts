import {
  type CategoryInput,
  createCategory,
  deleteCategory,
  listOwnerCategories,
  mergeCategory,
  reorderCategories,
  restoreCategory,
  saveCategory,
} from '../../../contract/content/categories.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'
import type { RowSave } from './row-calls.ts'

export const ownerCategoriesQuery = () => ownerQuery(listOwnerCategories, { query: { status: 'all' } })

export function useSaveCategory() {
  return useOwnerMutation(({ input: body, current }: RowSave<CategoryInput>, key) =>
    current
      ? ownerWrite(saveCategory, { params: { id: current.id }, body }, key)
      : ownerWrite(createCategory, { body }, key),
  )
}

export const removeCategory = ([id]: number[], key: string) => ownerWrite(deleteCategory, { params: { id: id! } }, key)
export const undeleteCategory = ([id]: number[], key: string) =>
  ownerWrite(restoreCategory, { params: { id: id! } }, key)

export const useMergeCategory = () => useOwnerWrite(mergeCategory)

export const useReorderCategories = () => useOwnerWrite(reorderCategories)
