import * as contract from '../../../contract/content/ingredient-endpoints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found, foundAt } from '../../platform/http/replies.ts'
import { rowRoutes } from '../../platform/http/row-routes.ts'
import { findIngredientUses, recogniseList } from './ingredient-uses.repo.ts'
import {
  createIngredient,
  deleteIngredients,
  restoreIngredients,
  saveIngredient,
  setActive,
} from './ingredient-writes.repo.ts'
import { findIngredient, findOwnerIngredient, listIngredients, ownerIngredients } from './ingredients.repo.ts'

export function ingredientRoutes() {
  return [
    ...rowRoutes(contract.ingredientRows, {
      noun: 'ingredient',
      table: 'ingredients',
      list: ownerIngredients,
      find: findOwnerIngredient,
      create: createIngredient,
      save: saveIngredient,
      remove: deleteIngredients,
      restore: restoreIngredients,
      setActive,
      // Links of its mentions vanish as well.
      isHidden: ({ isActive, isLinked }) => !isActive || !isLinked,
    }),
    bind(contract.listIngredients, async ({ db }) => ({ body: await listIngredients(db) })),
    bind(contract.findIngredient, ({ db, now, params: { slug } }) =>
      foundAt('/ingredients', slug, findIngredient(db, slug, now)),
    ),
    bind(contract.findIngredientUses, ({ db, now, params }) => found(findIngredientUses(db, params.id, now))),
    bind(contract.recogniseIngredients, async ({ db, body }) => ({ body: await recogniseList(db, body.text) })),
  ]
}
