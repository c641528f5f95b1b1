import type { Db } from '../../platform/db/schema.ts'
import { addHits } from './redirects.repo.ts'

export type RedirectHits = {
  /** Counts a use of a redirect. Synchronous. */
  count(id: number): void
  /** Writes what is counted. Call it before the database closes. */
  close(): Promise<void>
}

const FLUSH_MS = 5000

type Options = { db: Db; clock: () => Date; onError(error: unknown): void }

/** Counts in memory and adds to the database every few seconds. There are no more ids than redirects. */
export function createRedirectHits({ db, clock, onError }: Options): RedirectHits {
  let hits = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = hits
    hits = new Map()
    if (counted.size === 0) return
    await db
      .transaction()
      .execute((transaction) => addHits(transaction, counted, clock().toISOString()))
      .catch(onError)
  }
  return {
    count(id) {
      hits.set(id, (hits.get(id) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    close: flush,
  }
}
