import type { LinkHop, LinkOutcome, LinkReason } from '../../../contract/shop/links.ts'
import {
  type GuardedRequest,
  type GuardedResponse,
  RequestError,
  type RequestFault,
} from '../../platform/http/guarded-request.ts'
import { type CheckTarget, checkTargetOf, type NetworkOfHost } from './check-target.ts'
import { readPage } from './read-page.ts'
import { targetOf } from './target-of.ts'
import { type Hop, isSameShop, isTagLost } from './tracking-tag.ts'

/** The findings of one check. */
export type Observation = {
  outcome: LinkOutcome
  reason: LinkReason
  /** The status of the last response; null if there was none. */
  status: number | null
  /** Where the redirects ended; null if no page was reached. */
  finalUrl: string | null
  chain: LinkHop[]
  etag: string | null
  lastModified: string | null
  /** Hosts that want to be left alone for now. */
  busyHosts: string[]
}

/** The findings of the last check, for conditional requests. */
export type Known = {
  finalUrl: string | null
  etag: string | null
  lastModified: string | null
  outcome: LinkOutcome | 'new'
}

export type CheckOptions = {
  request: GuardedRequest
  /** Waits until a host may be called again. */
  pace(host: string, signal?: AbortSignal): Promise<void>
  known?: Known
  networkOfHost?: NetworkOfHost
  signal?: AbortSignal
}

const REDIRECTS_MAX = 10
/** Bytes of a page; its head and the facts for search engines are at the beginning. */
const BODY_MAX = 400_000
/** Characters of the URL of a redirect. */
const TARGET_MAX = 4000

/**
 * Checks the page that a link leads to, one hop after the other. Neither the tracking link of a network nor a tag is ever
 * requested, since that would be a click that no reader made.
 */
export async function checkLink(address: string, options: CheckOptions): Promise<Observation> {
  const hops: Hop[] = []
  const busyHosts: string[] = []
  const found = await followFrom(address, hops, busyHosts, options).catch((error: unknown) => {
    options.signal?.throwIfAborted()
    // One page that trips the check must not keep all others from being checked.
    if (!(error instanceof RequestError)) return failure('unchecked', 'response', hops)
    return { ...resultOfFault(error.fault), status: hops.at(-1)?.status ?? null }
  })
  return {
    finalUrl: null,
    etag: null,
    lastModified: null,
    ...found,
    chain: hops.map(({ url, status }) => ({ url, status })),
    busyHosts,
  }
}

type Found = Pick<Observation, 'outcome' | 'reason' | 'status'> & Partial<Observation>

async function followFrom(address: string, hops: Hop[], busyHosts: string[], options: CheckOptions): Promise<Found> {
  const target = checkTargetOf(address, options.networkOfHost)
  return 'url' in target ? follow(target.url, hops, busyHosts, options) : failure(...refusal(target), hops)
}

function refusal({ reason }: Exclude<CheckTarget, { url: string }>): [LinkOutcome, LinkReason] {
  return [reason === 'closed-network' ? 'gone' : 'unchecked', reason]
}

async function follow(address: string, hops: Hop[], busyHosts: string[], options: CheckOptions): Promise<Found> {
  const visited = new Set<string>()
  for (let url = address; ; ) {
    // The first URL has nothing to remove; where a redirect leads to is only known now.
    const target = checkTargetOf(url, options.networkOfHost)
    if (!('url' in target) || target.isCredited) return failure('unchecked', 'own-click', hops)
    if (visited.has(url)) return loopResult(hops)
    if (visited.size > REDIRECTS_MAX) return failure('broken', 'too-many-redirects', hops)
    visited.add(url)
    const response = await visit(url, options)
    hops.push({ url, status: response.status, cookies: (response.headers['set-cookie'] ?? []).join('; ') })
    const { status, headers } = response
    if (status === 304 && options.known) return { ...unchangedResult(options.known, hops), status }
    if (status >= 300 && status < 400) {
      const next = resolveTarget(headers.location, url)
      if (next === undefined) return failure('broken', 'bad-redirect', hops)
      url = next
      continue
    }
    if (status >= 400) {
      if (status === 429 || status === 503) busyHosts.push(new URL(url).host)
      return { ...resultOfStatus(status), status }
    }
    const page = readPage(response.body, url)
    const refreshed = page.refresh === undefined ? undefined : resolveTarget(page.refresh, url)
    if (refreshed !== undefined && refreshed !== url) {
      url = refreshed
      continue
    }
    return { ...pageResult(page, hops), ...validators(response), status }
  }
}

/**
 * HEAD first, which costs the shop little. GET where the server refuses HEAD or treats it as an error, and for the text of a
 * page that has changed since the last check.
 */
