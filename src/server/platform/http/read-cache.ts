import { LRUCache } from 'lru-cache'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import type { Purge } from '../db/purge-notices.ts'
import type { GuardRead } from '../health/database-watch.ts'

/**
 * Results that many pages share, such as the settings and the categories: rendering reads them from the database only after
 * a change. The same object is returned each time and must not be modified.
 */
export type ReadCache = {
  /** The cached result, or that of `load`; simultaneous calls share one load. Undefined and failures are not cached. */
  get<T>(key: string, tags: readonly CacheTag[], load: () => Promise<T>): Promise<T>
  /** When results change without a write (the next scheduled post), in milliseconds since 1970. */
  nextChange(): Promise<number>
  /** Purges the results with a tag. A result whose load started earlier is not cached. */
  purge(purge: Pick<Purge, 'tag'>): void
  /** While bypassed nothing is kept, because purges may not arrive; call `purge` before it ends. */
  bypass(isBypassed: boolean): void
}

type Options = {
  clock: () => Date
  /** ISO 8601; undefined if no change is due. */
  loadNextChange(): Promise<string | undefined>
  /** Bounds a load, since simultaneous calls share it. */
  guard?: GuardRead
}

/** A result with the time when it changes without a write. */
type Loaded<T> = { value: T; until: number }

/** Fresh from `loadedAt` until `freshUntil`: the clock may be set back. */
type Entry = { value: unknown; tags: readonly string[]; loadedAt: number; freshUntil: number }

/** Bounds the age of a result, for changes that nothing reports, such as another program writing to the database. */
const MAX_AGE_MS = 60_000
const MAX_ENTRIES = 300
/** As JSON. In memory a result takes about as much again. */
const MAX_CHARACTERS = 10_000_000

type Load<T> = {
  key: string
  tags: readonly CacheTag[]
  load: () => Promise<Loaded<T>>
}

type State = Options & {
  guard: GuardRead
  entries: LRUCache<string, Entry>
  inFlight: Map<string, Promise<unknown>>
  /** The number of the last purge by tag; '' stands for purges of everything. */
  purgedAt: Map<string, number>
  purgeCount: number
  isBypassed: boolean
}

export function createReadCache(options: Options): ReadCache {
  const state: State = {
    ...options,
    guard: options.guard ?? ((run) => run()),
    entries: new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_CHARACTERS,
      sizeCalculation: ({ value }) => Math.max(1, JSON.stringify(value).length),
    }),
    inFlight: new Map(),
    purgedAt: new Map(),
    purgeCount: 0,
    isBypassed: false,
  }
  return {
    get(key, tags, load) {
      // Read before the load, so that a post published meanwhile expires the result.
      const loadWithExpiry = async () => ({ until: await nextChange(state), value: await load() })
      return find(state, { key, tags, load: loadWithExpiry })
    },
    nextChange: () => nextChange(state),
    purge({ tag }) {
      state.purgeCount += 1
      state.purgedAt.set(tag, state.purgeCount)
      const { entries } = state
      for (const [key, { tags }] of [...entries]) if (tag === '' || tags.includes(tag)) entries.delete(key)
      state.inFlight.clear()
    },
    bypass(isBypassed) {
      state.isBypassed = isBypassed
      state.entries.clear()
      state.inFlight.clear()
    },
  }
}

function nextChange(state: State): Promise<number> {
  const load = async () => {
    const at = Date.parse((await state.loadNextChange()) ?? '9999-12-31')
    return { value: at, until: at }
  }
  return find(state, { key: 'next change', tags: ['posts', 'pages'], load })
}

function find<T>(state: State, from: Load<T>): Promise<T> {
  const { entries, inFlight, clock } = state
  const { key } = from
  const entry = entries.get(key)
  const now = clock().getTime()
  // One key always has the same kind of value.
  if (entry && entry.loadedAt <= now && now < entry.freshUntil) return Promise.resolve(entry.value as T)
  const known = inFlight.get(key)
  if (known) return known as Promise<T>
  const loading = loadOnce(state, from).finally(() => {
    if (inFlight.get(key) === loading) inFlight.delete(key)
  })
  inFlight.set(key, loading)
  return loading
}

async function loadOnce<T>(state: State, { key, tags, load }: Load<T>): Promise<T> {
  const { entries, purgedAt } = state
  const started = state.purgeCount
  const loadedAt = state.clock().getTime()
  const { value, until } = await state.guard(load)
  const freshUntil = Math.min(until, loadedAt + MAX_AGE_MS)
  const isOutdated = ['', ...tags].some((tag) => (purgedAt.get(tag) ?? 0) > started)
  if (value !== undefined && !isOutdated && !state.isBypassed) entries.set(key, { value, tags, loadedAt, freshUntil })
  return value
}
