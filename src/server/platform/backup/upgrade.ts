import type { Logger } from 'pino'
import { isCurrent, lastMigration, migrateToLatest } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import { hasContent } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

export type UpgradeOptions = { media: BlobStorage; backupDir: string; now: Date; log: Pick<Logger, 'info'> }

/**
 * Migrates the database to the newest schema. A database with content is backed up first; if that fails, nothing is
 * changed and this throws an error with the reason.
 */
export async function upgrade(db: Db, { media, backupDir, now, log }: UpgradeOptions): Promise<void> {
  const isOlder = (await lastMigration(db)) !== '' && !(await isCurrent(db))
  if (isOlder && (await hasContent(db))) {
    const name = await writeBackup({ db, media, backupDir, now, kind: 'upgrade' }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Cannot back up the database before it is upgraded, so it was left as it is: ${reason}`)
    })
    log.info(`this version changes the database; what it held before is in ${backupDir}/${name}`)
  }
  await migrateToLatest(db)
}
