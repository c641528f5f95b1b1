import path from 'node:path'
import type { MailboxThreadData } from '../audience/bounces/check-mailbox.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/schema.ts'
import { withoutCheckpoints } from '../platform/db/without-checkpoints.ts'
import { runInThread } from '../platform/jobs/run-in-thread.ts'
import type { EarningsThreadData } from '../shop/earnings/imports/earnings-job.ts'
import type { JobThreads } from './site-parts.ts'

type ThreadOptions = { config: Config; secretKey: string; db: Db }

/** Runs the modules of `folder` in threads with connections of their own. */
export function createJobThreads(folder: string, { config, secretKey, db }: ThreadOptions): JobThreads {
  const { databaseUrl, databaseListenUrl, dataDir } = config
  const database = { databaseUrl, databaseListenUrl, dataDir }
  const run = (name: string, data: object, signal: AbortSignal) =>
    withoutCheckpoints(db, () => runInThread(path.join(folder, `${name}-thread.js`), data, signal))
  return {
    importSales: ({ now, signal }) => run('earnings', { database, now } satisfies EarningsThreadData, signal),
    checkMailbox: (signal) => run('mailbox', { database, secretKey } satisfies MailboxThreadData, signal),
  }
}
