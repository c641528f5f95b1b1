import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { followRedirects } from '../../../platform/http/follow-redirects.ts'
import { type GuardedRequest, type GuardedResponse, RequestError } from '../../../platform/http/guarded-request.ts'
import { attemptPatiently } from '../attempt-patiently.ts'
import { findAll, parseTree } from '../content/html-tree.ts'
import { SourceError } from '../source-records.ts'
import { cleanLine } from './clean-text.ts'
import { isRow, type JsonRow, lineIn, parsedJson } from './json-rows.ts'

/** Bytes of one response; a page of texts that is larger is read in smaller pages. */
const RESPONSE_MAX = 32 * 1024 * 1024
const PAGE_MAX = 1024 * 1024
/** Bytes of all responses. */
const TOTAL_MAX = 2 * 1024 ** 3

export type SiteConnection = { request: GuardedRequest; signal: AbortSignal }

/** The REST API of one WordPress (https://developer.wordpress.org/rest-api/), as a visitor reads it. */
export type WordPressApi = {
  site: { name: string; url: string }
  /** A list, with how many items there are in all; NaN if the site does not say it. Throws `ApiFault`. */
  read(route: string, query: Record<string, string | number>): Promise<{ value: unknown; total: number }>
}

/** The message is the end of a sentence about the site. */
export class ApiFault extends Error {
  readonly status: number | undefined
  readonly isPassing: boolean
  readonly waitMs: number | undefined

  constructor(
    message: string,
    { status, isPassing = false, waitMs }: Partial<Pick<ApiFault, 'status' | 'isPassing' | 'waitMs'>> = {},
  ) {
    super(message)
    this.status = status
    this.isPassing = isPassing
    this.waitMs = waitMs
  }

  /** Whether there was no response at all. */
  get isSilent(): boolean {
    return this.isPassing && this.status === undefined
  }
}

/** Finds the API of the site at an address, by what its page says or where it usually is. Throws `SourceError`. */
export async function openWordPressApi(address: string, connection: SiteConnection): Promise<WordPressApi> {
  const fetch = createFetch(connection)
  const host = new URL(address).hostname
  const page = await fetch(address, { accept: 'text/html,*/*;q=0.8', bytes: PAGE_MAX, isCut: true }).catch(
    (fault: unknown) => {
      // A page may be refused to programs where the API is open; without a response there is neither.
      if (fault instanceof ApiFault && fault.status !== undefined) return undefined
      throw fault instanceof ApiFault ? new SourceError(`${host} could not be read: ${fault.message}.`) : fault
    },
  )
  const start = page?.address ?? address
  const html = page?.text ?? ''
  const head = headOf(html)
  if (/(?:^|\.)wordpress\.com$/.test(new URL(start).hostname) || /^WordPress\.com/i.test(head.generator))
    return openHosted(new URL(start), fetch)
  const faults: ApiFault[] = []
  for (const root of rootsOf(start, page?.response.headers.link, head.api))
    try {
      const { value } = await fetchJson(fetch, root)
      const spaces = isRow(value) && Array.isArray(value.namespaces) ? value.namespaces : []
      if (isRow(value) && spaces.includes('wp/v2')) return apiAt(value, { root, start, fetch })
      faults.push(new ApiFault('its response is not that of a WordPress'))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      faults.push(fault)
    }
  const isWordPress = /^WordPress/i.test(head.generator) || head.api !== '' || /\/wp-(?:content|includes)\//.test(html)
  const closed = faults.find(({ status }) => status === 401 || status === 403)
  if (isWordPress || (!page && closed))
    throw new SourceError(
      `${host} does not let programs read its texts: ${(closed ?? faults[0]!).message}. A security plugin of WordPress may have closed its REST API: open it for the time of the import, or upload an export file.`,
    )
  throw new SourceError(`There is no WordPress at ${address}: ${faults[0]!.message}.`)
}

/** Says by its head what made a page. */
function headOf(html: string): { api: string; generator: string } {
  const tree = parseTree(html)
  const [api] = findAll(tree, ({ name, attributes }) => name === 'link' && isApi(attributes.rel))
  const [meta] = findAll(
    tree,
    ({ name, attributes }) => name === 'meta' && attributes.name?.toLowerCase() === 'generator',
  )
  return { api: api?.attributes.href ?? '', generator: meta?.attributes.content ?? '' }
}

const isApi = (rel = '') => /^https?:\/\/api\.w\.org\/?$/.test(rel.trim())

/** The roots that the header or the page names, then those that every WordPress has. */
function rootsOf(start: string, header: string | string[] | undefined, named: string): Set<string> {
  const inHeader = /<([^>]+)>\s*;[^,]*rel="?https?:\/\/api\.w\.org\/?"?/.exec([header ?? ''].flat().join(', '))?.[1]
  const base = new URL(start)
  base.search = ''
  base.hash = ''
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  const roots = [inHeader ?? '', named, 'wp-json/', '?rest_route=/', '/wp-json/', '/?rest_route=/']
    .filter((each) => each && URL.canParse(each, base))
    .map((each) => new URL(each, base).href)
  return new Set(roots.filter(isWebUrl))
}

