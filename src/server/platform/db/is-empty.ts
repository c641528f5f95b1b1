import type { Db } from './schema.ts'

/** True if the database has no content and no users. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['posts', 'products', 'categories', 'users'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
