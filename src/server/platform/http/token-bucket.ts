import { LRUCache } from 'lru-cache'

/** Allows `burst` requests at once, then one per `every` milliseconds. */
export type Rule = { burst: number; every: number }

export type TokenBuckets = {
  /** Takes one token of a client; returns 0, or the milliseconds until the next token. */
  consume(name: string, client: string, rule: Rule): number | Promise<number>
}

/** Capacity; the least recently active clients are evicted first. */
const CLIENTS_MAX = 10_000

/** Token buckets in memory: they are lost on restart. On PostgreSQL `shared-buckets.ts` shares them with other instances. */
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
