import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

export type DialectName = 'sqlite' | 'postgres'

/** The dialect of a connection. Used only inside `db/`. */
export function dialectOf(db: Db): DialectName {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}
