import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Whether one of the columns contains the term, ignoring case. Escapes LIKE wildcards. */
export function contains(columns: Expression<unknown>[], term: string): ExpressionWrapper<Schema, never, SqlBool> {
  const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return expressionBuilder<Schema, never>().or(
    columns.map((column) => sql<SqlBool>`lower(coalesce(${column}, '')) like ${pattern} escape '\\'`),
  )
}
