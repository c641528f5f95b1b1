import type { Context } from 'hono'
import type { ClientNetwork } from './client-network.ts'
import { Refusal } from './errors.ts'

export type RateLimit = (c: Context) => void

/** Most clients that are remembered at a time; the longest silent are forgotten first. */
const CLIENTS_MAX = 10_000

/**
 * Lets each client act `burst` times at once and then once per `every` milliseconds (a token bucket); more is refused
 * with 429 and Retry-After. Addresses are kept in memory only, and only while they matter.
 */
export function createRateLimit(
  clientOf: ClientNetwork,
  { burst, every }: { burst: number; every: number },
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (c) => {
    const client = clientOf(c)
    const now = performance.now()
    const known = buckets.get(client)
    const tokens = known ? Math.min(burst, known.tokens + (now - known.at) / every) : burst
    // Taken out and put back, so that the map stays in the order of last use.
    buckets.delete(client)
    buckets.set(client, { tokens: Math.max(0, tokens - 1), at: now })
    if (buckets.size > CLIENTS_MAX) buckets.delete(buckets.keys().next().value!)
    if (tokens < 1) {
      const seconds = Math.ceil(((1 - tokens) * every) / 1000)
      throw new Refusal(429, 'That was a little fast. Please try again in a moment.', {
        headers: { 'retry-after': String(seconds) },
      })
    }
  }
}
