import { Hono } from 'hono'
import { ContactInput } from '../../contract/contacts.ts'
import type { Db } from '../db/schema.ts'
import { once } from '../http/idempotency.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { createContact } from './contacts.repo.ts'

export function contactRoutes({ db, clock, limit }: { db: Db; clock: () => Date; limit: RateLimit }) {
  return new Hono().post('/contacts', async (c) => {
    limit(c)
    const input = await readBody(c, ContactInput)
    return once(c, db, input, async (transaction) => {
      const id = await createContact(transaction, input, clock().toISOString())
      return { status: 201, body: { id } }
    })
  })
}
