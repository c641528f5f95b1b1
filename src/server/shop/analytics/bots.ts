import { isbot } from 'isbot'
import type { FilterReason } from '../../../contract/shop/analytics.ts'

export type RequestSignals = {
  userAgent: string | undefined
  secFetchSite: string | undefined
  purpose: string | undefined
}

/**
 * Why a click is not counted as a person's; null if it is. Every browser of the last years sends its user agent and
 * where the request comes from; a click report comes from our own page.
 */
export function reasonToFilter({ userAgent, secFetchSite, purpose }: RequestSignals): FilterReason | null {
  if (!userAgent) return 'no-user-agent'
  if (isKnownBot(userAgent)) return 'bot'
  if (purpose && /prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return 'foreign-origin'
  return null
}

/** Size of the cache and longest cached user agent. */
const REMEMBERED_MAX = 1000
const LENGTH_MAX = 400
const remembered = new Map<string, boolean>()

/** Cached, since matching the pattern of all bots is slow. */
function isKnownBot(userAgent: string): boolean {
  let isBot = remembered.get(userAgent)
  if (isBot === undefined) {
    isBot = isbot(userAgent)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    if (userAgent.length <= LENGTH_MAX) remembered.set(userAgent, isBot)
  }
  return isBot
}
