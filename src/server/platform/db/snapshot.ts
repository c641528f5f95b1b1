import type { Db } from './schema.ts'

/** Runs reads in one snapshot of the database, without blocking writers. */
export function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
