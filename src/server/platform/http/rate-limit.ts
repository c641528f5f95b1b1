import type { Context } from 'hono'
import type { ClientNetwork } from './client-network.ts'
import { HttpError } from './errors.ts'
import type { Rule, TokenBuckets } from './token-bucket.ts'

export type RateLimit = (c: Context) => Promise<void>

/** Rejects with 429 what comes too often with one valid secret, by a name that stands for it. */
export type SecretLimit = (name: string) => Promise<void>

export const TOO_FAST = 'That was a little fast. Please try again in a moment.'

/** Rejects requests over the limit with 429 and Retry-After; `name` separates its buckets from those of other limits. */
export function createRateLimit(buckets: TokenBuckets, clientOf: ClientNetwork, name: string, rule: Rule): RateLimit {
  return async (c) => {
    const wait = await buckets.consume(name, clientOf(c), rule)
    if (wait === 0) return
    throw new HttpError(429, TOO_FAST, {
      headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
    })
  }
}
