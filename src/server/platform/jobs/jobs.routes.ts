import * as contract from '../../../contract/platform/jobs.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'
import { listJobs, makeJobDue } from './jobs.repo.ts'
import type { Jobs } from './jobs.ts'

export function jobRoutes({ jobs }: { jobs: Jobs }) {
  return [
    bind(contract.listJobs, async ({ db, now }) => ({ body: await listJobs(db, now) })),
    bindStaged(contract.runJob, async ({ params: { name }, now, transact }) => {
      const response = await transact({}, async (db) => {
        await makeJobDue(db, name, { now, isManual: true })
        return { body: await listJobs(db, now), subject: contract.jobTitles[name] }
      })
      await jobs.wake()
      return response
    }),
  ]
}
