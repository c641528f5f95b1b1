import { LRUCache } from 'lru-cache'
import { deleteRateLimits, takeTokens } from '../db/rate-limits.ts'
import type { Db } from '../db/schema.ts'
import type { Rule, TokenBuckets } from './token-bucket.ts'

export type SharedBucketsOptions = {
  db: Db
  /** Used while the database does not respond. */
  local: TokenBuckets
  /** The name of a bucket in the database, which must not tell the client's address. */
  toKey: (name: string, client: string) => string
}

/** A process knows of a bucket the tokens that it took and has not used, or that there are none before `emptyUntil`. */
type Lease = { tokens: number; until: number; emptyUntil: number }

/** A process takes this part of the burst at once, so that a search is not a write each time. */
const LEASES_OF_BURST = 20
const CLIENTS_MAX = 10_000
/** In milliseconds: how long the local buckets are used after a failure. */
const AWAY_MS = 1000
const SWEEP_EVERY_MS = 60_000
/** Longer than any bucket takes to fill up. */
const KEPT_MS = 15 * 60_000

/**
 * Token buckets in the database, shared by all processes of all instances. A process takes tokens in leases, so that together
 * they never admit more than one bucket would; at most the unused rest of each lease is lost to a client.
 */
export function createSharedBuckets({ db, local, toKey }: SharedBucketsOptions): TokenBuckets {
  const leases = new LRUCache<string, Lease>({ max: CLIENTS_MAX })
  /** Holds one lease of a client at once, so that simultaneous requests share it. */
  const taking = new Map<string, Promise<Lease>>()
  let awayUntil = Number.NEGATIVE_INFINITY
  let sweptAt = performance.now()

  function sweep(now: number): void {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    // The hourly clean-up deletes what this one could not.
    deleteRateLimits(db, new Date(Date.now() - KEPT_MS)).catch(() => {})
  }

  async function take(key: string, rule: Rule): Promise<Lease> {
    const count = Math.max(1, Math.floor(rule.burst / LEASES_OF_BURST))
    const { granted, tokens } = await takeTokens(db, key, rule, count)
    const now = performance.now()
    sweep(now)
    const emptyUntil = granted === 0 ? now + (1 - tokens) * rule.every : 0
    const lease = { tokens: granted, until: now + count * rule.every, emptyUntil }
    leases.set(key, lease)
    return lease
  }

  function takeOnce(key: string, rule: Rule): Promise<Lease> {
    const known = taking.get(key)
    if (known) return known
    const lease = take(key, rule).finally(() => taking.delete(key))
    taking.set(key, lease)
    return lease
  }

  async function consumeShared(key: string, rule: Rule): Promise<number> {
    let lease = leases.get(key)
    for (;;) {
      const now = performance.now()
      if (lease && lease.tokens >= 1 && now < lease.until) {
        lease.tokens -= 1
        return 0
      }
      if (lease && now < lease.emptyUntil) return lease.emptyUntil - now
      lease = await takeOnce(key, rule)
    }
  }

  return {
    async consume(name, client, rule) {
      if (performance.now() < awayUntil) return local.consume(name, client, rule)
      try {
        return await consumeShared(toKey(name, client), rule)
      } catch {
        awayUntil = performance.now() + AWAY_MS
        return local.consume(name, client, rule)
      }
    },
  }
}
