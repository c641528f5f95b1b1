import type { IncomingMessage } from 'node:http'
import { PAGE_VIEW_HEADER } from '../../../contract/shop/page-view-header.ts'
import type { ViewReason } from '../../../contract/shop/page-views.ts'
import { reasonToFilter } from './bots.ts'
import { type Referrer, referrerOf, sourceOf } from './referrers.ts'

/** Why a sent page is not counted as a person's view; undefined if it is. The rules of clicks come first. */
export function reasonToFilterView({ method, headers }: IncomingMessage): ViewReason | undefined {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']
  const reason = reasonToFilter({
    userAgent: headers['user-agent'],
    // Unlike clicks, pages are reached from other sites, too.
    secFetchSite: undefined,
    purpose: purpose as string | undefined,
  })
  if (reason) return reason
  const site = headers['sec-fetch-site']
  if (headers[PAGE_VIEW_HEADER] !== undefined && (site === undefined || site === 'same-origin')) return undefined
  if (method === 'HEAD') return 'head'
  const destination = headers['sec-fetch-dest']
  return destination === undefined || destination === 'document' ? undefined : 'not-navigation'
}

const direct: Referrer = { kind: 'direct', host: '' }
const internal: Referrer = { kind: 'internal', host: '' }
const newsletter: Referrer = { kind: 'newsletter', host: '' }

/** Size of the cache and longest cached referrer. */
const REMEMBERED_MAX = 1000
const LENGTH_MAX = 400
const remembered = new Map<string, { authority: string; referrer: Referrer }>()

/** Where a person comes from. `ownHost` is the host of the site's URL; the host of the request counts as its own, too. */
export function referrerOfView({ headers, url = '' }: IncomingMessage, ownHost: string | undefined): Referrer {
  const reported = headers[PAGE_VIEW_HEADER]
  if (reported === '1') return internal
  if (url.includes('?') && (url.includes('utm_medium=email') || url.includes('utm_source=newsletter')))
    return newsletter
  const referer = reported === undefined ? headers.referer : String(reported)
  if (!referer) return url.includes('?') ? namedSource(url) : direct
  let known = remembered.get(referer)
  if (!known) {
    known = {
      authority: URL.canParse(referer) ? new URL(referer).host : '',
      referrer: referrerOf(referer) ?? direct,
    }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    if (referer.length <= LENGTH_MAX) remembered.set(referer, known)
  }
  const { authority, referrer } = known
  return authority !== '' && (authority === headers.host || authority === ownHost) ? internal : referrer
}

const sources = new Map<string, Referrer>()

/** The source that an address names, as the same object again; direct without one. */
function namedSource(url: string): Referrer {
  const source = sourceOf(url)
  if (!source) return direct
  const known = sources.get(source.host)
  if (known) return known
  if (sources.size >= REMEMBERED_MAX) sources.clear()
  sources.set(source.host, source)
  return source
}
