import type { IncomingHttpHeaders } from 'node:http'
import { numberedAddress, redirectAddress } from '../../../contract/content/redirect-address.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addMissingPages, type CountedMiss } from './missing-pages.repo.ts'

export type MissingPages = {
  /** Counts a 404 of a page; `key` is its canonical URL. Synchronous. */
  count(key: string, headers: Pick<IncomingHttpHeaders, 'referer' | 'host'>): void
  /** Writes what is counted. */
  flush(): Promise<void>
  /** Writes the rest. Call it before the database closes. */
  close(): Promise<void>
}

type Options = {
  db: Db
  clock: () => Date
  /** The URL of the site. */
  origin: string
  onError(error: unknown): void
  /** How long counts stay in memory, in milliseconds. */
  flushMs?: number
}

/** Addresses in memory at most; until they are written, further ones are not counted. */
export const WAITING_MAX = 500
const ADDRESS_MAX = 200

/** Counts 404s in memory and adds them to the database every few seconds, so that a request for a missing page writes nothing. */
export function createMissingPages({ db, clock, origin, onError, flushMs = 5000 }: Options): MissingPages {
  const ownHost = URL.canParse(origin) ? new URL(origin).host : undefined
  let waiting = new Map<string, CountedMiss>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function add(miss: CountedMiss): void {
    const known = waiting.get(miss.address)
    if (known) {
      known.hits += miss.hits
      known.lastAt = miss.lastAt
      known.referrer = miss.referrer || known.referrer
    } else if (waiting.size < WAITING_MAX) waiting.set(miss.address, miss)
    if (!isClosed) timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = [...waiting.values()]
    waiting = new Map()
    if (counted.length === 0) return
    try {
      await db.transaction().execute((transaction) => addMissingPages(transaction, counted))
    } catch (error) {
      onError(error)
      for (const miss of counted) add(miss)
    }
  }
  return {
    count(key, { referer, host }) {
      const address = missingAddress(key)
      if (address === undefined) return
      const now = clock().toISOString()
      const referrer = pageOf(referer, [host, ownHost])
      add({ address, hits: 1, firstAt: now, lastAt: now, referrer })
    },
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}

/**
 * The address under which a 404 is counted: its path, or the number of a post in WordPress. Undefined for what scanners and programs
 * request: files (`.php`, `.env`, images, scripts), hidden folders, the folders of WordPress and of server software, addresses that
 * may hold an email address, and overlong or unprintable ones.
 */
export function missingAddress(key: string): string | undefined {
  const url = URL.parse(key, 'http://localhost')
  if (!url) return undefined
  const numbered = numberedAddress(url)
  if (numbered !== undefined) return numbered
  url.search = ''
  const path = redirectAddress(url)
  if (path === undefined || path === '/' || path.length > ADDRESS_MAX || /[\p{C}?#%\\@<>"{}|]/u.test(path))
    return undefined
  return isNoise(path) ? undefined : path
}

function isNoise(path: string): boolean {
  if (/\/\./.test(path)) return true
  if (
    /^\/(?:wp-[a-z]+|wordpress|cgi-bin|vendor|node_modules|actuator|phpmyadmin|pma|xmlrpc|_[a-z]+)(?:\/|$)/.test(path)
  )
    return true
  // A web page of an earlier site may end in `.html`.
  return /\.(?!html?$)[a-z][a-z0-9]{0,7}$/.test(path)
}

const REFERRER_MAX = 200

/** The page that a referrer names: a path of this site, or a URL without its query, which may hold personal data. */
function pageOf(referer: string | undefined, ownHosts: (string | undefined)[]): string {
  const url = referer ? URL.parse(referer) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname.includes('@')) return ''
  const page = ownHosts.includes(url.host) ? url.pathname : `${url.protocol}//${url.host}${url.pathname}`
  return page.length > REFERRER_MAX ? '' : page
}
