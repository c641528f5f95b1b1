import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { JobName } from '../../../contract/jobs.ts'
import type { Db, Row } from '../db/schema.ts'
import { claimJob, finishJob, type Lease, listDueJobs, makeJobDue, planJobs, renewLease } from './jobs.repo.ts'

/** Something that the site does by itself, again and again. A run that was cut off is begun anew, so it must bear that. */
export type Job = {
  name: JobName
  /** When it runs next, after a run at `after`. */
  next(after: Date): Date | Promise<Date>
  /** It is due with each start of a process too. */
  isDueAtStart?: true
  /** Does it. Ends soon after `signal`, by throwing where something is left to do. */
  run(run: JobRun): Promise<unknown>
}

export type JobRun = {
  now: Date
  /** The owner asked for this run. */
  isManual: boolean
  signal: AbortSignal
  /** Tells all processes how far it is. */
  reportProgress(progress: unknown): void
}

export type JobsOptions = { db: Db; clock: () => Date; log: Logger; jobs: Job[] }

export type Jobs = {
  /** Runs what is due from now on, until it is closed. */
  open(): Promise<void>
  /** Begins what is due and answers without waiting for its end. */
  wake(): Promise<void>
  /** Runs what is due to its end; answers what this process ran. */
  runDueJobs(): Promise<JobName[]>
  /** Resolves when nothing runs in this process. */
  settled(): Promise<void>
  /** Stops what runs after its current step; it is begun anew at the next start. */
  close(): Promise<void>
}

/** How often what is due is looked for. */
const POLL_MS = 15_000
/** How often it is planned anew: the time zone may have changed, or the clock. */
const PLAN_EVERY_MS = 3_600_000
/** How long a process may hold a job without a sign of life: longer than a machine stands still. */
export const LEASE_MS = 120_000
export const RENEW_EVERY_MS = 30_000
/** By how much the clocks of two machines may differ. A lease that ends later was taken when a clock was ahead. */
const SKEW_MS = 15 * 60_000
/** Progress is written at most this often. */
const PROGRESS_MS = 300
const CLOSING_MS = 5_000
const MINUTE = 60_000
/** Minutes before the next attempt, after each that failed; the last goes on, unless the next regular run is sooner. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 180]

/** Runs jobs, each in one process at a time, however many processes look at the same rows. */
export function createJobs({ db, clock, log, jobs }: JobsOptions): Jobs {
  const closing = new AbortController()
  const running = new Map<JobName, Promise<void>>()
  let timers: ReturnType<typeof setInterval>[] = []
  let polling: Promise<unknown> | undefined

  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()
  const backoffAfter = (attempts: number) =>
    later(BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1]! * MINUTE)

  async function plan(): Promise<void> {
    const now = clock()
    const plans = jobs.map(async ({ name, next }) => ({ name, nextAt: (await next(now)).toISOString() }))
    await planJobs(db, await Promise.all(plans), { now: now.toISOString(), leaseMax: later(LEASE_MS + SKEW_MS) })
  }

  /** Claims what is due and begins it. */
  async function poll(): Promise<JobName[]> {
    const started: JobName[] = []
    const due = await listDueJobs(db, clock().toISOString())
    for (const job of jobs) {
      if (closing.signal.aborted) break
      if (!due.includes(job.name) || running.has(job.name)) continue
      const lease = { name: job.name, owner: randomUUID() }
      const times = { now: clock().toISOString(), leaseUntil: later(LEASE_MS), retryAt: backoffAfter }
      const claimed = await claimJob(db, lease, times)
      if (!claimed) continue
      started.push(job.name)
      const done = perform(job, lease, claimed)
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job could not be given back'))
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
    const end = async () => {
      clearInterval(renewing)
      await reporting
    }
    try {
      await job.run({ now: clock(), isManual: Boolean(is_asked), signal, reportProgress })
      await end()
      const now = clock()
      const nextAt = (await job.next(now)).toISOString()
      await finishJob(db, lease, { state: 'done', at: now.toISOString(), nextAt })
    } catch (error) {
      await end()
      if (closing.signal.aborted) {
        const nextAt = clock().toISOString()
        await finishJob(db, lease, { state: 'stopped', nextAt, attempts: attempts - 1 })
        return
      }
      log.error({ err: error, job: job.name, attempts }, 'a job failed and will be tried again')
      const regular = (await job.next(clock())).toISOString()
      const backoffEnd = backoffAfter(attempts)
      const nextAt = backoffEnd < regular ? backoffEnd : regular
      await finishJob(db, lease, { state: 'failed', error: reasonOf(error), nextAt })
    }
  }

  const settled = async () => {
    await Promise.all(running.values())
  }

  return {
    async open() {
      await plan()
      for (const { name, isDueAtStart } of jobs) {
        if (isDueAtStart) await makeJobDue(db, name, { now: clock().toISOString(), isManual: false })
      }
      const pollAgain = () => {
        polling ??= poll()
          .catch((error: unknown) => log.error({ err: error }, 'what is due could not be looked for'))
          .finally(() => {
            polling = undefined
          })
      }
      const planAgain = () =>
        plan().catch((error: unknown) => log.error({ err: error }, 'the next jobs could not be planned'))
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
      const ended = Promise.resolve(polling).then(settled)
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
    },
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)
}