async function visit(url: string, { request, pace, known, signal }: CheckOptions): Promise<GuardedResponse> {
  const host = URL.canParse(url) ? new URL(url).host : ''
  const isKnown = known !== undefined && known.finalUrl === url && canStay(known.outcome)
  const conditions: Record<string, string> = {
    ...(isKnown && known.etag ? { 'if-none-match': known.etag } : {}),
    ...(isKnown && known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
  const send = async (method: 'HEAD' | 'GET') => {
    await pace(host, signal)
    return request(url, { method, headers: conditions, bodyMax: BODY_MAX, signal })
  }
  const head = await send('HEAD').catch((error: unknown) => {
    // Some servers close the connection of a HEAD, or never respond to it.
    if (error instanceof RequestError && ['response', 'timeout'].includes(error.fault)) return undefined
    throw error
  })
  if (!head) return send('GET')
  const { status, headers } = head
  if (status === 429 || status === 503 || (status >= 300 && status < 400)) return head
  if (status < 300 && isKnown && known.etag !== null && headers.etag === known.etag) return { ...head, status: 304 }
  if (status < 300 && !/^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? 'text/html')) return head
  return send('GET')
}

/** Outcomes that an unchanged page keeps. */
function canStay(outcome: Known['outcome']): boolean {
  return outcome === 'ok' || outcome === 'redirects'
}

function unchangedResult(known: Known, hops: Hop[]): Omit<Found, 'status'> {
  const { etag, lastModified } = known
  const kept = { finalUrl: endOf(hops), etag, lastModified }
  if (isTagLost(hops)) return { outcome: 'tag-lost', reason: 'tag', ...kept }
  return { outcome: successOf(hops), reason: 'none', ...kept }
}

function pageResult(page: ReturnType<typeof readPage>, hops: Hop[]): Omit<Found, 'status'> {
  const finalUrl = endOf(hops)
  if (page.isCaptcha) return { outcome: 'unchecked', reason: 'captcha' }
  if (page.isNotFound) return { outcome: 'gone', reason: 'not-found', finalUrl }
  if (endsAtHomePage(hops)) return { outcome: 'gone', reason: 'home-page', finalUrl }
  if (isTagLost(hops)) return { outcome: 'tag-lost', reason: 'tag', finalUrl }
  if (page.isOutOfStock) return { outcome: 'out-of-stock', reason: 'out-of-stock', finalUrl }
  return { outcome: successOf(hops), reason: 'none', finalUrl }
}

/** `redirects` where the page is at another address than the link; scheme, query and a slash at the end do not count. */
function successOf(hops: Hop[]): LinkOutcome {
  const [first] = hops
  return first && targetOf(first.url) !== targetOf(endOf(hops)) ? 'redirects' : 'ok'
}

/** The URL of the last response. */
function endOf(hops: Hop[]): string {
  const end = hops.at(-1)
  if (!end) throw new Error('A link without a response has no end')
  return end.url
}

/** A shop that redirects what it no longer sells to its home page. */
function endsAtHomePage(hops: Hop[]): boolean {
  const end = new URL(endOf(hops))
  if (!isHome(end.pathname)) return false
  return hops.slice(0, -1).some(({ url }) => {
    const { hostname, pathname } = new URL(url)
    return isSameShop(hostname, end.hostname) && !isHome(pathname)
  })
}

/** `/`, `/en` and `/en-us/`, but not a page with a short name. */
function isHome(path: string): boolean {
  const [, first = '', second = ''] = /^\/([a-z]{2})(?:[-_]([a-z]{2}))?\/?$/i.exec(path) ?? []
  return path === '/' || (first !== '' && isLocale(first) && (second === '' || isLocale(second)))
}

function isLocale(code: string): boolean {
  return languages.of(code.toLowerCase()) !== undefined || regions.of(code.toUpperCase()) !== undefined
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function resolveTarget(location: string | undefined, base: string): string | undefined {
  if (!location || !URL.canParse(location, base)) return undefined
  const url = new URL(location, base)
  if (url.href.length > TARGET_MAX) return undefined
  url.hash = ''
  return url.href
}

/** A shop that sets a cookie and looks for it lets only clients with cookies out of the loop. */
function loopResult(hops: Hop[]): Found {
  const setsCookie = hops.some(({ cookies }) => cookies !== '')
  return setsCookie ? failure('unchecked', 'cookies', hops) : failure('broken', 'redirect-loop', hops)
}

function failure(outcome: LinkOutcome, reason: LinkReason, hops: Hop[]): Found {
  return { outcome, reason, status: hops.at(-1)?.status ?? null }
}

function resultOfStatus(status: number): Pick<Found, 'outcome' | 'reason'> {
  if (status === 404 || status === 410) return { outcome: 'broken', reason: 'status' }
  if (status === 401) return { outcome: 'unchecked', reason: 'sign-in' }
  if (status < 500 || status === 503 || status > 511) return { outcome: 'unchecked', reason: 'not-for-robots' }
  return { outcome: 'broken', reason: 'status' }
}

function resultOfFault(fault: RequestFault): Pick<Found, 'outcome' | 'reason'> {
  const isBroken = ['address', 'dns', 'connection', 'tls'].includes(fault)
  return { outcome: isBroken ? 'broken' : 'unchecked', reason: fault }
}

function validators({ headers }: GuardedResponse): Pick<Observation, 'etag' | 'lastModified'> {
  const text = (value: string | undefined) => (value && value.length <= 300 ? value : null)
  return { etag: text(headers.etag), lastModified: text(headers['last-modified']) }
}
