import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

/**
 * `insert into table (columns) select …` with all rows as one JSON parameter. The statement is prepared once for any number of
 * rows and does not reach the limit of parameters. `on conflict` may follow. `jsonb_each`, because with `json_each` SQLite parses
 * the text of a row again for each of its columns.
 */
export function insertRows(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly Record<string, string | number | boolean | null>[],
): RawBuilder<unknown> {
  const refs = columns.map((column) => sql.ref(column))
  const into = sql`insert into ${sql.table(table)} (${sql.join(refs)})`
  if (dialectOf(db) === 'postgres')
    return sql`${into} select ${sql.join(refs)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`)
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
  // Without a `where` SQLite would parse the `on` of `on conflict` as part of a join.
  return sql`${into} select ${sql.join(values)} from jsonb_each(${json}) where true`
}

/** Whether a column is in a list of values, passed as one JSON or array parameter. */
export function isOneOf(db: Db, column: string, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  return dialectOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} = any(${values})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}

/** `delete from table where (columns) in …` with all keys as one JSON parameter. */
export function deleteRows(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly Record<string, string | number | boolean | null>[],
): RawBuilder<unknown> {
  const refs = sql.join(columns.map((column) => sql.ref(column)))
  const json = JSON.stringify(rows)
  const keys =
    dialectOf(db) === 'postgres'
      ? sql`select ${refs} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
      : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(`$.${column}`)}`))} from jsonb_each(${json})`
  return sql`delete from ${sql.table(table)} where (${refs}) in (${keys})`
}

/** False for a text with a NUL character, which PostgreSQL cannot store. */
export function isStorable(db: Db, value: unknown): boolean {
  return typeof value !== 'string' || !value.includes('\0') || dialectOf(db) === 'sqlite'
}
