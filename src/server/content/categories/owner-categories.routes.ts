import type { CategoryInUse } from '../../../contract/content/categories.ts'
import * as contract from '../../../contract/content/categories.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import {
  type CategoryOutcome,
  deleteCategory,
  listOwnerCategories,
  orderCategories,
  restoreCategory,
  writeCategory,
  writeNewCategory,
} from './owner-categories.repo.ts'

export function ownerCategoryRoutes() {
  return [
    bind(contract.listOwnerCategories, async ({ db }) => ({ body: await listOwnerCategories(db) })),
    bind(contract.createCategory, async ({ db, body, now }) => ({
      body: savedOf(await writeNewCategory(db, body, now)),
      subject: body.name,
    })),
    bind(contract.saveCategory, async ({ db, params, body, now }) => {
      const outcome = await writeCategory(db, params.id, { input: body, now })
      return outcome.kind === 'missing' ? undefined : { body: savedOf(outcome), subject: body.name }
    }),
    bind(contract.reorderCategories, async ({ db, body }) => {
      if (await orderCategories(db, body.ids)) return { body: {} }
      throw new HttpError(409, 'The categories have changed in the meantime. Please look at them again.')
    }),
    bind(contract.deleteCategory, async ({ db, params, now }) => {
      const outcome = await deleteCategory(db, params.id, now)
      switch (outcome.kind) {
        case 'deleted':
          return { body: {}, subject: outcome.name }
        case 'missing':
          return undefined
        case 'in-use': {
          const { name, total, posts } = outcome
          const message = `“${name}” is in use by ${total === 1 ? '1 post' : `${total} posts`}. Move them to another category first.`
          const inUse: CategoryInUse = { message, total, posts }
          return { status: 409, body: inUse }
        }
      }
    }),
    bind(contract.restoreCategory, async ({ db, params }) => {
      const outcome = await restoreCategory(db, params.id)
      switch (outcome.kind) {
        case 'restored':
          return { body: {}, subject: outcome.name }
        case 'missing':
          return undefined
        case 'taken': {
          const { field, value } = outcome
          const reason = `another one has the ${field} “${value}” now. Change that one first.`
          throw new HttpError(409, `The category cannot come back: ${reason}`)
        }
      }
    }),
  ]
}

/** Throws 422 for a name or slug of another category. */
function savedOf(outcome: Exclude<CategoryOutcome, { kind: 'missing' }>) {
  if (outcome.kind === 'saved') return outcome.category
  const message = `Another category has this ${outcome.field}. Please choose another one.`
  throw new HttpError(422, message, { issues: [{ path: outcome.field, message }] })
}
