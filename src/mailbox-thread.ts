import { checkMailbox, type MailboxThreadData } from './server/audience/bounces/check-mailbox.ts'
import { connect } from './server/platform/db/connect.ts'
import { faultOf } from './server/platform/health/faults.ts'
import { runAsThread } from './server/platform/jobs/run-in-thread.ts'
import { createSecrets } from './server/platform/secrets.ts'

await runAsThread(async ({ database, secretKey }: MailboxThreadData, signal) => {
  const db = connect(database)
  try {
    const isOutage = (error: unknown) => faultOf(error) !== undefined
    await checkMailbox(db, { secrets: createSecrets(secretKey), clock: () => new Date(), signal, isOutage })
  } finally {
    await db.destroy()
  }
})
