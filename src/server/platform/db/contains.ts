import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** A condition: one of the columns holds the term, whatever the case of its letters. What LIKE reads as a sign is a letter here. */
export function contains(columns: Expression<unknown>[], term: string): ExpressionWrapper<Schema, never, SqlBool> {
  const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return expressionBuilder<Schema, never>().or(
    columns.map((column) => sql<SqlBool>`lower(coalesce(${column}, '')) like ${pattern} escape '\\'`),
  )
}
