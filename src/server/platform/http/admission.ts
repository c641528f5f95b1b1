import type { IncomingMessage } from 'node:http'
import { networkOfPeer } from './client-network.ts'
import type { PathPolicy } from './path-policy.ts'
import type { Pressure } from './pressure.ts'
import { TOO_FAST } from './rate-limit.ts'
import type { TokenBuckets } from './token-bucket.ts'

export type Rejection = { status: 414 | 429 | 503; message: string; retryAfter?: number }

export type Admission = {
  /** Why a request is rejected; undefined if it is admitted. Cached responses never come here. A promise only for a rate-limited path. */
  check(request: IncomingMessage, policy: PathPolicy): Rejection | undefined | Promise<Rejection | undefined>
}

/** Characters of a URL with its query. The longest of the site's own, a search of 200 characters, has 2,000. */
const ADDRESS_MAX = 4096
/** Searches of a client network: a burst, then one in so many milliseconds. */
const searches = { burst: 60, every: 500 }
/** Seconds until a rejected client may retry. */
const RETRY_AFTER = 5

const session = /(?:^|;\s*)(?:__Host-)?session=/

export type AdmissionOptions = {
  trustedProxies: number
  pressure: Pressure
  buckets: TokenBuckets
  /** Called at the first request that a proxy has forwarded while none is trusted. */
  onUntrustedProxy?: () => void
}

/** Limits for every request that is not served from the cache. */
export function createAdmission({
  trustedProxies,
  pressure,
  buckets,
  onUntrustedProxy = () => {},
}: AdmissionOptions): Admission {
  let isProxyKnown = trustedProxies > 0

  async function limitSearches(request: IncomingMessage): Promise<Rejection | undefined> {
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '')
    const client = networkOfPeer(forwardedFor, request.socket.remoteAddress, trustedProxies)
    const wait = await buckets.consume('search', client, searches)
    return wait > 0 ? { status: 429, message: TOO_FAST, retryAfter: Math.ceil(wait / 1000) } : undefined
  }

  return {
    check(request, policy) {
      if (!isProxyKnown && request.headers['x-forwarded-for'] !== undefined) {
        isProxyKnown = true
        onUntrustedProxy()
      }
      if ((request.url ?? '').length > ADDRESS_MAX) return { status: 414, message: 'This address is too long' }
      const level = pressure.level()
      if (level !== 'normal' && isShed(request, policy, level === 'shedding'))
        return { status: 503, message: 'The site is very busy. Please try again in a moment.', retryAfter: RETRY_AFTER }
      return policy.rateLimit ? limitSearches(request) : undefined
    },
  }
}

/** A request with a session cookie counts as the owner's; whether the session is valid is checked later. */
function isShed(request: IncomingMessage, { shedding }: PathPolicy, isShedding: boolean): boolean {
  if (shedding === 'never' || session.test(request.headers.cookie ?? '')) return false
  return isShedding || shedding === 'first'
}
