import type { Db, Schema } from './schema.ts'
import type { Named } from './soft-delete.ts'

export type Change<Input> = {
  input: Input
  /** The version that the writer saw; without it the newest one is overwritten. */
  version?: number | undefined
  now: string
}

/** The row after a save. `isStale`: another writer saved it since the version that this one saw, so nothing was written. */
export type Saved<Row> = { row: Row; isStale: boolean }

/** Tables whose rows have a version, and a flag that hides them from readers. */
type Hideable = {
  [Table in keyof Schema]: 'is_active' | 'version' | 'deleted_at' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** Shows or hides rows as their next version. Returns those that changed. */
export async function setActiveRows(
  db: Db,
  table: Hideable,
  { ids, isActive, now }: { ids: number[]; isActive: boolean; now: string },
): Promise<Named[]> {
  return db
    .updateTable(table)
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
}
