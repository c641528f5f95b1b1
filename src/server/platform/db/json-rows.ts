import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

/**
 * `insert into table (columns) select …` of rows that travel as one parameter: the statement is the same however many
 * there are, so it is compiled and prepared once, and no limit of parameters is met. `on conflict` may follow it.
 */
export function insertRows(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly Record<string, string | number | null>[],
): RawBuilder<unknown> {
  const refs = columns.map((column) => sql.ref(column))
  const into = sql`insert into ${sql.table(table)} (${sql.join(refs)})`
  if (dialectOf(db) === 'postgres')
    return sql`${into} select ${sql.join(refs)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`)
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
  // Without a `where` SQLite would read the `on` of `on conflict` as that of a join.
  return sql`${into} select ${sql.join(values)} from json_each(${json}) where true`
}

/** Whether a column is one of many values, which travel as one parameter like the rows above. */
export function isOneOf(db: Db, column: string, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  return dialectOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} = any(${values})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}
