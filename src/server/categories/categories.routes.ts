import { Hono } from 'hono'
import { Slug } from '../../contract/paths.ts'
import type { Reads } from '../../contract/reads.ts'
import { notFound } from '../http/errors.ts'
import { readParam } from '../http/validate.ts'

export function categoryRoutes({ reads }: { reads: Reads }) {
  return new Hono()
    .get('/categories', async (c) => c.json(await reads.categories()))
    .get('/categories/:slugOrId', async (c) => {
      const category = await reads.category(readParam(c, 'slugOrId', Slug, 'Category not found'))
      if (!category) throw notFound('Category not found')
      return c.json(category)
    })
}
