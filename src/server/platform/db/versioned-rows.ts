import type { Db } from './schema.ts'

export type Change<Input> = {
  input: Input
  /** The version that the writer saw; without it the newest one is overwritten. */
  version?: number | undefined
  now: string
}

/** The row after a save. `isStale`: another writer saved it since the version that this one saw, so nothing was written. */
export type Saved<Row> = { row: Row; isStale: boolean }

/** Shows or hides rows as their next version. Returns the names of those that changed. */
export async function setActiveRows(
  db: Db,
  table: 'ingredients' | 'routines',
  { ids, isActive, now }: { ids: number[]; isActive: boolean; now: string },
): Promise<string[]> {
  const rows = await db
    .updateTable(table)
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
