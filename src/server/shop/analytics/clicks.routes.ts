import { Hono } from 'hono'
import { ClickInput } from '../../../contract/analytics.ts'
import { dayIn } from '../../../contract/days.ts'
import type { Reads } from '../../../contract/reads.ts'
import { readIdempotencyKey, replay } from '../../platform/http/idempotency.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { readBody } from '../../platform/http/validate.ts'
import { reasonToFilter } from './bots.ts'
import type { ClickIntake } from './click-intake.ts'

/** How long a change of the time zone may go unnoticed here, in milliseconds. */
const TIME_ZONE_MS = 1000

export function clickRoutes({
  intake,
  reads,
  clock,
  limit,
}: {
  intake: ClickIntake
  reads: Reads
  clock: () => Date
  limit: RateLimit
}) {
  const timeZoneNow = cachedFor(TIME_ZONE_MS, async () => (await reads.site()).timeZone)
  return new Hono().post('/analytics/click', async (c) => {
    await limit(c)
    const input = await readBody(c, ClickInput)
    const timeZone = await timeZoneNow()
    const now = clock()
    const filteredReason = reasonToFilter({
      userAgent: c.req.header('user-agent'),
      secFetchSite: c.req.header('sec-fetch-site'),
      purpose: c.req.header('sec-purpose'),
    })
    const key = readIdempotencyKey(c, input)
    const earlier = await intake.record(
      { input, now: now.toISOString(), day: dayIn(timeZone, now), filteredReason },
      key,
    )
    return earlier && key ? replay(c, earlier, key.requestHash) : c.json({}, 202)
  })
}

/** Asks at most once in `ms` milliseconds. What failed is asked again at once. */
function cachedFor<Value>(ms: number, load: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined
  let until = 0
  return () => {
    const now = performance.now()
    if (cached && now < until) return cached
    until = now + ms
    cached = load()
    cached.catch(() => {
      until = 0
    })
    return cached
  }
}
