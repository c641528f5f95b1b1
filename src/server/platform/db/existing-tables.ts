import type { Db } from './schema.ts'

/** The names of all tables in the database. */
export async function existingTables(db: Db): Promise<Set<string>> {
  const tables = await db.introspection.getTables()
  return new Set(tables.map(({ name }) => name))
}
