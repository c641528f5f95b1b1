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

type State = PageViewsOptions & {
  flushMs: number
  keysMax: number
  hostsMax: number
  slots: Map<number, SlotCounts>
  /** Cells and URLs in memory. */
  size: number
  urlCount: number
  timer: NodeJS.Timeout | undefined
  flushing: Promise<void> | undefined
  isClosed: boolean
  current: { slot: number; counts: SlotCounts }
  hosts: Set<string>
  hostsDay: number
  others: Map<ReferrerKind, Referrer>
}

/**
 * Counts page views in memory and adds them to the database every few seconds. Several processes on one database add to
 * the same rows. A process that is killed loses what it has not written.
 */
export function createPageViews(options: PageViewsOptions): PageViews {
  const { flushMs = 5000, keysMax = 20_000, hostsMax = 300 } = options
  const state: State = {
    ...options,
    flushMs,
    keysMax,
    hostsMax,
    slots: new Map(),
    size: 0,
    urlCount: 0,
    timer: undefined,
    flushing: undefined,
    isClosed: false,
    current: { slot: noSlot, counts: emptySlot() },
    hosts: new Set(),
    hostsDay: -1,
    others: new Map(),
  }
  return {
    count: (url, request) => count(state, url, request),
    flush: () => flush(state),
    async close() {
      state.isClosed = true
      clearTimeout(state.timer)
      await state.flushing?.catch(() => {})
      await flush(state).catch(state.onError)
    },
  }
}

function count(state: State, url: string, request: IncomingMessage): void {
  const slot = Math.floor(state.clock().getTime() / SLOT_MS)
  if (slot !== state.current.slot) enterSlot(state, slot)
  const { counts } = state.current
  const page = counts.urls.get(url) ?? findPage(state, counts, url)
  const reason = reasonToFilterView(request)
  // Without the host: a program may send any number of them.
  if (reason) add(state, page.filtered, reason, 1)
  else {
    const referrer = referrerOfView(request, state.ownHost)
    const cell = page.people.get(referrer)
    if (cell) cell.views += 1
    else add(state, page.people, boundedReferrer(state, referrer), 1)
  }
  if (!state.timer) schedule(state)
}

function enterSlot(state: State, slot: number): void {
  state.current = { slot, counts: countsOf(state, slot) }
  const day = Math.floor(slot / SLOTS_OF_DAY)
  if (day !== state.hostsDay) state.hosts = new Set()
  state.hostsDay = day
}

function countsOf({ slots }: State, slot: number): SlotCounts {
  let counts = slots.get(slot)
  if (!counts) {
    counts = emptySlot()
    slots.set(slot, counts)
  }
  return counts
}

function findPage(state: State, counts: SlotCounts, url: string): PageCounts {
  const end = url.indexOf('?')
  const path = (end === -1 ? url : url.slice(0, end)).slice(0, PATH_MAX)
  let page = counts.paths.get(path)
  if (!page) {
    page = { path, people: new Map(), filtered: new Map() }
    if (state.size < 2 * state.keysMax) counts.paths.set(path, page)
  }
  if (state.urlCount < state.keysMax) {
    counts.urls.set(url, page)
    state.urlCount += 1
  }
  return page
}

function add<Key>(state: State, cells: Map<Key, Cell>, key: Key, views: number): void {
  const cell = cells.get(key)
  if (cell) cell.views += views
  else if (state.size < 2 * state.keysMax) {
    cells.set(key, { views })
    state.size += 1
  }
}

/** A referrer of a host beyond the first ones of a day is counted as `other`. */
function boundedReferrer({ hosts, others, hostsMax, size, keysMax }: State, referrer: Referrer): Referrer {
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

function schedule(state: State): void {
  if (state.timer || state.isClosed) return
  state.timer = setTimeout(() => {
    state.timer = undefined
    flush(state).catch((error: unknown) => {
      state.onError(error)
      schedule(state)
    })
  }, state.flushMs)
  state.timer.unref()
}

function flush(state: State): Promise<void> {
  state.flushing ??= (state.size === 0 ? Promise.resolve() : write(state)).finally(() => {
    state.flushing = undefined
  })
  return state.flushing
}

async function write(state: State): Promise<void> {
  const timeZone = await state.readTimeZone()
  const hidden = new Set(await state.readHiddenHosts())
  const rows = takeRows(state, timeZone, hidden)
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map(({ row }) => row)
    try {
      await state.db.transaction().execute((transaction) => addPageViews(transaction, batch))
    } catch (error) {
      for (const { slot, row } of rows.slice(from)) putBack(state, slot, row)
      throw error
    }
  }
}

/** Empties the counts into rows, each with its slot. */
function takeRows(state: State, timeZone: string, hidden: ReadonlySet<string>) {
  const taken = state.slots
  state.slots = new Map()
  state.size = 0
  state.urlCount = 0
  state.current = { slot: noSlot, counts: emptySlot() }
  return [...taken].flatMap(([slot, { paths }]) => {
    const day = dayIn(timeZone, new Date(slot * SLOT_MS))
    return [...paths.values()].flatMap((page) => toRows(page, hidden).map((row) => ({ slot, row: { ...row, day } })))
  })
}

function putBack(state: State, slot: number, { path, kind, host, reason, views }: ViewRow): void {
  const page = findPage(state, countsOf(state, slot), path)
  if (reason === '') add(state, page.people, { kind: kind as ReferrerKind, host }, views)
  else add(state, page.filtered, reason as ViewReason, views)
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
