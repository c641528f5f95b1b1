import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { MANIFEST } from '../backup/manifest.ts'
import { commandLine } from '../command-line.ts'
import type { Config } from '../config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { isLogOrphaned, sqliteFile } from '../db/sqlite-files.ts'
import { faultOf } from '../health/faults.ts'

/**
 * Locks the data folder of a SQLite site until this process ends, and throws if another server has it: each would keep pages
 * that the other's writes have changed. Several hosts may share the folder of a PostgreSQL site.
 */
export async function lockDataFolder(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (databaseUrl) return
  if (existsSync(path.join(dataDir, MANIFEST)) && !existsSync(sqliteFile(dataDir)))
    throw new Error(
      `Cannot start: ${dataDir} is an unpacked backup. Set DATA_DIR to an empty folder and restore it there: ${commandLine('restore', dataDir)}`,
    )
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    // Reading goes on where nothing can be written.
    if (!faultOf(error)) throw error
    log.warn({ err: error }, 'the data folder could not be locked: another server that uses it is not noticed')
    return 'failed'
  })
  if (!lock)
    throw new Error(
      `Cannot start: another server uses the data folder ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  // Before the database is opened, which would delete the log.
  if (isLogOrphaned(dataDir))
    throw new Error(
      `Cannot start: dewlight.db is missing or empty in ${dataDir}, but its log dewlight.db-wal holds changes. Restore a backup with --force, which keeps the log.`,
    )
}
