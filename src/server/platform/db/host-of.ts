import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Host and port of a column with http(s) URLs, in lower case. Without query parameters, since an index uses the same
 * expression.
 */
export function hostOf(db: Db, column: string): RawBuilder<string> {
  if (dialectOf(db) === 'postgres') return sql.raw(`lower(substring(${column} from '://([^/?#]+)'))`)
  const rest = `replace(replace(substr(${column}, instr(${column}, '://') + 3), '?', '/'), '#', '/') || '/'`
  return sql.raw(`lower(substr(${rest}, 1, instr(${rest}, '/') - 1))`)
}
