import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { restrictAccess } from '../restrict-access.ts'

export const sqliteFile = (dataDir: string) => path.join(dataDir, 'dewlight.db')

/** The log first: without it the damaged database stays what it is, while a log without its database would be deleted. */
const ENDINGS = ['-wal', '-shm', '']

/** Whether the log holds changes of a database whose file is missing or empty. SQLite deletes such a log when it opens it. */
export function isLogOrphaned(dataDir: string): boolean {
  const file = sqliteFile(dataDir)
  return sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0
}

/** Renames the files of a damaged database to `dewlight.db.damaged-<time>` and returns that name. */
export function moveDatabaseAside(dataDir: string, now: Date): string {
  const aside = `dewlight.db.damaged-${now.toISOString().slice(0, 19).replaceAll(':', '')}`
  for (const ending of ENDINGS) {
    const file = `${sqliteFile(dataDir)}${ending}`
    if (existsSync(file)) renameSync(file, path.join(dataDir, `${aside}${ending}`))
  }
  return aside
}

/** Creates an empty file for this account only, so that no other one can open it before `restrictDatabase`. */
export function createDatabaseFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or SQLite says why it cannot be created.
  }
}

/** Closes the files of a database to other accounts; SQLite creates the log with the permissions of the database. */
export function restrictDatabase(file: string): void {
  for (const ending of ENDINGS) restrictAccess(file + ending)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
