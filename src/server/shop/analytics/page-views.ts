import type { IncomingMessage } from 'node:http'
import { dayIn } from '../../../contract/platform/days.ts'
import type { ReferrerKind, ViewReason } from '../../../contract/shop/page-views.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { isHostOf } from './hidden-referrers.repo.ts'
import { addPageViews } from './page-views.repo.ts'
import type { Referrer } from './referrers.ts'
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
  /** Hosts whose views are filtered, with those of their subdomains; read once a flush. */
  readHiddenHosts(): Promise<string[]>
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

type Cell = { views: number }

/** Counts of a page: people's by referrer, which `referrerOfView` returns as the same object again, and filtered ones by reason. */
type PageCounts = { path: string; people: Map<Referrer, Cell>; filtered: Map<ViewReason, Cell> }

/** Pages by their path, and by the URLs with parameters that lead to them. */
type SlotCounts = { paths: Map<string, PageCounts>; urls: Map<string, PageCounts> }

const noSlot = -1

/**
 * Counts page views in memory and adds them to the database every few seconds. Several processes on one database add to
 * the same rows. A process that is killed loses what it has not written.
 */
export function createPageViews({
  db,
  clock,
  readTimeZone,
  readHiddenHosts,
  ownHost,
  onError,
  flushMs = 5000,
  keysMax = 20_000,
  hostsMax = 300,
}: PageViewsOptions): PageViews {
  let slots = new Map<number, SlotCounts>()
  /** Cells and URLs in memory. */
  let size = 0
  let urlCount = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let isClosed = false
  let current = { slot: noSlot, counts: emptySlot() }
  let hosts = new Set<string>()
  let hostsDay = -1
  const others = new Map<ReferrerKind, Referrer>()

  function countsOf(slot: number): SlotCounts {
    let counts = slots.get(slot)
    if (!counts) {
      counts = emptySlot()
      slots.set(slot, counts)
    }
    return counts
  }

  function findPage(counts: SlotCounts, url: string): PageCounts {
    const end = url.indexOf('?')
    const path = (end === -1 ? url : url.slice(0, end)).slice(0, PATH_MAX)
    let page = counts.paths.get(path)
    if (!page) {
      page = { path, people: new Map(), filtered: new Map() }
      if (size < 2 * keysMax) counts.paths.set(path, page)
    }
    if (urlCount < keysMax) {
      counts.urls.set(url, page)
      urlCount += 1
    }
    return page
  }

  function add<Key>(cells: Map<Key, Cell>, key: Key, views: number): void {
    const cell = cells.get(key)
    if (cell) cell.views += views
    else if (size < 2 * keysMax) {
      cells.set(key, { views })
      size += 1
    }
  }

  /** A referrer of a host beyond the first ones of a day is counted as `other`. */
  function boundedReferrer(referrer: Referrer): Referrer {
    const { kind, host } = referrer
    if (host === '' || hosts.has(host)) return referrer
    if (hosts.size < hostsMax && size < keysMax) {
      hosts.add(host)
      return referrer
    }
    let other = others.get(kind)
    if (!other) {
      other = { kind, host: 'other' }
      others.set(kind, other)
    }
    return other
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
    const hidden = new Set(await readHiddenHosts())
    const taken = slots
    slots = new Map()
    size = 0
    urlCount = 0
    current = { slot: noSlot, counts: emptySlot() }
    const rows = [...taken].flatMap(([slot, { paths }]) => {
      const day = dayIn(timeZone, new Date(slot * SLOT_MS))
      return [...paths.values()].flatMap((page) => toRows(page, hidden).map((row) => ({ slot, row: { ...row, day } })))
    })
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map(({ row }) => row)
      try {
        await db.transaction().execute((transaction) => addPageViews(transaction, batch))
      } catch (error) {
        for (const { slot, row } of rows.slice(from)) putBack(slot, row)
        throw error
      }
    }
  }

  function putBack(slot: number, { path, kind, host, reason, views }: ViewRow): void {
    const page = findPage(countsOf(slot), path)
    if (reason === '') add(page.people, { kind: kind as ReferrerKind, host }, views)
    else add(page.filtered, reason as ViewReason, views)
  }

  function flush(): Promise<void> {
    flushing ??= (size === 0 ? Promise.resolve() : write()).finally(() => {
      flushing = undefined
    })
    return flushing
  }

  return {
    count(url, request) {
      const slot = Math.floor(clock().getTime() / SLOT_MS)
      if (slot !== current.slot) {
        current = { slot, counts: countsOf(slot) }
        const day = Math.floor(slot / SLOTS_OF_DAY)
        if (day !== hostsDay) hosts = new Set()
        hostsDay = day
      }
      const page = current.counts.urls.get(url) ?? findPage(current.counts, url)
      const reason = reasonToFilterView(request)
      // Without the host: a program may send any number of them.
      if (reason) add(page.filtered, reason, 1)
      else {
        const referrer = referrerOfView(request, ownHost)
        const cell = page.people.get(referrer)
        if (cell) cell.views += 1
        else add(page.people, boundedReferrer(referrer), 1)
      }
      if (!timer) schedule()
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

const emptySlot = (): SlotCounts => ({ paths: new Map(), urls: new Map() })

type ViewRow = Omit<Row<'page_views'>, 'day'>

function toRows({ path, people, filtered }: PageCounts, hidden: ReadonlySet<string>): ViewRow[] {
  const filteredRow = (reason: ViewReason, views: number) => ({ path, kind: '', host: '', reason, is_demo: 0, views })
  return [
    ...[...people].map(([{ kind, host }, { views }]) =>
      isHostOf(hidden, host)
        ? filteredRow('hidden-referrer', views)
        : { path, kind, host, reason: '', is_demo: 0, views },
    ),
    ...[...filtered].map(([reason, { views }]) => filteredRow(reason, views)),
  ]
}
