import { type Backup, type BackupList, BackupProgress, RestoreStatus } from '../../../contract/platform/backups.ts'
import type { Db } from '../db/schema.ts'
import { findJob } from '../jobs/jobs.repo.ts'
import type { Backups } from './backups.ts'
import { findLastErasure } from './last-erasure.repo.ts'
import { findRestore } from './restore-state.repo.ts'

export type BackupPlace = Pick<Backups, 'place'> & {
  /** The lines that restore a backup on the server. */
  restoreCommand: string
}

/** The list of the owner. The progress is that of the job, in whichever process it runs. */
export async function describeBackups(
  db: Db,
  { now, backups, place, restoreCommand }: BackupPlace & { now: string; backups: Backup[] },
): Promise<BackupList> {
  const job = await findJob(db, 'backup', now)
  const isRunning = job !== undefined && job.state !== 'waiting'
  const lastErasure = await findLastErasure(db)
  const restore = await findRestore(db)
  const progress = BackupProgress.safeParse(job?.progress).data ?? { step: 'reading', part: 0 }
  return {
    backups,
    restoreCommand,
    running: isRunning ? progress : null,
    lastError: job?.lastError ?? null,
    ...(restore && { restore: RestoreStatus.parse(restore) }),
    ...(place !== undefined && { place }),
    ...(lastErasure !== undefined && { lastErasure }),
  }
}
