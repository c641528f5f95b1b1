/**
 * `npm run backup`: writes one archive of the database and the images to `backups/` in the data folder, also while the
 * site runs. Backups are exclusive: it waits for one that the site is making, and vice versa.
 */
import { writeBackup } from '../src/server/backup/write-backup.ts'
import { readConfig } from '../src/server/config.ts'
import { connect } from '../src/server/db/connect.ts'
import { isCurrent } from '../src/server/db/migrate.ts'
import { holdJob } from '../src/server/jobs/hold-job.ts'
import { openMedia } from '../src/server/media/open-media.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Error('Stopped: no backup was made.')))

try {
  const config = readConfig(process.env)
  const db = connect(config)
  // The backup's snapshot occupies its connection; the lease is renewed on another one.
  const own = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    const clock = () => new Date()
    const media = openMedia(config)
    const name = await holdJob(
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
