import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { dialectOf } from '../dialect.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration works on an earlier schema than the typed one
export type AnyDb = Kysely<any>

/** Column types of each database: identity, timestamp and boolean. */
export function columns(db: AnyDb) {
  const isSqlite = dialectOf(db) === 'sqlite'
  const id = (column: ColumnDefinitionBuilder) =>
    isSqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
  return {
    table: (name: string): CreateTableBuilder<string, never> =>
      db.schema.createTable(name).addColumn('id', 'integer', id) as CreateTableBuilder<string, never>,
    time: isSqlite ? sql`text` : sql`timestamptz(3)`,
    flag: isSqlite ? sql`integer` : sql`boolean`,
  }
}

export function required(unique?: 'unique') {
  return (column: ColumnDefinitionBuilder) => (unique ? column.notNull().unique() : column.notNull())
}

export async function index(db: AnyDb, table: string, columnNames: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columnNames.join('_')}`)
    .on(table)
    .columns(columnNames)
    .execute()
}
