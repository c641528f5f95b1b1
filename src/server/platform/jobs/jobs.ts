import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { JobName } from '../../../contract/platform/jobs.ts'
import { setAlignedInterval } from '../aligned-interval.ts'
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

type State = JobsOptions & {
  closing: AbortController
  running: Map<JobName, Promise<void>>
  stopPolling: (() => void)[]
  polls: Set<Promise<unknown>>
}

/** Runs jobs, each in only one of the processes that share the database. */
export function createJobs(options: JobsOptions): Jobs {
  const state: State = {
    ...options,
    closing: new AbortController(),
    running: new Map(),
    stopPolling: [],
    polls: new Set(),
  }
  return {
    open: () => open(state),
    async wake() {
      await poll(state)
    },
    async runDueJobs() {
      await plan(state)
      const started = await poll(state)
      await settled(state)
      return started
    },
    settled: () => settled(state),
    async close() {
      for (const stop of state.stopPolling) stop()
      state.closing.abort()
      await Promise.race([settled(state), new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
    },
  }
}

async function open(state: State): Promise<void> {
  const { log } = state
  const onPlanError = (error: unknown) => log.error({ err: error }, 'the next jobs could not be planned')
  // Reading goes on where the jobs cannot be written: on a full disk, or in a folder that became read-only.
  await planStart(state).catch(onPlanError)
  const pollAgain = () => {
    if (state.polls.size > 0) return
    poll(state).catch((error: unknown) => log.error({ err: error }, 'what is due could not be looked for'))
  }
  const planAgain = () => plan(state).catch(onPlanError)
  state.stopPolling = [setAlignedInterval(pollAgain, POLL_MS), setAlignedInterval(planAgain, PLAN_EVERY_MS)]
  pollAgain()
}

async function settled({ polls, running }: State): Promise<void> {
  // A job is claimed before it counts as running.
  await Promise.allSettled(polls)
  await Promise.all(running.values())
}

async function planStart(state: State): Promise<void> {
  const { db, clock, jobs } = state
  await plan(state)
  const isHeld = await areWritesHeld(db)
  for (const { name, isDueAtStart } of jobs) {
    if (isDueAtStart && !isHeld) await makeJobDue(db, name, { now: clock().toISOString(), isManual: false })
  }
}

async function plan(state: State): Promise<void> {
  const { db, clock, jobs } = state
  if (await areWritesHeld(db)) return
  const now = clock()
  const plans = jobs.map(async ({ name, next }) => ({ name, nextAt: (await next(now)).toISOString() }))
  const leaseMax = later(state, LEASE_MS + SKEW_MS)
  await planJobs(db, await Promise.all(plans), { now: now.toISOString(), leaseMax })
}

function poll(state: State): Promise<JobName[]> {
  const started = startDueJobs(state).finally(() => state.polls.delete(started))
  state.polls.add(started)
  return started
}

/** Claims and starts due jobs. */
async function startDueJobs(state: State): Promise<JobName[]> {
  const { db, clock, log, jobs, running, closing } = state
  const started: JobName[] = []
  const due = await listDueJobs(db, clock().toISOString())
  // The site is being moved to another database, where they are done.
  if (due.length > 0 && (await areWritesHeld(db))) return started
  for (const job of jobs) {
    if (closing.signal.aborted) break
    if (!due.includes(job.name) || running.has(job.name)) continue
    const lease = { name: job.name, owner: randomUUID() }
    const retryAt = (attempts: number) => retryAfterKill(state, attempts)
    const claimed = await claimJob(db, lease, {
      now: clock().toISOString(),
      leaseUntil: later(state, LEASE_MS),
      retryAt,
    })
    if (!claimed) continue
    started.push(job.name)
    const done = perform(state, job, lease, claimed)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'the lease of a job could not be released'))
      .finally(() => running.delete(job.name))
    running.set(job.name, done)
  }
  return started
}

async function perform(state: State, job: Job, lease: Lease, { attempts, is_asked }: Row<'jobs'>): Promise<void> {
  const { db, clock, log, closing } = state
  const lost = new AbortController()
  const signal = AbortSignal.any([closing.signal, lost.signal])
  const renew = (progress?: string) =>
    renewLease(db, lease, { leaseUntil: later(state, LEASE_MS), progress }).then(
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
  const run = { now: clock(), isManual: Boolean(is_asked), signal, reportProgress }
  const outcome = await runOnce(state, job, run, attempts)
  clearInterval(renewing)
  await reporting
  // A job whose end is not stored would seem to run, and run once more.
  await retryWhileLeased(() => finishJob(db, lease, outcome), closing.signal)
}

async function runOnce(state: State, job: Job, run: JobRun, attempts: number): Promise<JobOutcome> {
  const { clock, log, closing } = state
  try {
    await job.run(run)
    const now = clock()
    return { state: 'done', at: now.toISOString(), nextAt: (await job.next(now)).toISOString() }
  } catch (error) {
    if (closing.signal.aborted) return { state: 'stopped', nextAt: clock().toISOString(), attempts: attempts - 1 }
    log.error({ err: error, job: job.name, attempts }, 'a job failed and will be tried again')
    const regular = await Promise.resolve(job.next(clock())).catch(() => undefined)
    const [backoff, next] = [backoffAfter(state, attempts), regular?.toISOString()]
    return { state: 'failed', error: reasonOf(error), nextAt: next !== undefined && next < backoff ? next : backoff }
  }
}

/** At first as soon as the lease has expired: most processes are killed for another reason than their job. */
function retryAfterKill(state: State, attempts: number): string {
  return attempts === 1 ? later(state, 0) : backoffAfter(state, attempts - 1)
}

function backoffAfter(state: State, attempts: number): string {
  return later(state, BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1]! * MINUTE)
}

function later({ clock }: State, milliseconds: number): string {
  return new Date(clock().getTime() + milliseconds).toISOString()
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)
}
