import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** A purge of everything that has a cache tag; '' stands for all tags. */
export type Purge = {
  tag: string
  /**
   * True if what readers saw was changed and not taken away, so that a purged page may still be served while the
   * database is away. A hard purge, after a deletion or with unknown cause, leaves nothing behind.
   */
  isSoft: boolean
}

/** After an unknown change. */
export const PURGE_ALL: Purge = { tag: '', isSoft: false }

export const NOTICE_CHANNEL = 'dewlight_changes'

/**
 * Announces purges to all hosts on the database, in the transaction of the write: PostgreSQL delivers at commit, so no
 * process can be killed in between. All processes of a SQLite site are on one machine and use the bus.
 */
export async function announcePurges(db: Db, purges: readonly Purge[]): Promise<void> {
  if (dialectOf(db) !== 'postgres') return
  for (const purge of purges) await sql`select pg_notify(${NOTICE_CHANNEL}, ${toNotice(purge)})`.execute(db)
}

/** The first word was the sender's id, and versions that have one treat a notice without `soft` alike. */
export function toNotice({ tag, isSoft }: Purge): string {
  return `- ${tag}${isSoft ? ' soft' : ''}`
}

export function fromNotice(notice: string): Purge {
  const [, tag = '', kind] = notice.split(' ')
  return { tag, isSoft: kind === 'soft' }
}
