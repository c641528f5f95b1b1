import { type ErasureList, erasedSince, parseErasures } from '../server/app/erasures/erasure-list.ts'
import { noteDueErasures, repeatErasures, withErasuresOf } from '../server/app/erasures/repeat-erasures.ts'
import type { BackupStore } from '../server/platform/backup/backup-store.ts'
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
import type { Db } from '../server/platform/db/schema.ts'
import { isLogOrphaned } from '../server/platform/db/sqlite-files.ts'
import { withStartLock } from '../server/platform/db/start-lock.ts'
import { createSecrets, readSecretKey } from '../server/platform/secrets.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { count } from './import-file.ts'
import { lockStoppedSite } from './lock-stopped-site.ts'
import { purgeAfterWrite } from './purge-after-write.ts'

type Restoring = { config: Config; file: string; from: BackupStore; isForced: boolean }

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
  const { file, from, remove } = await fetchBackup(wanted, config, process.env)
  try {
    const manifest = await withStartLock(
      config.databaseListenUrl,
      async () => {
        const restored = await restoreFile({ config, file, from, isForced })
        await repeat(config)
        return restored
      },
      () => console.log('The site is being started; this begins after it.'),
    )
    await purgeAfterWrite(config)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows and ${manifest.files.length} images as of ${manifest.createdAt}.`)
  } finally {
    await remove()
  }
}

/** Erases again whom the backup has brought back. */
async function repeat(config: Config): Promise<void> {
  const db = connect(config)
  try {
    const { people, waiting } = await repeatErasures(db, config)
    if (people > 0) console.log(`Erased again: ${count(people, 'person', 'people')} whose data the backup still held.`)
    if (waiting > 0)
      console.log(
        `${count(waiting, 'erasure')} could not be repeated, because the key of the site is another one. Bring the former key back: the next start repeats them.`,
      )
  } finally {
    await db.destroy()
  }
}

async function restoreFile(restoring: Restoring): Promise<Manifest> {
  const { config, file, from, isForced } = restoring
  // Before anything is changed.
  const { createdAt } = await verifyBackup(file)
  const lists = await Promise.all([openBackupStore(config), from].map((store) => store.readErasures()))
  const erasures = lists.flatMap(parseErasures)
  const finish = (db: Db) => noteDueErasures(db, erasedSince(erasures, createdAt), new Date())
  try {
    if (!config.databaseUrl && isLogOrphaned(config.dataDir)) throw new DamagedDatabase('its log has no database')
    return await restoreInPlace({ ...restoring, erasures, createdAt })
  } catch (error) {
    if (!isDamage(error)) throw error
    const reason = error instanceof Error ? error.message : error
    if (!isForced)
      throw new Error(
        `The database is damaged (${reason}). Add --force to move it aside and restore the backup in its place.`,
      )
    console.log(`The database is damaged (${reason}).`)
  }
  const { manifest, aside } = await replaceDamaged(config, openStorage(config), { file, finish, now: new Date() })
  console.log(`The damaged database is in ${aside}.`)
  return manifest
}

type InPlace = Restoring & { erasures: ErasureList; createdAt: string }

async function restoreInPlace({ config, file, isForced, erasures, createdAt }: InPlace): Promise<Manifest> {
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
    // The last ones may not have been copied next to the backups yet.
    const all = isFull ? await withErasuresOf(db, erasures, createSecrets(readSecretKey(config))) : erasures
    const finish = (transaction: Db) => noteDueErasures(transaction, erasedSince(all, createdAt), new Date())
    return await restoreBackup(db, media, file, { replaces: isForced, finish })
  } finally {
    await db.destroy()
  }
}
