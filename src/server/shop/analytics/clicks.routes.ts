import { dayIn } from '../../../contract/platform/days.ts'
import { recordClick } from '../../../contract/shop/analytics.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bindStaged } from '../../platform/http/endpoint-handler.ts'
import { readIdempotencyKey, replay } from '../../platform/http/idempotency.ts'
import { reasonToFilter } from './bots.ts'
import type { ClickIntake } from './click-intake.ts'

/** How long the time zone is cached. */
const TIME_ZONE_MS = 1000

export function clickRoutes({ clicks }: { clicks: ClickIntake }) {
  const readTimeZone = cachedFor(TIME_ZONE_MS, async (db: Db) => (await readSettings(db)).settings.timeZone)
  return [
    // The intake writes many clicks with their keys in one transaction.
    bindStaged(recordClick, async ({ c, db, body: input, now }) => {
      const timeZone = await readTimeZone(db)
      const filteredReason = reasonToFilter({
        userAgent: c.req.header('user-agent'),
        secFetchSite: c.req.header('sec-fetch-site'),
        purpose: c.req.header('sec-purpose'),
      })
      const key = readIdempotencyKey(c, input)
      const earlier = await clicks.record({ input, now, day: dayIn(timeZone, new Date(now)), filteredReason }, key)
      return earlier && key ? replay(c, earlier, key.requestHash) : { body: {} }
    }),
  ]
}

/** Calls `read` at most once in `ms` milliseconds; a failure is not cached. */
function cachedFor<Input, Value>(ms: number, read: (input: Input) => Promise<Value>): (input: Input) => Promise<Value> {
  let cached: Promise<Value> | undefined
  let expiresAt = 0
  return (input) => {
    const now = performance.now()
    if (cached && now < expiresAt) return cached
    expiresAt = now + ms
    cached = read(input)
    cached.catch(() => {
      expiresAt = 0
    })
    return cached
  }
}
