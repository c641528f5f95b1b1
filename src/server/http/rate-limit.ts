import type { Context } from 'hono'
import { createBuckets } from './buckets.ts'
import type { ClientNetwork } from './client-network.ts'
import { Refusal } from './errors.ts'

export type RateLimit = (c: Context) => void

export const TOO_FAST = 'That was a little fast. Please try again in a moment.'

/**
 * Lets each client act `burst` times at once and then once per `every` milliseconds; more is refused with 429 and
 * Retry-After.
 */
export function createRateLimit(clientOf: ClientNetwork, options: { burst: number; every: number }): RateLimit {
  const wait = createBuckets(options)
  return (c) => {
    const seconds = wait(clientOf(c))
    if (seconds > 0) throw new Refusal(429, TOO_FAST, { headers: { 'retry-after': String(seconds) } })
  }
}
