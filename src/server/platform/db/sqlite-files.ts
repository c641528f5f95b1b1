import { chmodSync, existsSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

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

/**
 * Takes the files of a database that other accounts of the machine may read from them. SQLite creates the log with the
 * permissions of the database. A group that the operator chose keeps its access.
 */
export function restrictDatabase(file: string): void {
  for (const name of ENDINGS.map((ending) => file + ending)) {
    const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o007) === 0) continue
    try {
      chmodSync(name, 0o600)
    } catch {
      // It belongs to another account, or the disk is read-only.
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
