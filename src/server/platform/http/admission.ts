import type { IncomingMessage } from 'node:http'
import { networkOfPeer } from './client-network.ts'
import type { Pressure } from './pressure.ts'
import { TOO_FAST } from './rate-limit.ts'
import type { TokenBuckets } from './token-bucket.ts'

export type Rejection = { status: 414 | 429 | 503; message: string; retryAfter?: number }

export type Admission = {
  /** Why a request is not let in; undefined for one that is. What memory answers never comes here. Only a search has to be waited for. */
  check(request: IncomingMessage, pathname: string): Rejection | undefined | Promise<Rejection | undefined>
}

/** Characters of an address with its parameters. The longest of the site's own, a search of 200 signs, has 2,000. */
export const ADDRESS_MAX = 4096
/** Searches of a network at once, and the pause between two after that, in milliseconds. */
const searches = { burst: 60, every: 500 }
/** Seconds after which a refused reader may try again. */
const RETRY_AFTER = 5

const searching = /^\/(?:api\/)?search$/
/** Never the same for two requests, costly, and nothing that a reader has come for first. */
const shedFirst = /^\/(?:(?:api\/)?search$|share\/)/
const neverShed = /^\/(?:healthz|readyz|metrics)$/
const session = /(?:^|;\s*)(?:__Host-)?session=/

export type AdmissionOptions = { trustedProxies: number; pressure: Pressure; buckets: TokenBuckets }

/** Limits that hold for every request that is not answered from memory. */
export function createAdmission({ trustedProxies, pressure, buckets }: AdmissionOptions): Admission {
  async function limitSearches(request: IncomingMessage): Promise<Rejection | undefined> {
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '')
    const client = networkOfPeer(forwardedFor, request.socket.remoteAddress, trustedProxies)
    const wait = await buckets.consume('search', client, searches)
    return wait > 0 ? { status: 429, message: TOO_FAST, retryAfter: Math.ceil(wait / 1000) } : undefined
  }

  return {
    check(request, pathname) {
      if ((request.url ?? '').length > ADDRESS_MAX) return { status: 414, message: 'This address is too long' }
      const level = pressure.level()
      if (level !== 'normal' && isShed(request, pathname, level === 'shedding'))
        return { status: 503, message: 'The site is very busy. Please try again in a moment.', retryAfter: RETRY_AFTER }
      return searching.test(pathname) ? limitSearches(request) : undefined
    },
  }
}

/** The owner's requests carry a session; whether it is one is asked later, and costs the asker as much as the site. */
function isShed(request: IncomingMessage, pathname: string, isShedding: boolean): boolean {
  if (neverShed.test(pathname) || session.test(request.headers.cookie ?? '')) return false
  return isShedding || shedFirst.test(pathname)
}
