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
import { ownerQuery, useOwnerWrite } from './owner-call.ts'
import { createRowCalls } from './row-calls.ts'

export const ingredientCalls = createRowCalls({
  list: listOwnerIngredients,
  find: findIngredientSource,
  create: createIngredient,
  save: saveIngredient,
  removeSome: deleteIngredients,
  restoreSome: restoreIngredients,
  activate: activateIngredients,
  deactivate: deactivateIngredients,
})

export const ingredientUsesQuery = (id: number) => ownerQuery(findIngredientUses, { params: { id } })

/** Finds the known ingredients of a pasted list. */
export const useRecogniseIngredients = () => useOwnerWrite(recogniseIngredients, { showsError: true })
