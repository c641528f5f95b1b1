import { type Context, Hono } from 'hono'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import type { RateLimit, SecretLimit } from '../../../platform/http/rate-limit.ts'
import { readForm } from '../../../platform/http/validate.ts'
import { findSender } from './postback-addresses.repo.ts'
import { readPush } from './read-push.ts'
import { recordPush } from './record-push.repo.ts'

type PostbackOptions = {
  db: Db
  clock: () => Date
  /** The limit of wrong secrets. */
  rateLimits: { secret: RateLimit }
  limitSecret: SecretLimit
}

/** Where networks push sales: `/postback/{secret}`, with parameters in the query, and by POST in a form. */
export function postbackRoutes({ db, clock, rateLimits, limitSecret }: PostbackOptions) {
  const receive = async (c: Context) => {
    // A safe method, sent by programs that check whether an address exists.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'cache-control': 'no-store' })
    if (c.req.header('sec-fetch-site') !== undefined)
      throw new HttpError(403, 'A postback comes from the server of a network, not from a browser')
    const sender = await findSender(db, c.req.param('secret') ?? '')
    if (!sender) {
      await rateLimits.secret(c)
      throw notFound('There is no such postback address')
    }
    await limitSecret(`postback ${sender.addressId}`)
    const form = c.req.method === 'POST' && c.req.header('content-type') ? await readForm(c) : {}
    const row = readPush({ ...c.req.query(), ...form }, sender)
    const now = clock().toISOString()
    const { timeZone } = (await readSettings(db)).settings
    const outcome = await db
      .transaction()
      .execute((transaction) => recordPush(transaction, row, { sender, timeZone, now }))
    return c.json({ outcome }, 200, { 'cache-control': 'no-store' })
  }
  return new Hono().get('/postback/:secret', receive).post('/postback/:secret', receive)
}
