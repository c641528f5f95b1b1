export type Buckets = (client: string) => number

/** Most clients that are remembered at a time; the longest silent are forgotten first. */
const CLIENTS_MAX = 10_000

/**
 * Lets each client act `burst` times at once and then once per `every` milliseconds (a token bucket). Answers the
 * seconds to wait, 0 for whoever may. Clients are kept in memory only, and only while they matter.
 */
export function createBuckets({ burst, every }: { burst: number; every: number }): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (client) => {
    const now = performance.now()
    const known = buckets.get(client)
    const tokens = known ? Math.min(burst, known.tokens + (now - known.at) / every) : burst
    // Taken out and put back, so that the map stays in the order of last use.
    buckets.delete(client)
    buckets.set(client, { tokens: Math.max(0, tokens - 1), at: now })
    if (buckets.size > CLIENTS_MAX) buckets.delete(buckets.keys().next().value!)
    return tokens < 1 ? Math.ceil(((1 - tokens) * every) / 1000) : 0
  }
}
