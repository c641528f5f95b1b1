import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { JobName } from '../../../contract/platform/jobs.ts'
import type { Db, Row } from '../db/schema.ts'
import { areWritesHeld } from '../db/write-hold.ts'
import { LEASE_MS, RENEW_EVERY_MS } from '../lease-times.ts'
import { retryWhileLeased } from '../retry-while-leased.ts'
import {
  claimJob,
  finishJob,
  type JobOutcome,
  type Lease,
  listDueJobs,
  makeJobDue,
  planJobs,
  renewLease,
} from './jobs.repo.ts'

/** A periodic background job. It must be idempotent: an aborted run is repeated. */
export type Job = {
  name: JobName
  /** The next run after `after`. */
  next(after: Date): Date | Promise<Date>
  /** Also due at each start of a process. */
  isDueAtStart?: true
  /** Ends soon after `signal`, and throws if work is left. */
  run(run: JobRun): Promise<unknown>
}

type JobRun = {
  now: Date
  /** Started by the owner. */
  isManual: boolean
  signal: AbortSignal
  /** Stores the progress for all processes. */
  reportProgress(progress: unknown): void
}

export type JobsOptions = { db: Db; clock: () => Date; log: Logger; jobs: Job[] }

export type Jobs = {
  /** Starts to poll for due jobs, until it is closed. */
  open(): Promise<void>
  /** Starts due jobs without waiting for their end. */
  wake(): Promise<void>
  /** Runs due jobs to their end. Returns those that ran in this process. */
  runDueJobs(): Promise<JobName[]>
  /** Resolves when no job runs in this process. */
  settled(): Promise<void>
  /** Aborts running jobs after their current step; they run again at the next start. */
  close(): Promise<void>
}

const POLL_MS = 5_000
/** The time zone or the clock may have changed. */
const PLAN_EVERY_MS = 3_600_000
/** Clock skew between machines at most. A lease that ends later was acquired while a clock was ahead. */
const SKEW_MS = 15 * 60_000
/** Minimum interval between writes of the progress. */
const PROGRESS_MS = 300
const CLOSING_MS = 5_000
const MINUTE = 60_000
/** Minutes before the next attempt, by failed attempts; the last value repeats. A sooner regular run takes precedence. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 180]

/** Runs jobs, each in only one of the processes that share the database. */
export function createJobs({ db, clock, log, jobs }: JobsOptions): Jobs {
  const closing = new AbortController()
  const running = new Map<JobName, Promise<void>>()
  let timers: ReturnType<typeof setInterval>[] = []
  const polls = new Set<Promise<unknown>>()

  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()
  const backoffAfter = (attempts: number) =>
    later(BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1]! * MINUTE)

  /** At first as soon as the lease has expired: most processes are killed for another reason than their job. */
  const retryAfterKill = (attempts: number) => (attempts === 1 ? later(0) : backoffAfter(attempts - 1))

  async function plan(): Promise<void> {
    if (await areWritesHeld(db)) return
    const now = clock()
    const plans = jobs.map(async ({ name, next }) => ({ name, nextAt: (await next(now)).toISOString() }))
    await planJobs(db, await Promise.all(plans), { now: now.toISOString(), leaseMax: later(LEASE_MS + SKEW_MS) })
  }

  async function planStart(): Promise<void> {
    await plan()
    const isHeld = await areWritesHeld(db)
    for (const { name, isDueAtStart } of jobs) {
      if (isDueAtStart && !isHeld) await makeJobDue(db, name, { now: clock().toISOString(), isManual: false })
    }
  }

  const onPlanError = (error: unknown) => log.error({ err: error }, 'the next jobs could not be planned')

  function poll(): Promise<JobName[]> {
    const started = startDueJobs().finally(() => polls.delete(started))
    polls.add(started)
    return started
  }

  /** Claims and starts due jobs. */
  async function startDueJobs(): Promise<JobName[]> {
    const started: JobName[] = []
    const due = await listDueJobs(db, clock().toISOString())
    // The site is being moved to another database, where they are done.
    if (due.length > 0 && (await areWritesHeld(db))) return started
    for (const job of jobs) {
      if (closing.signal.aborted) break
      if (!due.includes(job.name) || running.has(job.name)) continue
      const lease = { name: job.name, owner: randomUUID() }
      const times = { now: clock().toISOString(), leaseUntil: later(LEASE_MS), retryAt: retryAfterKill }
      const claimed = await claimJob(db, lease, times)
      if (!claimed) continue
      started.push(job.name)
      const done = perform(job, lease, claimed)
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'the lease of a job could not be released'))
        .finally(() => running.delete(job.name))
      running.set(job.name, done)
    }
    return started
  }

  async function perform(job: Job, lease: Lease, { attempts, is_asked }: Row<'jobs'>): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    const renew = (progress?: string) =>
      renewLease(db, lease, { leaseUntil: later(LEASE_MS), progress }).then(
        (isHeld) => isHeld || lost.abort(new Error('Another process has taken the job over')),
        (error: unknown) => log.warn({ err: error, job: job.name }, 'the lease of a job could not be renewed'),
      )
    const renewing = setInterval(renew, RENEW_EVERY_MS).unref()
    let reportedAt = Number.NEGATIVE_INFINITY
    let reporting: Promise<unknown> | undefined
    const reportProgress = (progress: unknown) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return
      reportedAt = performance.now()
      reporting = renew(JSON.stringify(progress))
    }
    const outcome = await runOnce(job, { now: clock(), isManual: Boolean(is_asked), signal, reportProgress }, attempts)
    clearInterval(renewing)
    await reporting
    // A job whose end is not stored would seem to run, and run once more.
    await retryWhileLeased(() => finishJob(db, lease, outcome), closing.signal)
  }

  async function runOnce(job: Job, run: JobRun, attempts: number): Promise<JobOutcome> {
    try {
      await job.run(run)
      const now = clock()
      return { state: 'done', at: now.toISOString(), nextAt: (await job.next(now)).toISOString() }
    } catch (error) {
      if (closing.signal.aborted) return { state: 'stopped', nextAt: clock().toISOString(), attempts: attempts - 1 }
      log.error({ err: error, job: job.name, attempts }, 'a job failed and will be tried again')
      const regular = await Promise.resolve(job.next(clock())).catch(() => undefined)
      const times = [backoffAfter(attempts), ...(regular ? [regular.toISOString()] : [])]
      return { state: 'failed', error: reasonOf(error), nextAt: times.toSorted()[0]! }
    }
  }

  const settled = async () => {
    // A job is claimed before it counts as running.
    await Promise.allSettled(polls)
    await Promise.all(running.values())
  }

  return {
    async open() {
      // Reading goes on where the jobs cannot be written: on a full disk, or in a folder that became read-only.
      await planStart().catch(onPlanError)
      const pollAgain = () => {
        if (polls.size > 0) return
        poll().catch((error: unknown) => log.error({ err: error }, 'what is due could not be looked for'))
      }
      const planAgain = () => plan().catch(onPlanError)
      timers = [setInterval(pollAgain, POLL_MS).unref(), setInterval(planAgain, PLAN_EVERY_MS).unref()]
      pollAgain()
    },
    async wake() {
      await poll()
    },
    async runDueJobs() {
      await plan()
      const started = await poll()
      await settled()
      return started
    },
    settled,
    async close() {
      for (const timer of timers) clearInterval(timer)
      closing.abort()
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
    },
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)
}
