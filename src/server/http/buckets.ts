/** Lets a client act `burst` times at once and then once per `every` milliseconds. */
export type Rule = { burst: number; every: number }

export type Buckets = {
  /** Takes one token for a client under a rule's name; answers 0, or after how many milliseconds there will be one. */
  take(name: string, client: string, rule: Rule): number | Promise<number>
}

/** Most clients that are remembered at a time; the longest silent are forgotten first. */
const CLIENTS_MAX = 10_000

/** Token buckets, in memory only, and only while they matter. */
export function createBuckets() {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(name: string, client: string, { burst, every }: Rule): number {
      const key = `${name} ${client}`
      const now = performance.now()
      const known = buckets.get(key)
      const tokens = known ? Math.min(burst, known.tokens + (now - known.at) / every) : burst
      // Taken out and put back, so that the map stays in the order of last use.
      buckets.delete(key)
      buckets.set(key, { tokens: Math.max(0, tokens - 1), at: now })
      if (buckets.size > CLIENTS_MAX) buckets.delete(buckets.keys().next().value!)
      return tokens < 1 ? (1 - tokens) * every : 0
    },
  } satisfies Buckets
}
