import { fetchBackup } from '../server/platform/backup/fetch-backup.ts'
import type { Manifest } from '../server/platform/backup/manifest.ts'
import { openBackupStore } from '../server/platform/backup/open-backups.ts'
import { replaceDamaged } from '../server/platform/backup/replace-damaged.ts'
import { hasContent, restoreBackup } from '../server/platform/backup/restore-backup.ts'
import { verifyBackup } from '../server/platform/backup/verify-backup.ts'
import { writeBackup } from '../server/platform/backup/write-backup.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { findDamage } from '../server/platform/db/check-database.ts'
import { connect } from '../server/platform/db/connect.ts'
import { DamagedDatabase, isDamage } from '../server/platform/db/errors.ts'
import { lastMigration, newerMigrations } from '../server/platform/db/migrate.ts'
import { isLogOrphaned } from '../server/platform/db/sqlite-files.ts'
import { withStartLock } from '../server/platform/db/start-lock.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { lockStoppedSite } from './lock-stopped-site.ts'
import { purgeAfterWrite } from './purge-after-write.ts'

type Restoring = { config: Config; file: string; isForced: boolean }

/**
 * Restores a backup into an empty database and the media folder or bucket. `--force` replaces existing data after making a
 * backup of it, and moves a damaged database aside. The site must be stopped.
 */
export async function restore(args: string[]): Promise<void> {
  const isForced = args.includes('--force')
  const wanted = args.find((argument) => !argument.startsWith('--'))
  if (!wanted) throw new Error(`Which backup? ${commandLine('restore', 'data/backups/<name>.tar.gz')}`)
  const config = readConfig(process.env)
  await lockStoppedSite(config)
  const { file, remove } = await fetchBackup(wanted, config, process.env)
  try {
    const manifest = await withStartLock(
      config.databaseListenUrl,
      () => restoreFile({ config, file, isForced }),
      () => console.log('The site is being started; this begins after it.'),
    )
    await purgeAfterWrite(config)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows and ${manifest.files.length} images as of ${manifest.createdAt}.`)
  } finally {
    await remove()
  }
}

async function restoreFile(restoring: Restoring): Promise<Manifest> {
  const { config, file, isForced } = restoring
  // Before anything is changed.
  await verifyBackup(file)
  try {
    if (!config.databaseUrl && isLogOrphaned(config.dataDir)) throw new DamagedDatabase('its log has no database')
    return await restoreInPlace(restoring)
  } catch (error) {
    if (!isDamage(error)) throw error
    const reason = error instanceof Error ? error.message : error
    if (!isForced)
      throw new Error(
        `The database is damaged (${reason}). Add --force to move it aside and restore the backup in its place.`,
      )
    console.log(`The database is damaged (${reason}).`)
  }
  const { manifest, aside } = await replaceDamaged(config, openStorage(config), file, new Date())
  console.log(`The damaged database is in ${aside}.`)
  return manifest
}

async function restoreInPlace({ config, file, isForced }: Restoring): Promise<Manifest> {
  const media = openStorage(config)
  const db = connect(config)
  try {
    const isFull = (await lastMigration(db)) !== '' && (await hasContent(db))
    if (isFull && !isForced)
      throw new Error('The database is not empty. Add --force to replace what is in it; a backup of it is made first.')
    const [damage] = isForced ? await findDamage(db, config.dataDir) : []
    if (damage) throw new DamagedDatabase(damage)
    if (isFull && (await newerMigrations(db)).length > 0)
      throw new Error('A newer version of the program has changed the database. Restore the backup into an empty one.')
    if (isFull) {
      const store = openBackupStore(config)
      const name = await writeBackup({ db, media, backupDir: store.workDir, store, now: new Date() })
      console.log(`What was there is in ${store.place}/${name}`)
    }
    return await restoreBackup(db, media, file, { replaces: isForced })
  } finally {
    await db.destroy()
  }
}
