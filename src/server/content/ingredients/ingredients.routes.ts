import * as contract from '../../../contract/content/ingredient-endpoints.ts'
import { INGREDIENTS_MAX } from '../../../contract/content/ingredients.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { findIngredientUses, recogniseList } from './ingredient-uses.repo.ts'
import {
  deleteIngredients,
  restoreIngredients,
  setActive,
  writeIngredient,
  writeNewIngredient,
} from './ingredient-writes.repo.ts'
import { findIngredient, findOwnerIngredient, listIngredients, ownerIngredients } from './ingredients.repo.ts'

export function ingredientRoutes() {
  return [
    bind(contract.listIngredients, async ({ db }) => ({ body: await listIngredients(db) })),
    bind(contract.listOwnerIngredients, async ({ db, query }) => {
      const { items, total } = await ownerIngredients.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findIngredient, async ({ db, now, params: { slug } }) => {
      const ingredient = await findIngredient(db, slug, now)
      if (!ingredient) return undefined
      const moved = ingredient.slug !== slug && {
        'content-location': `/api/ingredients/${encodeURIComponent(ingredient.slug)}`,
      }
      return { body: ingredient, headers: moved || undefined }
    }),
    bind(contract.findIngredientSource, async ({ db, params }) => {
      const ingredient = await findOwnerIngredient(db, params.id)
      return ingredient && { body: ingredient }
    }),
    bind(contract.findIngredientUses, async ({ db, now, params }) => {
      const uses = await findIngredientUses(db, params.id, now)
      return uses && { body: uses }
    }),
    bind(contract.createIngredient, async ({ db, body, now }) => {
      const outcome = await writeNewIngredient(db, body, now)
      if (outcome.kind !== 'saved') throw notSaved(outcome.kind)
      return { body: outcome.ingredient, subject: body.name }
    }),
    bind(contract.saveIngredient, async ({ db, params, body: input, version, now }) => {
      const outcome = await writeIngredient(db, params.id, { input, version, now })
      switch (outcome.kind) {
        case 'saved':
          // Links of its mentions vanish as well.
          return { body: outcome.ingredient, subject: input.name, removes: !input.isActive || !input.isLinked }
        case 'stale': {
          const message = 'This ingredient was saved elsewhere in the meantime'
          return { status: 409, body: { message, current: outcome.current } }
        }
        case 'taken':
          throw notSaved('taken')
        case 'missing':
          return undefined
      }
    }),
    bind(contract.deleteIngredient, ({ db, params, now }) => one(deleteIngredients(db, [params.id], now))),
    bind(contract.restoreIngredient, ({ db, params }) => one(restore(db, [params.id]))),
    bind(contract.deleteIngredients, ({ db, body, now }) => several(deleteIngredients(db, body.ids, now))),
    bind(contract.restoreIngredients, ({ db, body }) => several(restore(db, body.ids))),
    bind(contract.activateIngredients, ({ db, body, now }) => several(setActive(db, body.ids, true, now))),
    bind(contract.deactivateIngredients, ({ db, body, now }) => several(setActive(db, body.ids, false, now))),
    bind(contract.recogniseIngredients, async ({ db, body }) => ({ body: await recogniseList(db, body.text) })),
  ]
}

const FULL = `There is room for ${INGREDIENTS_MAX} ingredients. Delete one first.`

/** Throws 409 where an ingredient cannot come back. */
async function restore(db: Db, ids: number[]): Promise<string[]> {
  const outcome = await restoreIngredients(db, ids)
  if (outcome.kind === 'restored') return outcome.names
  if (outcome.kind === 'full') throw new HttpError(409, FULL)
  const reason = `another one has the name “${outcome.name}” now. Change that one first.`
  throw new HttpError(409, `The ingredient cannot come back: ${reason}`)
}

function notSaved(kind: 'taken' | 'full'): HttpError {
  const message = kind === 'full' ? FULL : 'Another ingredient has this name. Please choose another one.'
  return new HttpError(422, message, { issues: [{ path: 'name', message }] })
}

const several = async (changed: Promise<string[]>) => ({ body: {}, subject: await changed })

/** Undefined, a 404, where the row was not there. */
async function one(changed: Promise<string[]>) {
  const subject = await changed
  return subject.length > 0 ? { body: {}, subject } : undefined
}
