import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

export type DialectName = 'sqlite' | 'postgres'

/** Which database this is. Only files of `db/` may ask. */
export function dialectOf(db: Db): DialectName {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}
