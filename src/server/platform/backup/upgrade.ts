import type { Logger } from 'pino'
import { isCurrent, lastMigration, migrateToLatest, newerMigrations } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import type { BackupStore } from './backup-store.ts'
import { createFolderBackups } from './folder-backups.ts'
import { hasContent } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

export type UpgradeOptions = {
  media: BlobStorage
  backupDir: string
  /** Absent: the folder. */
  store?: BackupStore
  now: Date
  log: Pick<Logger, 'info'>
}

/**
 * Migrates the database to the newest schema. A database with content is backed up first; if that fails, nothing is
 * changed and this throws an error with the reason.
 */
export async function upgrade(db: Db, options: UpgradeOptions): Promise<void> {
  const { media, backupDir, store = createFolderBackups(backupDir), now, log } = options
  const isOlder = (await lastMigration(db)) !== '' && !(await isCurrent(db))
  if (isOlder && (await hasContent(db))) {
    const name = await writeBackup({ db, media, backupDir, store, now, kind: 'upgrade' }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Cannot back up the database before it is upgraded, so it was left as it is: ${reason}`)
    })
    log.info(`this version changes the database; what it held before is in ${store.place}/${name}`)
  }
  const onWait = () => log.info('another transaction holds a table that the upgrade changes; it is tried again')
  // A disk that is full or read-only must not prevent the start of a site that has nothing to migrate.
  const newer = (await isCurrent(db)) ? await newerMigrations(db) : await migrateToLatest(db, { onWait })
  if (newer.length > 0)
    log.info(`a newer version has changed the database (${newer.join(', ')}); this version is compatible with that`)
}
