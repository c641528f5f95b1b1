import { Hono } from 'hono'
import { Id } from '../../../contract/paths.ts'
import type { Reads } from '../../../contract/reads.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'

export function userRoutes({ reads }: { reads: Reads }) {
  return new Hono().get('/users/:id', async (c) => {
    const author = await reads.author(readParam(c, 'id', Id, 'User not found'))
    if (!author) throw notFound('User not found')
    return c.json(author)
  })
}
