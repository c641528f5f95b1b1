import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Reads everything as it stood at one moment, while others write. */
export function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  // A transaction of SQLite sees the moment of its first read anyway.
  if (dialectOf(db) === 'sqlite') return db.transaction().execute(read)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
