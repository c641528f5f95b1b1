import { Hono } from 'hono'
import { type BackupList, BackupProgress } from '../../../contract/backups.ts'
import type { Db } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { idempotent } from '../http/idempotency.ts'
import type { OwnerGuard } from '../http/owner.ts'
import { findJob, makeJobDue } from '../jobs/jobs.repo.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Backups } from './backups.ts'

export type BackupRoutesOptions = { db: Db; backups: Backups; jobs: Jobs; clock: () => Date; owner: OwnerGuard }

export function backupRoutes({ db, backups, jobs, clock, owner }: BackupRoutesOptions) {
  /** The one that is being made is the job's, in whichever process it runs. */
  const list = async (on: Db): Promise<BackupList> => {
    const job = await findJob(on, 'backup', clock().toISOString())
    const isRunning = job !== undefined && job.state !== 'waiting'
    const progress = BackupProgress.safeParse(job?.progress).data ?? { step: 'reading', part: 0 }
    return {
      backups: await backups.list(),
      running: isRunning ? progress : null,
      lastError: job?.lastError ?? null,
    }
  }

  return new Hono()
    .get('/backups', owner, async (c) => c.json(await list(db)))
    .post('/backups', owner, async (c) => {
      const response = await idempotent(c, db, {}, async (transaction) => {
        // Asked for while one is being made, that one is the answer.
        await makeJobDue(transaction, 'backup', { now: clock().toISOString(), isManual: true })
        return { status: 202, body: await list(transaction) }
      })
      await jobs.wake()
      return response
    })
    .get('/backups/:name', owner, async (c) => {
      const name = c.req.param('name')
      const backup = await backups.read(name)
      if (!backup) throw notFound('Backup not found')
      return c.body(backup.content, 200, {
        'content-type': 'application/gzip',
        'content-length': String(backup.size),
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
    .delete('/backups/:name', owner, async (c) => {
      const name = c.req.param('name')
      c.set('subject', name)
      if (!(await backups.remove(name))) throw notFound('Backup not found')
      return c.json({})
    })
}
