import * as z from 'zod/mini'
import { RestoreStatus } from '../../../contract/platform/backups.ts'
import type { Db } from '../db/schema.ts'

/** The row of the settings with the last restore from the admin. A finished restore writes it into what it has restored. */
const KEY = '#restore'

const Stored = z.extend(RestoreStatus, {
  /** Whether a process has taken it: if that process is gone, nothing was changed. */
  isStarted: z.boolean(),
})
export type StoredRestore = z.infer<typeof Stored>

export async function findRestore(db: Db): Promise<StoredRestore | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && Stored.safeParse(JSON.parse(row.value)).data
}

export async function saveRestore(db: Db, restore: StoredRestore, now: string): Promise<void> {
  const value = JSON.stringify(restore)
  await db
    .insertInto('settings')
    .values({ key: KEY, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute()
}

export async function deleteRestoreState(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', KEY).execute()
}
