import type { Db } from './schema.ts'

/** True for a database that holds no content at all. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['posts', 'products', 'categories', 'users'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
