import { Hono } from 'hono'
import { type SubscribeAnswer, SubscriberInput } from '../../contract/subscribers.ts'
import type { Db } from '../db/schema.ts'
import { once } from '../http/idempotency.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { subscribe } from './subscribers.repo.ts'

export function subscriberRoutes({ db, clock, limit }: { db: Db; clock: () => Date; limit: RateLimit }) {
  return new Hono().post('/subscribers', async (c) => {
    limit(c)
    const input = await readBody(c, SubscriberInput)
    return once(c, db, input, async (transaction) => {
      await subscribe(transaction, input, clock().toISOString())
      return { status: 201, body: { email: input.email.toLowerCase(), isActive: true } satisfies SubscribeAnswer }
    })
  })
}
