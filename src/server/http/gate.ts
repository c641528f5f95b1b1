import type { IncomingMessage } from 'node:http'
import { createBuckets } from './buckets.ts'
import { networkOfPeer } from './client-network.ts'
import type { Load } from './load.ts'
import { TOO_FAST } from './rate-limit.ts'

export type Refused = { status: 414 | 429 | 503; message: string; retryAfter?: number }

export type Gate = {
  /** Why a request is not let in; undefined for one that is. What memory answers never comes here. */
  refuse(request: IncomingMessage, pathname: string): Refused | undefined
}

/** Characters of an address with its parameters. The longest of the site's own, a search of 200 signs, has 2,000. */
export const ADDRESS_MAX = 4096
/** Searches of a network at once, and the pause between two after that, in milliseconds. */
const searches = { burst: 60, every: 500 }
/** Seconds after which a refused reader may try again. */
const RETRY_AFTER = 5

const searching = /^\/(?:api\/)?search$/
/** Never the same for two requests, costly, and nothing that a reader has come for first. */
const firstToGo = /^\/(?:(?:api\/)?search$|share\/)/
const spared = /^\/(?:healthz|readyz|metrics)$/
const session = /(?:^|;\s*)(?:__Host-)?session=/

/** Limits that hold for every request that is not answered from memory. */
export function createGate({ trustedProxies, load }: { trustedProxies: number; load: Load }): Gate {
  const wait = createBuckets(searches)
  return {
    refuse(request, pathname) {
      if ((request.url ?? '').length > ADDRESS_MAX) return { status: 414, message: 'This address is too long' }
      const level = load.level()
      if (level !== 'calm' && isShed(request, pathname, level === 'drowning'))
        return { status: 503, message: 'The site is very busy. Please try again in a moment.', retryAfter: RETRY_AFTER }
      if (searching.test(pathname)) {
        const forwardedFor = String(request.headers['x-forwarded-for'] ?? '')
        const seconds = wait(networkOfPeer(forwardedFor, request.socket.remoteAddress, trustedProxies))
        if (seconds > 0) return { status: 429, message: TOO_FAST, retryAfter: seconds }
      }
      return undefined
    },
  }
}

/** The owner's requests carry a session; whether it is one is asked later, and costs the asker as much as the site. */
function isShed(request: IncomingMessage, pathname: string, isDrowning: boolean): boolean {
  if (spared.test(pathname) || session.test(request.headers.cookie ?? '')) return false
  return isDrowning || firstToGo.test(pathname)
}
