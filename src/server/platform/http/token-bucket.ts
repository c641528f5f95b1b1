import { LRUCache } from 'lru-cache'

/** Lets a client act `burst` times at once and then once per `every` milliseconds. */
export type Rule = { burst: number; every: number }

export type TokenBuckets = {
  /** Takes one token for a client under a rule's name; answers 0, or after how many milliseconds there will be one. */
  consume(name: string, client: string, rule: Rule): number | Promise<number>
}

/** Most clients that are remembered at a time; the longest silent are forgotten first. */
const CLIENTS_MAX = 10_000

/** Token buckets, in memory only, and only while they matter. */
export function createTokenBuckets() {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: CLIENTS_MAX })
  return {
    consume(name: string, client: string, { burst, every }: Rule): number {
      const key = `${name} ${client}`
      const now = performance.now()
      let bucket = buckets.get(key)
      if (!bucket) {
        bucket = { tokens: burst, at: now }
        buckets.set(key, bucket)
      }
      const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / every)
      bucket.tokens = Math.max(0, tokens - 1)
      bucket.at = now
      return tokens < 1 ? (1 - tokens) * every : 0
    },
  } satisfies TokenBuckets
}
