import { connect } from './server/platform/db/connect.ts'
import { faultOf } from './server/platform/health/faults.ts'
import { runAsThread } from './server/platform/jobs/run-in-thread.ts'
import { type EarningsThreadData, runEarnings } from './server/shop/earnings/imports/earnings-job.ts'

await runAsThread(async ({ database, now }: EarningsThreadData, signal) => {
  const db = connect({ ...database, isBulk: true })
  try {
    await runEarnings(db, { now, signal, isOutage: (error) => faultOf(error) !== undefined })
  } finally {
    await db.destroy()
  }
})
