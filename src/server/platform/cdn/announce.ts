import { announcePurges, type Purge } from '../db/purge-notices.ts'
import type { Db } from '../db/schema.ts'
import { ALL_PAGES } from '../delivery/surrogate-keys.ts'
import type { CdnConfig } from './cdn-config.ts'
import { queueCdnPurges } from './cdn-purges.repo.ts'

export type Announce = (db: Db, purges: readonly Purge[]) => Promise<void>

/** Announces purges to all hosts and queues them for the CDN, in the transaction of the write. */
export function createAnnounce(cdn: CdnConfig | undefined, clock = () => new Date()): Announce {
  return async (db, purges) => {
    await announcePurges(db, purges)
    if (!cdn) return
    const keys = purges.map(({ tag }) => tag || ALL_PAGES)
    await queueCdnPurges(db, keys, clock().toISOString())
  }
}
