import type { IncomingMessage } from 'node:http'
import type { Buckets } from './buckets.ts'
import { networkOfPeer } from './client-network.ts'
import type { Load } from './load.ts'
import { TOO_FAST } from './rate-limit.ts'

export type Refused = { status: 414 | 429 | 503; message: string; retryAfter?: number }

export type Gate = {
  /** Why a request is not let in; undefined for one that is. What memory answers never comes here. Only a search has to be waited for. */
  refuse(request: IncomingMessage, pathname: string): Refused | undefined | Promise<Refused | undefined>
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

export type GateOptions = { trustedProxies: number; load: Load; buckets: Buckets }

/** Limits that hold for every request that is not answered from memory. */
export function createGate({ trustedProxies, load, buckets }: GateOptions): Gate {
  async function slowDown(request: IncomingMessage): Promise<Refused | undefined> {
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '')
    const client = networkOfPeer(forwardedFor, request.socket.remoteAddress, trustedProxies)
    const wait = await buckets.take('search', client, searches)
    return wait > 0 ? { status: 429, message: TOO_FAST, retryAfter: Math.ceil(wait / 1000) } : undefined
  }

  return {
    refuse(request, pathname) {
      if ((request.url ?? '').length > ADDRESS_MAX) return { status: 414, message: 'This address is too long' }
      const level = load.level()
      if (level !== 'calm' && isShed(request, pathname, level === 'drowning'))
        return { status: 503, message: 'The site is very busy. Please try again in a moment.', retryAfter: RETRY_AFTER }
      return searching.test(pathname) ? slowDown(request) : undefined
    },
  }
}

/** The owner's requests carry a session; whether it is one is asked later, and costs the asker as much as the site. */
function isShed(request: IncomingMessage, pathname: string, isDrowning: boolean): boolean {
  if (spared.test(pathname) || session.test(request.headers.cookie ?? '')) return false
  return isDrowning || firstToGo.test(pathname)
}
