import { openBackupStore } from '../server/platform/backup/open-backups.ts'
import { writeBackup } from '../server/platform/backup/write-backup.ts'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { readConfig } from '../server/platform/config.ts'
import { connect } from '../server/platform/db/connect.ts'
import { isCurrent } from '../server/platform/db/migrate.ts'
import { withJobLease } from '../server/platform/jobs/with-job-lease.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'

/**
 * Writes an archive of the database and the images to where the site keeps its backups. Works while the site runs; a job
 * lease ensures that only one backup runs at a time.
 */
export async function backup(_args: string[]): Promise<void> {
  const stopping = new AbortController()
  // A second signal would end the process before its files are deleted; with Node 20, Ctrl-C arrives twice.
  for (const signal of stopSignals) process.on(signal, () => stopping.abort(new Error('Stopped: no backup was made.')))
  try {
    await writeArchive(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error
  }
}

async function writeArchive(stopping: AbortSignal): Promise<void> {
  const config = readConfig(process.env)
  const db = connect(config)
  // The snapshot occupies its connection, so the lease is renewed on another one.
  const snapshotDb = connect(config)
  try {
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    const clock = () => new Date()
    const media = openStorage(config)
    const store = openBackupStore(config)
    const name = await withJobLease(
      db,
      'backup',
      (signal) => writeBackup({ db: snapshotDb, media, backupDir: store.workDir, store, now: clock(), signal }),
      {
        clock,
        signal: stopping,
        onWait: () => console.log('Another backup is being made; this one begins after it.'),
      },
    )
    console.log(`${store.place}/${name}`)
  } finally {
    await snapshotDb.destroy()
    await db.destroy()
  }
}
