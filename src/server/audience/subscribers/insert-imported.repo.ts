import type { Db, NewRow } from '../../platform/db/schema.ts'
import { newUnsubscribeToken } from './subscribers.repo.ts'

type ImportedRow = Pick<NewRow<'subscribers'>, 'email' | 'name' | 'frequency'>

/** Inserts subscribers of a file, except those that are there by now, and returns the others. */
export function insertImported(
  db: Db,
  rows: readonly ImportedRow[],
  { isActive, now }: { isActive: boolean; now: string },
): Promise<{ id: number; email: string }[]> {
  return db
    .insertInto('subscribers')
    .values(
      rows.map((row) => ({
        ...row,
        is_active: isActive,
        source: 'import' as const,
        unsubscribe_token: newUnsubscribeToken(),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute()
}
