import type { Db, Row } from '../db/schema.ts'

export type PendingPurge = { tag: string; version: number; attempts: number; nextAt: string; isRepeat: boolean }

/** Queues purges in the transaction of a write; one for a tag that waits already is merged with it. */
export async function queueCdnPurges(db: Db, tags: readonly string[], now: string): Promise<void> {
  // A fixed order prevents deadlocks between two processes.
  for (const tag of [...new Set(tags)].sort()) {
    await db
      .insertInto('cdn_purges')
      .values({ tag, version: 1, attempts: 0, next_at: now, is_repeat: false })
      .onConflict((conflict) =>
        conflict.column('tag').doUpdateSet((eb) => ({
          version: eb('cdn_purges.version', '+', 1),
          next_at: now,
          is_repeat: false,
        })),
      )
      .execute()
  }
}

export async function listCdnPurges(db: Db): Promise<PendingPurge[]> {
  const rows = await db.selectFrom('cdn_purges').selectAll().execute()
  return rows.map(toPurge)
}

/** Claims what is due until `leaseUntil`, so that one process sends it, and another one if that is killed. */
export async function claimCdnPurges(db: Db, now: string, leaseUntil: string): Promise<PendingPurge[]> {
  const rows = await db
    .updateTable('cdn_purges')
    .set((eb) => ({ next_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('next_at', '<=', now)
    .returningAll()
    .execute()
  return rows.map(toPurge)
}

/**
 * Makes purges that no CDN has accepted yet and that wait no longer than until `leaseUntil` due, among them those that killed
 * processes claimed. Only for a caller that knows that no process sends purges.
 */
export async function releaseCdnPurges(db: Db, now: string, leaseUntil: string): Promise<void> {
  await db
    .updateTable('cdn_purges')
    .set({ next_at: now })
    .where('is_repeat', '=', false)
    .where('next_at', '>', now)
    .where('next_at', '<=', leaseUntil)
    .execute()
}

/**
 * Keeps a purge that was sent until `repeatAt`, and deletes it when it was sent then. Does nothing if the tag has changed
 * again, or another process was faster, since it was claimed.
 */
export async function finishCdnPurge(db: Db, purge: PendingPurge, repeatAt: string): Promise<void> {
  const { tag, version, isRepeat } = purge
  if (isRepeat)
    await db
      .deleteFrom('cdn_purges')
      .where('tag', '=', tag)
      .where('version', '=', version)
      .where('is_repeat', '=', true)
      .execute()
  else
    await db
      .updateTable('cdn_purges')
      .set({ is_repeat: true, next_at: repeatAt })
      .where('tag', '=', tag)
      .where('version', '=', version)
      .where('is_repeat', '=', false)
      .execute()
  // The next purge of this tag has a count of its own.
  await db.updateTable('cdn_purges').set({ attempts: 0 }).where('tag', '=', tag).execute()
}

export async function postponeCdnPurge(db: Db, { tag }: PendingPurge, nextAt: string): Promise<void> {
  await db.updateTable('cdn_purges').set({ next_at: nextAt }).where('tag', '=', tag).execute()
}

function toPurge({ tag, version, attempts, next_at, is_repeat }: Row<'cdn_purges'>): PendingPurge {
  return { tag, version, attempts, nextAt: next_at, isRepeat: Boolean(is_repeat) }
}
