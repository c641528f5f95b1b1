import { type Context, Hono } from 'hono'
import { CategoryInput, type CategoryInUse, CategoryOrder } from '../../../contract/categories.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam } from '../../platform/http/validate.ts'
import {
  type CategoryOutcome,
  type DeleteOutcome,
  deleteCategory,
  orderCategories,
  restoreCategory,
  writeCategory,
  writeNewCategory,
} from './owner-categories.repo.ts'

export function ownerCategoryRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  const now = () => clock().toISOString()

  return new Hono()
    .post('/categories', owner, async (c) => {
      const input = await readBody(c, CategoryInput)
      c.set('subject', input.name)
      return idempotent(c, db, input, async (transaction) =>
        toResponse(await writeNewCategory(transaction, input, now()), 201),
      )
    })
    .put('/categories/order', owner, async (c) => {
      const { ids } = await readBody(c, CategoryOrder)
      return idempotent(c, db, ids, async (transaction) => {
        if (await orderCategories(transaction, ids)) return { status: 200, body: {} }
        throw new HttpError(409, 'The categories have changed in the meantime. Please look at them again.')
      })
    })
    .put('/categories/:id', owner, async (c) => {
      const id = readId(c)
      const input = await readBody(c, CategoryInput)
      c.set('subject', input.name)
      return idempotent(c, db, { id, input }, async (transaction) =>
        toResponse(await writeCategory(transaction, id, { input, now: now() }), 200),
      )
    })
    .delete('/categories/:id', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) =>
        answerDelete(c, await deleteCategory(transaction, id, now())),
      )
    })
    .post('/categories/:id/restore', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        const outcome = await restoreCategory(transaction, id)
        if (outcome.kind === 'missing') throw categoryNotFound()
        if (outcome.kind === 'taken')
          throw new HttpError(409, `The category cannot come back: ${takenSentence(outcome)}`)
        c.set('subject', outcome.name)
        return { status: 200, body: {} }
      })
    })
}

const categoryNotFound = () => notFound('Category not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Category not found')

function toResponse(outcome: CategoryOutcome, status: 200 | 201): JsonResponse {
  switch (outcome.kind) {
    case 'saved':
      return { status, body: outcome.category }
    case 'missing':
      throw categoryNotFound()
    case 'taken': {
      const message = `Another category has this ${outcome.field}. Please choose another one.`
      throw new HttpError(422, message, { issues: [{ path: outcome.field, message }] })
    }
  }
}

function answerDelete(c: Context<Owner>, outcome: DeleteOutcome): JsonResponse {
  switch (outcome.kind) {
    case 'deleted':
      c.set('subject', outcome.name)
      return { status: 200, body: {} }
    case 'missing':
      throw categoryNotFound()
    case 'in-use': {
      const { name, total, posts } = outcome
      const message = `“${name}” is in use by ${total === 1 ? '1 post' : `${total} posts`}. Move them to another category first.`
      return { status: 409, body: { message, total, posts } satisfies CategoryInUse }
    }
  }
}

function takenSentence({ field, value }: { field: 'name' | 'slug'; value: string }): string {
  return `another one has the ${field} “${value}” now. Change that one first.`
}
