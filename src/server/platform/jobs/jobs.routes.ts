import { Hono } from 'hono'
import { JobName, jobTitles } from '../../../contract/jobs.ts'
import type { Db } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { idempotent } from '../http/idempotency.ts'
import type { OwnerGuard } from '../http/owner.ts'
import { listJobs, makeJobDue } from './jobs.repo.ts'
import type { Jobs } from './jobs.ts'

export type JobRoutesOptions = { db: Db; jobs: Jobs; clock: () => Date; owner: OwnerGuard }

export function jobRoutes({ db, jobs, clock, owner }: JobRoutesOptions) {
  return new Hono()
    .get('/jobs', owner, async (c) => c.json(await listJobs(db, clock().toISOString())))
    .post('/jobs/:name/run', owner, async (c) => {
      const name = JobName.safeParse(c.req.param('name'))
      if (!name.success) throw notFound('Job not found')
      c.set('subject', jobTitles[name.data])
      const response = await idempotent(c, db, {}, async (transaction) => {
        const now = clock().toISOString()
        await makeJobDue(transaction, name.data, { now, isManual: true })
        return { status: 202, body: await listJobs(transaction, now) }
      })
      await jobs.wake()
      return response
    })
}
