import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Aggregates the ids of a group into one text, separated by commas: one row for thousands of ids. */
export function idList(db: Db, column: string): RawBuilder<string> {
  return dialectOf(db) === 'postgres'
    ? sql<string>`string_agg(${sql.ref(column)}::text, ',')`
    : sql<string>`group_concat(${sql.ref(column)})`
}
