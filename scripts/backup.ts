/**
 * `npm run backup`: one archive of the database and the images into the data folder's `backups/`, also while the site runs.
 * One at a time: it waits for the one that the site is making, and the site for this one.
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
  // The snapshot of a backup keeps its connection; the lease is renewed on another one.
  const own = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    const clock = () => new Date()
    const media = openStorage(config)
    const name = await withJobLease(
      db,
      'backup',
      (signal) => writeBackup({ db: own, media, backupDir: config.backupDir, now: clock(), signal }),
      {
        clock,
        signal: stopping.signal,
        onWait: () => console.log('Another backup is being made; this one begins after it.'),
      },
    )
    console.log(`${config.backupDir}/${name}`)
  } finally {
    await own.destroy()
    await db.destroy()
  }
} catch (error) {
  const reason = stopping.signal.aborted ? stopping.signal.reason : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
