import type { Logger } from 'pino'
import * as contract from '../../../contract/app/overview.ts'
import { dayIn } from '../../../contract/platform/days.ts'
import type { JobStatus } from '../../../contract/platform/jobs.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { mailList } from '../../audience/mail/mail.repo.ts'
import type { MailQueue } from '../../audience/mail/mail-queue.ts'
import { readComplaints } from '../../audience/newsletter-sending/complaints.repo.ts'
import { listStopped } from '../../audience/newsletter-sending/newsletters.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Health } from '../../platform/health/health.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { listJobs } from '../../platform/jobs/jobs.repo.ts'
import { countLinkAlerts } from '../../shop/link-health/links.repo.ts'
import { readPolicyState } from '../legal/policy-state.repo.ts'
import { countRules, type RuleOptions } from '../rules/list-rules.ts'
import {
  dismiss,
  readDrafts,
  readMessages,
  readSales,
  readScheduled,
  readStart,
  readSubscribers,
  readUsedTabs,
  rememberPicturesElsewhere,
} from './overview.repo.ts'

type OverviewOptions = RuleOptions & { mail: MailQueue; health: Health; isPublic: boolean }

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000

export function overviewRoutes({ mail, health, log, origin, isPublic, backups }: OverviewOptions) {
  const findPicturesElsewhere = rememberPicturesElsewhere(origin)
  return [
    bind(contract.findOverview, async ({ db, now }) => {
      const since = new Date(Date.parse(now) - contract.OVERVIEW_DAYS * DAY).toISOString()
      return {
        body: await readParts(
          {
            drafts: () => readDrafts(db, now),
            scheduled: () => readScheduled(db, now),
            messages: () => readMessages(db),
            subscribers: () => readSubscribers(db, since),
            sales: async () => {
              const { timeZone, currency } = (await readSettings(db)).settings
              return readSales(db, dayIn(timeZone, new Date(now)), currency)
            },
            links: () => countLinkAlerts(db),
            rules: () => countRules(db, { log, origin, backups }, now),
            stopped: () => listStopped(db, now),
            complaints: () => readComplaints(db, now),
            health: () => readHealth(db, now),
            start: async () => {
              const { isSetUp } = await mail.readSetup()
              const backup = jobOf(await listJobs(db, now), 'backup')
              return readStart(db, { isMailSetUp: isSetUp, hasBackup: Boolean(backup?.lastFinishedAt), isPublic, now })
            },
          },
          log,
        ),
      }
    }),
    bind(contract.findUsedTabs, async ({ db }) => ({ body: await readUsedTabs(db) })),
    bind(contract.dismissOnOverview, async ({ db, body, now }) => {
      await db.transaction().execute((transaction) => dismiss(transaction, body, now))
      return { body: {} }
    }),
  ]

  async function readHealth(db: Db, now: string): Promise<NonNullable<contract.Overview['health']>> {
    const jobs = await listJobs(db, now)
    const { isSetUp, fault } = await mail.readSetup()
    const stateOf = (name: JobStatus['name']) => {
      const job = jobOf(jobs, name)
      return { at: job?.lastFinishedAt ?? null, error: job?.lastError ?? null }
    }
    return {
      backup: stateOf('backup'),
      mail: {
        isSetUp,
        fault,
        failed: (await mailList.page(db, { state: 'failed', limit: 1 })).total,
      },
      failingJobs: jobs.flatMap(({ name, lastError, nextAt }) =>
        lastError === null ? [] : [{ name, error: lastError, nextAt }],
      ),
      databaseCheck: stateOf('check-database'),
      picturesElsewhere: await findPicturesElsewhere(db, now),
      policy: isPublic ? await readPolicyState(db, now) : null,
      problems: await health.problems(),
    }
  }
}

function jobOf(jobs: JobStatus[], name: JobStatus['name']): JobStatus | undefined {
  return jobs.find((job) => job.name === name)
}

type Readers = { [Name in keyof contract.Overview]: () => Promise<NonNullable<contract.Overview[Name]>> }

/** Null for what could not be read, so that one fault hides one part. Rejects where nothing could be read. */
async function readParts(readers: Readers, log: Logger): Promise<contract.Overview> {
  const names = Object.keys(readers) as (keyof Readers)[]
  const results = await Promise.allSettled(names.map(async (name) => [name, await readers[name]()] as const))
  const failures = results.filter((result) => result.status === 'rejected')
  const [failure] = failures
  if (failure && failures.length === results.length) throw failure.reason
  for (const { reason } of failures) log.error({ err: reason as Error }, 'a part of the overview could not be read')
  const parts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return contract.Overview.parse(Object.fromEntries([...names.map((name) => [name, null] as const), ...parts]))
}
