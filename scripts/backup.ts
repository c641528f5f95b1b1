/** `npm run backup`: one archive of the database and the images into the data folder's `backups/`, also while the site runs. */
import { writeBackup } from '../src/server/backup/write-backup.ts'
import { readConfig } from '../src/server/config.ts'
import { connect } from '../src/server/db/connect.ts'
import { isCurrent } from '../src/server/db/migrate.ts'
import { openMedia } from '../src/server/media/open-media.ts'

try {
  const config = readConfig(process.env)
  const db = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    const name = await writeBackup({ db, media: openMedia(config), backupDir: config.backupDir, now: new Date() })
    console.log(`${config.backupDir}/${name}`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
