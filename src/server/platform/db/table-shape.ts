import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { generatedColumns } from './generated-columns.ts'
import type { TableShape } from './ordered-rows.ts'
import { backedUpTables, type Db } from './schema.ts'
import type { TableName } from './schema-tables.ts'

/** The columns and the unique key of tables that two databases have in common. Throws if their columns differ. */
export async function commonShapes(one: Db, other: Db, tables: readonly TableName[]): Promise<TableShape[]> {
  const [here, there] = [await columnTypes(one), await columnTypes(other)]
  const shapes: TableShape[] = []
  for (const table of tables) {
    const types = new Map([...(here.get(table) ?? [])])
    const others = there.get(table) ?? new Map<string, string>()
    const columns = [...types.keys()].sort()
    if (columns.join() !== [...others.keys()].sort().join())
      throw new Error(`Cannot compare ${table}: its columns differ between the two databases.`)
    const of = (type: string) =>
      new Set(columns.filter((name) => types.get(name) === type || others.get(name) === type))
    const key = await keyOf(one, table)
    shapes.push({
      table,
      columns,
      key: key.map((name) => columns.indexOf(name)),
      flags: of('bool'),
      times: of('timestamptz'),
    })
  }
  return shapes
}

async function columnTypes(db: Db): Promise<Map<string, Map<string, string>>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(
        columns
          .filter((column) => !generatedColumns.includes(column.name))
          .map((column) => [column.name, column.dataType]),
      ),
    ]),
  )
}

async function keyOf(db: Db, table: TableName): Promise<readonly string[]> {
  if (table in backedUpTables) return backedUpTables[table as keyof typeof backedUpTables]
  const { rows } =
    dialectOf(db) === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
      : await sql<{ name: string }>`
          select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indrelid = ${table}::regclass and indisprimary
          order by array_position(indkey::int2[], attnum)`.execute(db)
  return rows.map(({ name }) => name)
}
