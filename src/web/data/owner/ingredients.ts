import {
  findIngredientUses,
  ingredientRows,
  recogniseIngredients,
} from '../../../contract/content/ingredient-endpoints.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'
import { createRowCalls } from './row-calls.ts'

export const ingredientCalls = createRowCalls(ingredientRows)

export const ingredientUsesQuery = (id: number) => ownerQuery(findIngredientUses, { params: { id } })

/** Finds the known ingredients of a pasted list. */
export const useRecogniseIngredients = () => useOwnerWrite(recogniseIngredients, { showsError: true })
