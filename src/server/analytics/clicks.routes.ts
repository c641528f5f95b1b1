import { Hono } from 'hono'
import { ClickInput } from '../../contract/analytics.ts'
import { dayIn } from '../../contract/days.ts'
import type { Reads } from '../../contract/reads.ts'
import { isForeignKeyViolation } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { badRequest } from '../http/errors.ts'
import { once } from '../http/idempotency.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { reasonToFilter } from './bots.ts'
import { createClick } from './clicks.repo.ts'

export function clickRoutes({
  db,
  reads,
  clock,
  limit,
}: {
  db: Db
  reads: Reads
  clock: () => Date
  limit: RateLimit
}) {
  return new Hono().post('/analytics/click', async (c) => {
    await limit(c)
    const input = await readBody(c, ClickInput)
    const { timeZone } = await reads.site()
    const now = clock()
    const filteredReason = reasonToFilter({
      userAgent: c.req.header('user-agent'),
      secFetchSite: c.req.header('sec-fetch-site'),
      purpose: c.req.header('sec-purpose'),
    })
    try {
      return await once(c, db, input, async (transaction) => {
        await createClick(transaction, { input, now: now.toISOString(), day: dayIn(timeZone, now), filteredReason })
        return { status: 202, body: {} }
      })
    } catch (error) {
      if (isForeignKeyViolation(error)) throw badRequest('There is no such product or post')
      throw error
    }
  })
}
