import {
  type CategoryInput,
  createCategory,
  deleteCategory,
  listOwnerCategories,
  reorderCategories,
  restoreCategory,
  saveCategory,
} from '../../../contract/content/categories.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const ownerCategoriesQuery = () => ownerQuery(listOwnerCategories, { query: { status: 'all' } })

export type CategorySave = { input: CategoryInput; id?: number }

export function useSaveCategory() {
  return useOwnerMutation(({ input: body, id }: CategorySave, key) =>
    id === undefined
      ? ownerWrite(createCategory, { body }, key)
      : ownerWrite(saveCategory, { params: { id }, body }, key),
  )
}

export const removeCategory = ([id]: number[], key: string) => ownerWrite(deleteCategory, { params: { id: id! } }, key)
export const undeleteCategory = ([id]: number[], key: string) =>
  ownerWrite(restoreCategory, { params: { id: id! } }, key)

export const useReorderCategories = () => useOwnerWrite(reorderCategories)
