import type { Context } from 'hono'
import { dayIn } from '../../../contract/platform/days.ts'
import * as contract from '../../../contract/shop/conversions.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { parse, readForm } from '../../platform/http/validate.ts'
import { deleteConversion, recordConversion } from './conversions.repo.ts'
import type { NetworkSecret } from './network-secret.ts'

export function conversionRoutes({ networkSecret }: { networkSecret: NetworkSecret }) {
  /** Throws 403 for a browser and 401 without the secret of a network. */
  const readPostback = async (c: Context, parameters: Record<string, string>) => {
    if (c.req.header('sec-fetch-site') !== undefined)
      throw new HttpError(403, 'A postback comes from the server of a network, not from a browser')
    const { id: networkId } = await networkSecret.findNetwork(c, parameters.secret ?? '')
    const { secret: _, ...input } = parse(contract.PostbackQuery, parameters, 'The address is not right')
    return { input, networkId }
  }

  return [
    bindStaged(contract.recordConversion, ({ body: input, bearer, ...context }) =>
      record({ input, networkId: bearer?.id ?? null }, context),
    ),
    bindStaged(contract.openPostback, async ({ c, ...context }) =>
      record(await readPostback(c, c.req.query()), context),
    ),
    bindStaged(contract.sendPostback, async ({ c, ...context }) => {
      const form = c.req.header('content-type') ? await readForm(c) : {}
      return record(await readPostback(c, { ...c.req.query(), ...form }), context)
    }),
    bind(contract.deleteConversion, async ({ db, params, now }) =>
      (await deleteConversion(db, params.id, now)) ? { body: {} } : undefined,
    ),
  ]
}

type Sale = { input: contract.ConversionInput; networkId: number | null }
type Recording = {
  db: Db
  now: string
  transact(request: unknown, act: (db: Db) => Promise<Recorded<200> | Recorded<201>>): Promise<Response>
}
type Recorded<Status extends number> = { status: Status; body: contract.ConversionResponse; subject: string }

/** Throws 400 for another currency than the site's, an amount that it does not have, and an unknown product. */
async function record({ input, networkId }: Sale, { db, now, transact }: Recording): Promise<Response> {
  const { timeZone, currency } = (await readSettings(db)).settings
  if (input.currency !== undefined && input.currency !== currency)
    throw badRequest(`Revenue is counted in ${currency}; please convert it first`)
  const fault = contract.revenueFault(input.revenue, currency)
  if (fault) throw badRequest(fault, [{ path: 'revenue', message: fault }])
  try {
    return await transact({ ...input, networkId }, async (transaction) => {
      const conversion = { input, networkId, now, day: dayIn(timeZone, new Date(now)), currency }
      const body = await recordConversion(transaction, conversion)
      const subject = String(input.revenue)
      return body.isNew ? { status: 201, body, subject } : { status: 200, body, subject }
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw badRequest('There is no such product')
    throw error
  }
}
