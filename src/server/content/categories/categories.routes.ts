import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { CategoryListQuery } from '../../../contract/categories.ts'
import { Slug } from '../../../contract/paths.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readParam, readQuery } from '../../platform/http/validate.ts'
import { listOwnerCategories } from './owner-categories.repo.ts'

export function categoryRoutes({ db, reads, owner }: { db: Db; reads: Reads; owner: OwnerGuard }) {
  /** With a status the list counts drafts. */
  const guardStatus: MiddlewareHandler = (c, next) => (asksForStatus(c) ? owner(c, next) : next())

  return new Hono()
    .get('/categories', guardStatus, async (c) => {
      const { status } = readQuery(c, CategoryListQuery)
      return c.json(status ? await listOwnerCategories(db) : await reads.categories())
    })
    .get('/categories/:slugOrId', async (c) => {
      const slugOrId = readParam(c, 'slugOrId', Slug, 'Category not found')
      const category = await reads.category(slugOrId)
      if (!category) throw notFound('Category not found')
      // Asked for by an earlier slug: the answer belongs to the address of today.
      if (category.slug !== slugOrId)
        c.header('content-location', `/api/categories/${encodeURIComponent(category.slug)}`)
      return c.json(category)
    })
}

const asksForStatus = (c: Context) => c.req.query('status') !== undefined
