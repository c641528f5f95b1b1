import type { RateLimitName } from '../../contract/platform/endpoint.ts'
import type { ClientNetwork } from '../platform/http/client-network.ts'
import { HttpError } from '../platform/http/errors.ts'
import { createRateLimit, type RateLimit, type SecretLimit, TOO_FAST } from '../platform/http/rate-limit.ts'
import type { Rule, TokenBuckets } from '../platform/http/token-bucket.ts'

/** By client network, sign-ins by known browser if there is one: a burst of requests, then one in `every` milliseconds. */
const rules: Record<RateLimitName, Rule> = {
  contact: { burst: 5, every: 60_000 },
  subscribe: { burst: 10, every: 30_000 },
  // Only against floods: failed sign-ins are throttled in the database, see auth/throttle.ts.
  login: { burst: 20, every: 5_000 },
  click: { burst: 60, every: 500 },
  // Each that finds a redirect counts a hit.
  redirect: { burst: 30, every: 2_000 },
  secret: { burst: 10, every: 15_000 },
  // Each connects to a host of the owner's choice.
  'mail-test': { burst: 10, every: 20_000 },
  // Each may send the owner a mail.
  'password-reset': { burst: 5, every: 60_000 },
  // Each renders a page, to keep the text of a reader who is over the limit of a form.
  'rejected-form': { burst: 10, every: 10_000 },
}

/** By secret: networks and mail providers send what has piled up at once, and a flood would occupy the only writer. */
const bySecret: Rule = { burst: 1000, every: 100 }

export type RateLimits = Record<RateLimitName, RateLimit>

type Clients = { clientOf: ClientNetwork; signInClientOf: ClientNetwork }

export function createRateLimits(buckets: TokenBuckets, { clientOf, signInClientOf }: Clients): RateLimits {
  const entries = Object.entries(rules).map(([name, rule]) => {
    const client = name === 'login' ? signInClientOf : clientOf
    return [name, createRateLimit(buckets, client, name, rule)]
  })
  return Object.fromEntries(entries) as RateLimits
}

export function createSecretLimit(buckets: TokenBuckets): SecretLimit {
  return async (name) => {
    const wait = await buckets.consume('by secret', name, bySecret)
    if (wait > 0) throw new HttpError(429, TOO_FAST, { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } })
  }
}

/** A limit that calls `act` for each request that it rejects. */
export function whenRejected(limit: RateLimit, act: () => void): RateLimit {
  return (c) =>
    limit(c).catch((error: unknown) => {
      act()
      throw error
    })
}
