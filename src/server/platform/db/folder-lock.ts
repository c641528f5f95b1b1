import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'

export type FolderLock = {
  /** False where the folder cannot be written to: other servers are noticed, but do not notice this one. */
  isExclusive: boolean
  release(): void
}

/** A stopped or killed server may need a moment to end. */
const WAIT_MS = 2000
const RETRY_MS = 100

/** Referenced for the life of the process: a connection that is garbage collected would release its lock. */
const held = new Set<BetterSqlite.Database>()

/**
 * Locks the data folder for one server. Undefined if another process holds it. The lock is SQLite's on an empty file, of
 * another `name` for another purpose, which the kernel releases when the process ends, however it ends.
 */
export async function lockFolder(
  dataDir: string,
  waitMs = WAIT_MS,
  name = 'server.lock',
): Promise<FolderLock | undefined> {
  const startedAt = performance.now()
  for (;;) {
    const lock = tryToLock(path.join(dataDir, name))
    if (lock || performance.now() - startedAt >= waitMs) return lock
    await sleep(RETRY_MS)
  }
}

function tryToLock(file: string): FolderLock | undefined {
  const sqlite = new BetterSqlite(file, { timeout: 0 })
  try {
    const isExclusive = begin(sqlite)
    held.add(sqlite)
    return {
      isExclusive,
      release() {
        held.delete(sqlite)
        sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    if (hasCode(error, /^SQLITE_(?:BUSY|LOCKED)/)) return undefined
    throw error
  }
}

/** False if the file is read-only, where a reader's lock still excludes a writer's. */
function begin(sqlite: BetterSqlite.Database): boolean {
  try {
    sqlite.exec('begin exclusive')
    return true
  } catch (error) {
    if (!hasCode(error, /^SQLITE_READONLY/)) throw error
    sqlite.exec('begin; select * from sqlite_master')
    return false
  }
}

function hasCode(error: unknown, pattern: RegExp): boolean {
  return error instanceof BetterSqlite.SqliteError && pattern.test(error.code)
}
