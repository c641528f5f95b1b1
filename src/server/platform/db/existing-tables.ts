import type { Db } from './schema.ts'

/** The names of all tables in the database. */
export async function existingTables(db: Db): Promise<Set<string>> {
  const tables = await db.introspection.getTables()
  return new Set(tables.map(({ name }) => name))
}

/** The boolean columns of a table; none on SQLite, which stores 0 and 1. */
export async function flagColumns(db: Db, table: string): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  return new Set(columns.filter(({ dataType }) => dataType === 'bool').map(({ name }) => name))
}
