import type { Db } from '../db/schema.ts'

/** The storage keys of all images that are not deleted. */
export async function listImageKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('images').where('deleted_at', 'is', null).select('key').execute()
  return rows.map(({ key }) => key)
}
