/**
 * `npm run restore -- <file>`: restores a backup into an empty database and the media folder. `--force` replaces existing
 * data after making a backup of it. The site must be stopped.
 */
import { hasContent, restoreBackup } from '../src/server/platform/backup/restore-backup.ts'
import { writeBackup } from '../src/server/platform/backup/write-backup.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { isCurrent, lastMigration } from '../src/server/platform/db/migrate.ts'
import { openStorage } from '../src/server/platform/storage/open-storage.ts'
import { purgeAfterWrite } from './purge-after-write.ts'

const isForced = process.argv.includes('--force')
const file = process.argv.slice(2).find((argument) => !argument.startsWith('--'))

try {
  if (!file) throw new Error('Which backup? npm run restore -- data/backups/<name>.tar.gz')
  const config = readConfig(process.env)
  const { backupDir } = config
  const media = openStorage(config)
  const db = connect(config)
  try {
    const isFull = (await lastMigration(db)) !== '' && (await hasContent(db))
    if (isFull && !isForced)
      throw new Error('The database is not empty. Add --force to replace what is in it; a backup of it is made first.')
    if (isFull && (await isCurrent(db)))
      console.log(`What was there is in ${backupDir}/${await writeBackup({ db, media, backupDir, now: new Date() })}`)
    const manifest = await restoreBackup(db, media, file, { replaces: isForced })
    await purgeAfterWrite(config)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows and ${manifest.files.length} images as of ${manifest.createdAt}.`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
