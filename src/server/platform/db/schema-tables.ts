import { existingTables } from './existing-tables.ts'
import { backedUpTables, type Db, leftOutTables, type Schema } from './schema.ts'

export type TableName = keyof Schema

/** Every table of the schema whose rows cannot be made again. */
export const allTables: readonly TableName[] = [...(Object.keys(backedUpTables) as TableName[]), ...leftOutTables]

/** The tables of the schema that the database has: before an upgrade the newest may be missing. */
export async function schemaTables(db: Db): Promise<TableName[]> {
  const there = await existingTables(db)
  return allTables.filter((name) => there.has(name))
}
