import type { IncomingMessage } from 'node:http'
import { dayIn } from '../../../contract/days.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addPageViews } from './page-views.repo.ts'
import { reasonToFilterView, referrerOfView } from './view-signals.ts'

export type PageViews = {
  /** Counts a page that is sent; `key` is its canonical URL. Synchronous, and without any input or output. */
  count(key: string, request: IncomingMessage): void
  /** Writes what is counted. Rejects, and keeps it, if the database fails. */
  flush(): Promise<void>
  /** Writes the rest. Call it before the database closes. */
  close(): Promise<void>
}

export type PageViewsOptions = {
  db: Db
  clock: () => Date
  /** Whose days are counted. */
  readTimeZone(): Promise<string>
  ownHost?: string | undefined
  onError(error: unknown): void
  /** How long counts stay in memory, in milliseconds. */
  flushMs?: number
  /** Counted combinations at most; beyond them hosts are counted as `other`, and beyond twice as many nothing new is. */
  keysMax?: number
  /** Hosts of other sites in a day (UTC); further ones are counted as `other`. */
  hostsMax?: number
}

/** Every day of every time zone begins with a quarter of an hour. */
const SLOT_MS = 15 * 60 * 1000
const SLOTS_OF_DAY = 96
/** Rows of one statement. */
const BATCH = 500
const PATH_MAX = 300

/** Counts by slot and by path, kind, host and reason, which are joined by line feeds. */
type Slots = Map<number, Map<string, number>>

/**
 * Counts page views in memory and adds them to the database every few seconds. Several processes on one database add to
 * the same rows. A process that is killed loses what it has not written.
 */
export function createPageViews({
  db,
  clock,
  readTimeZone,
  ownHost,
  onError,
  flushMs = 5000,
  keysMax = 20_000,
  hostsMax = 300,
}: PageViewsOptions): PageViews {
  let slots: Slots = new Map()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let isClosed = false
  let current = { slot: -1, counts: new Map<string, number>() }
  let hosts = new Set<string>()
  let hostsDay = -1

  function countsOf(slot: number): Map<string, number> {
    let counts = slots.get(slot)
    if (!counts) {
      counts = new Map()
      slots.set(slot, counts)
    }
    return counts
  }

  function add(counts: Map<string, number>, key: string, count: number): boolean {
    const before = counts.get(key)
    if (before === undefined) {
      if (size >= 2 * keysMax) return false
      size += 1
    }
    counts.set(key, (before ?? 0) + count)
    return true
  }

  function boundedHost(host: string): string {
    if (host === '' || hosts.has(host)) return host
    if (hosts.size >= hostsMax || size >= keysMax) return 'other'
    hosts.add(host)
    return host
  }

  function schedule(): void {
    if (timer || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => {
        onError(error)
        schedule()
      })
    }, flushMs)
    timer.unref()
  }

  async function write(): Promise<void> {
    const timeZone = await readTimeZone()
    const taken = slots
    slots = new Map()
    size = 0
    current = { slot: -1, counts: new Map() }
    const rows = [...taken].flatMap(([slot, counts]) => {
      const day = dayIn(timeZone, new Date(slot * SLOT_MS))
      return [...counts].map(([key, views]) => ({ slot, key, views, day }))
    })
    for (let from = 0; from < rows.length; from += BATCH) {
      try {
        const batch = rows.slice(from, from + BATCH).map(toRow)
        await db.transaction().execute((transaction) => addPageViews(transaction, batch))
      } catch (error) {
        for (const { slot, key, views } of rows.slice(from)) add(countsOf(slot), key, views)
        throw error
      }
    }
  }

  function flush(): Promise<void> {
    flushing ??= (size === 0 ? Promise.resolve() : write()).finally(() => {
      flushing = undefined
    })
    return flushing
  }

  return {
    count(key, request) {
      const slot = Math.floor(clock().getTime() / SLOT_MS)
      if (slot !== current.slot) {
        current = { slot, counts: countsOf(slot) }
        const day = Math.floor(slot / SLOTS_OF_DAY)
        if (day !== hostsDay) hosts = new Set()
        hostsDay = day
      }
      const end = key.indexOf('?')
      const path = (end === -1 ? key : key.slice(0, end)).slice(0, PATH_MAX)
      const reason = reasonToFilterView(request)
      // Without the host: a program may send any number of them.
      if (reason) add(current.counts, `${path}\n\n\n${reason}`, 1)
      else {
        const { kind, host } = referrerOfView(request, ownHost)
        add(current.counts, `${path}\n${kind}\n${boundedHost(host)}\n`, 1)
      }
      schedule()
    },
    flush,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flushing?.catch(() => {})
      await flush().catch(onError)
    },
  }
}

function toRow({ day, key, views }: { day: string; key: string; views: number }) {
  const [path = '', kind = '', host = '', reason = ''] = key.split('\n')
  return { day, path, kind, host, reason, is_demo: 0, views }
}
