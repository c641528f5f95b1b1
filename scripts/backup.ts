/**
 * `npm run backup`: writes an archive of the database and the images to `backups/` of the data folder. Works while the site
 * runs; a job lease ensures that only one backup runs at a time.
 */
import { writeBackup } from '../src/server/platform/backup/write-backup.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { isCurrent } from '../src/server/platform/db/migrate.ts'
import { withJobLease } from '../src/server/platform/jobs/with-job-lease.ts'
import { openStorage } from '../src/server/platform/storage/open-storage.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Error('Stopped: no backup was made.')))

try {
  const config = readConfig(process.env)
  const db = connect(config)
  // The snapshot occupies its connection, so the lease is renewed on another one.
  const snapshotDb = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    const clock = () => new Date()
    const media = openStorage(config)
    const name = await withJobLease(
      db,
      'backup',
      (signal) => writeBackup({ db: snapshotDb, media, backupDir: config.backupDir, now: clock(), signal }),
      {
        clock,
        signal: stopping.signal,
        onWait: () => console.log('Another backup is being made; this one begins after it.'),
      },
    )
    console.log(`${config.backupDir}/${name}`)
  } finally {
    await snapshotDb.destroy()
    await db.destroy()
  }
} catch (error) {
  const reason = stopping.signal.aborted ? stopping.signal.reason : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
