import * as contract from '../../../contract/platform/backups.ts'
import type { Db } from '../db/schema.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'
import { findJob, makeJobDue } from '../jobs/jobs.repo.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Backups } from './backups.ts'
import { findLastErasure } from './last-erasure.repo.ts'

export function backupRoutes({ backups, jobs }: { backups: Backups; jobs: Jobs }) {
  /** The progress is that of the job, in whichever process it runs. */
  const list = async (db: Db, now: string, existing: contract.Backup[]): Promise<contract.BackupList> => {
    const job = await findJob(db, 'backup', now)
    const isRunning = job !== undefined && job.state !== 'waiting'
    const lastErasure = await findLastErasure(db)
    const progress = contract.BackupProgress.safeParse(job?.progress).data ?? { step: 'reading', part: 0 }
    return {
      backups: existing,
      running: isRunning ? progress : null,
      lastError: job?.lastError ?? null,
      ...(backups.place !== undefined && { place: backups.place }),
      ...(lastErasure !== undefined && { lastErasure }),
    }
  }

  return [
    bind(contract.listBackups, async ({ db, now }) => ({ body: await list(db, now, await backups.list()) })),
    bindStaged(contract.beginBackup, async ({ now, transact }) => {
      // Reads files, so before the transaction.
      const existing = await backups.list()
      const response = await transact({}, async (db) => {
        // No effect while a backup is running: the response describes that one.
        await makeJobDue(db, 'backup', { now, isManual: true })
        return { body: await list(db, now, existing) }
      })
      await jobs.wake()
      return response
    }),
    bind(contract.downloadBackup, async ({ params: { name } }) => {
      const backup = await backups.read(name)
      return (
        backup && {
          chunks: backup.content,
          subject: name,
          headers: {
            'content-type': 'application/gzip',
            'content-length': String(backup.size),
            'content-disposition': `attachment; filename="${name}"`,
          },
        }
      )
    }),
    bind(contract.deleteBackup, async ({ params: { name } }) =>
      (await backups.remove(name)) ? { body: {}, subject: name } : undefined,
    ),
  ]
}
