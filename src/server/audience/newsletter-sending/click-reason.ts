import { isbot } from 'isbot'
import type { ClickReason } from '../../../contract/audience/newsletter-clicks.ts'

type ClickRequest = { method: string; userAgent: string | undefined; purpose: string | undefined }

/** Mail security and previews that `isbot` does not know, because they do not crawl. */
const scanners =
  /barracuda|mimecast|proofpoint|fireeye|trellix|trend ?micro|messagelabs|symantec|bitdefender|safelinks|ms-?office|microsoft office|bingpreview|skypeuripreview|googleimageproxy|yahoomailproxy|cloudmark|forcepoint|zscaler|sophos|ironport|vade|avanan|urldefense|existence discovery/i

/** Classifies a request for a link by itself; '' if it may be a person's. */
export function clickReasonOf({ method, userAgent, purpose }: ClickRequest): ClickReason | '' {
  if (method === 'HEAD') return 'head'
  if (!userAgent) return 'no-user-agent'
  // The pattern of `isbot` is slow for long texts.
  if (scanners.test(userAgent) || isbot(userAgent.slice(0, 400))) return 'scanner'
  if (purpose && /prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  return ''
}
