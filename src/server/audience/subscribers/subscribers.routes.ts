import { Hono } from 'hono'
import { type SubscribeResponse, SubscriberInput } from '../../../contract/subscribers.ts'
import type { Db } from '../../platform/db/schema.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readBody } from '../../platform/http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import { signUp } from './sign-up.ts'

export type SubscriberRoutesOptions = {
  db: Db
  origin: string
  clock: () => Date
  mail: Mailer
  limit: RateLimit
}

export function subscriberRoutes({ db, origin, clock, mail, limit }: SubscriberRoutesOptions) {
  return new Hono().post('/subscribers', async (c) => {
    await limit(c)
    const input = await readBody(c, SubscriberInput)
    const response = await idempotent(c, db, input, async (transaction) => {
      await signUp(transaction, input, { origin, now: clock().toISOString(), isMailSetUp: mail.isSetUp })
      const body: SubscribeResponse = { email: input.email.toLowerCase(), isActive: !mail.isSetUp }
      return { status: 201, body }
    })
    mail.wake()
    return response
  })
}
