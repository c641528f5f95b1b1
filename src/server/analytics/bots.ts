import { isbot } from 'isbot'
import type { FilterReason } from '../../contract/analytics.ts'

export type RequestSignals = {
  userAgent: string | undefined
  secFetchSite: string | undefined
  purpose: string | undefined
}

/**
 * Why a click is not counted as a person's, or null where it is. Every browser of the last years names itself and says
 * from where it asks; a click report comes from our own page.
 */
export function reasonToFilter({ userAgent, secFetchSite, purpose }: RequestSignals): FilterReason | null {
  if (!userAgent) return 'no-user-agent'
  if (isbot(userAgent)) return 'bot'
  if (purpose?.includes('prefetch')) return 'prefetch'
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return 'foreign-origin'
  return null
}
