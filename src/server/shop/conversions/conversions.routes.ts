import { type Context, Hono } from 'hono'
import { ConversionInput, PostbackQuery } from '../../../contract/conversions.ts'
import { dayIn } from '../../../contract/days.ts'
import { Id } from '../../../contract/paths.ts'
import type { Reads } from '../../../contract/reads.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { badRequest, HttpError, notFound } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { parse, readBody, readForm, readParam } from '../../platform/http/validate.ts'
import { deleteConversion, recordConversion } from './conversions.repo.ts'
import { findNetworkBySecret } from './networks.repo.ts'

export type ConversionRoutesOptions = {
  db: Db
  reads: Reads
  clock: () => Date
  owner: OwnerGuard
  /** For those who do not know a secret. */
  limit: RateLimit
}

/** Conversions come from the owner, who is signed in, or from a network, which knows its secret; never from a stranger. */
export function conversionRoutes({ db, reads, clock, owner, limit }: ConversionRoutesOptions) {
  const ownerUnlessNetwork: OwnerGuard = (c, next) => (c.req.header('authorization') ? next() : owner(c, next))

  const requireNetwork = async (c: Context, secret: string): Promise<number> => {
    const network = await findNetworkBySecret(db, secret)
    if (network) return network.id
    await limit(c)
    throw new HttpError(401, 'This secret belongs to no network', { headers: { 'www-authenticate': 'Bearer' } })
  }

  const record = async (c: Context, input: ConversionInput, networkId: number | null): Promise<Response> => {
    const now = clock()
    const { timeZone, currency } = await reads.site()
    if (input.currency !== undefined && input.currency !== currency)
      throw badRequest(`Revenue is counted in ${currency}; please convert it first`)
    try {
      return await idempotent(c, db, { ...input, networkId }, async (transaction) => {
        const conversion = { input, networkId, now: now.toISOString(), day: dayIn(timeZone, now) }
        const response = await recordConversion(transaction, conversion)
        return { status: response.isNew ? 201 : 200, body: response }
      })
    } catch (error) {
      if (isForeignKeyViolation(error)) throw badRequest('There is no such product')
      throw error
    }
  }

  /** The secret alone opens this door, never the owner's cookie: a link in a mail would be enough to use that. */
  const recordPostback = async (c: Context, parameters: Record<string, string>): Promise<Response> => {
    if (c.req.header('sec-fetch-site') !== undefined)
      throw new HttpError(403, 'A postback comes from the server of a network, not from a browser')
    const networkId = await requireNetwork(c, parameters.secret ?? '')
    const { secret: _, ...input } = parse(PostbackQuery, parameters, 'The address is not right')
    return record(c, input, networkId)
  }

  return new Hono<Owner>()
    .post('/analytics/conversion', ownerUnlessNetwork, async (c) => {
      const authorization = c.req.header('authorization')
      const networkId = authorization ? await requireNetwork(c, bearerOf(authorization)) : null
      const input = await readBody(c, ConversionInput)
      c.set('subject', String(input.revenue))
      return record(c, input, networkId)
    })
    .get('/analytics/postback', (c) => recordPostback(c, c.req.query()))
    .post('/analytics/postback', async (c) =>
      recordPostback(c, { ...c.req.query(), ...(c.req.header('content-type') ? await readForm(c) : {}) }),
    )
    .delete('/analytics/conversions/:id', owner, (c) => {
      const id = readParam(c, 'id', Id, 'Conversion not found')
      return idempotent(c, db, { id }, async (transaction) => {
        if (!(await deleteConversion(transaction, id))) throw notFound('Conversion not found')
        return { status: 200, body: {} }
      })
    })
}

function bearerOf(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}
