import { redirectAddress } from '../../../contract/content/redirect-address.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addHits, addRenameHits } from './redirects.repo.ts'

type HitCounter<Key> = {
  /** Counts a use of a redirect. Synchronous. */
  count(key: Key): void
  /** Writes what is counted. Call it before the database closes. */
  close(): Promise<void>
}

export type RedirectHits = HitCounter<number>

const FLUSH_MS = 5000
/** Addresses in memory at most; until they are written, further ones are not counted. */
const WAITING_MAX = 500

type Options = { db: Db; clock: () => Date; onError(error: unknown): void }

/** Counts the uses of redirects by hand by their ids, of which there are no more than redirects. */
export function createRedirectHits(options: Options): RedirectHits {
  return createHitCounter(addHits, options)
}

/** Counts the uses of renames by the URLs of pages, since a cached page does not know the redirect that it comes from. */
export function createRenameHits(options: Options): HitCounter<string> {
  const { count, close } = createHitCounter(addRenameHits, { ...options, waitingMax: WAITING_MAX })
  return {
    count(key) {
      const url = URL.parse(key, 'http://localhost')
      if (!url) return
      url.search = ''
      const address = redirectAddress(url)
      if (address !== undefined) count(address)
    },
    close,
  }
}

type Add<Key> = (db: Db, hits: ReadonlyMap<Key, number>, now: string) => Promise<void>

/** Counts in memory and adds to the database every few seconds, so that a request for a redirect writes nothing. */
function createHitCounter<Key>(
  add: Add<Key>,
  { db, clock, onError, waitingMax = Number.POSITIVE_INFINITY }: Options & { waitingMax?: number },
): HitCounter<Key> {
  let hits = new Map<Key, number>()
  let timer: NodeJS.Timeout | undefined
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = hits
    hits = new Map()
    if (counted.size === 0) return
    await db
      .transaction()
      .execute((transaction) => add(transaction, counted, clock().toISOString()))
      .catch(onError)
  }
  return {
    count(key) {
      if (!hits.has(key) && hits.size >= waitingMax) return
      hits.set(key, (hits.get(key) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    close: flush,
  }
}
