import {
  activateIngredients,
  createIngredient,
  deactivateIngredients,
  deleteIngredients,
  findIngredientSource,
  findIngredientUses,
  listOwnerIngredients,
  recogniseIngredients,
  restoreIngredients,
  saveIngredient,
} from '../../../contract/content/ingredient-endpoints.ts'
import type { IngredientInput } from '../../../contract/content/ingredients.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export type IngredientListState = OwnerReadInput<typeof listOwnerIngredients>['query']

export const ownerIngredientsQuery = (state: IngredientListState = {}) =>
  ownerQuery(listOwnerIngredients, { query: { ...state, status: state.status ?? 'all' } })

/** One ingredient to edit, never from the cache. */
export const ownerIngredientQuery = (id: number) => ({
  ...ownerQuery(findIngredientSource, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

export const ingredientUsesQuery = (id: number) => ownerQuery(findIngredientUses, { params: { id } })

export type IngredientSave = { input: IngredientInput; current?: { id: number; version: number } | undefined }

/** Creates an ingredient, or saves it where it is still of the version that the owner saw. */
export function useSaveIngredient() {
  return useOwnerMutation(({ input: body, current }: IngredientSave, key) =>
    current
      ? ownerWrite(saveIngredient, { params: { id: current.id }, body, version: current.version }, key)
      : ownerWrite(createIngredient, { body }, key),
  )
}

const actions = {
  delete: deleteIngredients,
  restore: restoreIngredients,
  activate: activateIngredients,
  deactivate: deactivateIngredients,
}

export type IngredientsAction = { action: keyof typeof actions; ids: number[] }

export function useChangeIngredients() {
  return useOwnerMutation(({ action, ids }: IngredientsAction, key) =>
    ownerWrite(actions[action], { body: { ids } }, key),
  )
}

/** Finds the known ingredients of a pasted list. */
export const useRecogniseIngredients = () => useOwnerWrite(recogniseIngredients)