type Fetch = ReturnType<typeof createFetch>

function apiAt(index: JsonRow, { root, start, fetch }: { root: string; start: string; fetch: Fetch }): WordPressApi {
  const named = [lineIn(index, 'home'), lineIn(index, 'url')].find(isWebUrl)
  return {
    site: { name: lineIn(index, 'name'), url: named ?? start },
    read: (route, query) => readRoute(fetch, routeUrl(root, `wp/v2/${route}`), query),
  }
}

function routeUrl(root: string, route: string): URL {
  const url = new URL(root)
  const byQuery = url.searchParams.get('rest_route')
  if (byQuery === null) return new URL(route, root.replace(/\/*$/, '/'))
  url.searchParams.set('rest_route', `${byQuery.replace(/\/*$/, '/')}${route}`)
  return url
}

/** Sites of WordPress.com have theirs at one address for all. */
async function openHosted({ hostname, origin }: URL, fetch: Fetch): Promise<WordPressApi> {
  const api = 'https://public-api.wordpress.com'
  try {
    const { value } = await fetchJson(fetch, `${api}/rest/v1.1/sites/${hostname}?fields=name,URL`)
    const info = isRow(value) ? value : {}
    const named = lineIn(info, 'URL')
    return {
      site: { name: lineIn(info, 'name'), url: isWebUrl(named) ? named : origin },
      read: (route, query) => readRoute(fetch, new URL(`${api}/wp/v2/sites/${hostname}/${route}`), query),
    }
  } catch (fault) {
    if (!(fault instanceof ApiFault)) throw fault
    throw new SourceError(`WordPress.com does not let programs read ${hostname}: ${fault.message}.`)
  }
}

async function readRoute(fetch: Fetch, url: URL, query: Record<string, string | number>) {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const { value, response } = await fetchJson(fetch, url.href)
  return { value, total: Number(response.headers['x-wp-total'] ?? Number.NaN) }
}

async function fetchJson(fetch: Fetch, address: string): Promise<{ value: unknown; response: GuardedResponse }> {
  const { text, response } = await fetch(address, { accept: 'application/json', bytes: RESPONSE_MAX })
  // A plugin with a fault writes its message before it.
  const value = parsedJson(text) ?? parsedJson(text.slice(Math.max(0, text.search(/^[ \t]*[[{]/m))))
  if (value === undefined) throw new ApiFault('its response is not readable')
  return { value, response }
}

/** `isCut`: the first bytes of a longer response are enough. */
type Wanted = { accept: string; bytes: number; isCut?: boolean }

/** One request at a time, since each reader of the API waits for its response. Throws `ApiFault`. */
function createFetch({ request, signal }: SiteConnection) {
  let total = 0
  const attempt = async (url: string, { accept, bytes: bytesMax, isCut = false }: Wanted) => {
    const { response, address } = await followRedirects(request, url, {
      method: 'GET',
      headers: { accept },
      // One byte more tells a response that is too large.
      bodyMax: bytesMax + 1,
      asBytes: true,
      signal,
    }).catch((error: unknown) => {
      throw error instanceof RequestError ? toFault(error) : error
    })
    if (!response) throw new ApiFault('it redirects too often')
    const { status, headers, bytes = Buffer.alloc(0) } = response
    const isPassing = status === 429 || status >= 500
    if (status !== 200)
      throw new ApiFault(`it responded with ${status}`, { status, isPassing, waitMs: waitOf(headers['retry-after']) })
    if (bytes.length > bytesMax && !isCut)
      throw new ApiFault(`its response is larger than ${bytesMax / 1024 / 1024} MB`)
    total += bytes.length
    if (total > TOTAL_MAX) throw new SourceError('The site has more texts than 2 GB. Please upload an export file.')
    return { text: new TextDecoder().decode(bytes), response, address }
  }
  return (address: string, wanted: Wanted) =>
    attemptPatiently(() => attempt(address, wanted), {
      isPassing: (error) => error instanceof ApiFault && error.isPassing,
      waitOf: (error) => (error instanceof ApiFault ? error.waitMs : undefined),
      signal,
    })
}

function waitOf(retryAfter: string | undefined): number | undefined {
  return retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined
}

function toFault({ fault, cause }: RequestError): ApiFault {
  const code = cleanLine(String((cause as { code?: unknown } | undefined)?.code ?? ''))
  if (fault === 'tls' || /CERT|SIGNATURE|SSL|TLS/.test(code))
    return new ApiFault('its certificate is expired, incomplete or that of another site')
  if (fault === 'dns') return new ApiFault('there is no site with this name')
  if (fault === 'timeout') return new ApiFault('it did not respond in time', { isPassing: true })
  if (['address', 'credentials', 'port', 'private-address'].includes(fault))
    return new ApiFault('its address is not a public one')
  return new ApiFault('it did not respond', { isPassing: true })
}
