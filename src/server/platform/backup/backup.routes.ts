import * as contract from '../../../contract/backups.ts'
import type { Db } from '../db/schema.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'
import { findJob, makeJobDue } from '../jobs/jobs.repo.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Backups } from './backups.ts'

export function backupRoutes({ backups, jobs }: { backups: Backups; jobs: Jobs }) {
  /** The progress is that of the job, in whichever process it runs. */
  const list = async (db: Db, now: string): Promise<contract.BackupList> => {
    const job = await findJob(db, 'backup', now)
    const isRunning = job !== undefined && job.state !== 'waiting'
    const progress = contract.BackupProgress.safeParse(job?.progress).data ?? { step: 'reading', part: 0 }
    return {
      backups: await backups.list(),
      running: isRunning ? progress : null,
      lastError: job?.lastError ?? null,
    }
  }

  return [
    bind(contract.listBackups, async ({ db, now }) => ({ body: await list(db, now) })),
    bindStaged(contract.beginBackup, async ({ now, transact }) => {
      const response = await transact({}, async (db) => {
        // No effect while a backup is running: the response describes that one.
        await makeJobDue(db, 'backup', { now, isManual: true })
        return { body: await list(db, now) }
      })
      await jobs.wake()
      return response
    }),
    bind(contract.downloadBackup, async ({ c, params: { name } }) => {
      const backup = await backups.read(name)
      return (
        backup &&
        c.body(backup.content, 200, {
          'content-type': 'application/gzip',
          'content-length': String(backup.size),
          'content-disposition': `attachment; filename="${name}"`,
        })
      )
    }),
    bind(contract.deleteBackup, async ({ params: { name } }) =>
      (await backups.remove(name)) ? { body: {}, subject: name } : undefined,
    ),
  ]
}
