import { sql } from 'kysely'
import { JobName, type JobStatus } from '../../../contract/platform/jobs.ts'
import type { Db, Row } from '../db/schema.ts'
import { LEASE_MS, SILENT_MS } from '../lease-times.ts'

type PlanTimes = {
  now: string
  /** The latest valid end of a lease. */
  leaseMax: string
}

/**
 * Stores the next run of jobs where it is sooner than the stored one: for a new job, after a change of the time zone, and
 * after the clock was ahead. A lease from such a time is released: a live holder would have renewed it with the current
 * clock.
 */
export async function planJobs(
  db: Db,
  jobs: { name: JobName; nextAt: string }[],
  { now, leaseMax }: PlanTimes,
): Promise<void> {
  if (jobs.length === 0) return
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: null, progress: null })
    .where('lease_until', '>', leaseMax)
    .execute()
  await db
    .insertInto('jobs')
    .values(jobs.map(({ name, nextAt }) => ({ name, next_at: nextAt, is_asked: false, attempts: 0 })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ next_at: eb.ref('excluded.next_at') }))
        .whereRef('jobs.next_at', '>', sql.ref('excluded.next_at'))
        .where((eb) => eb.or([eb('jobs.lease_until', 'is', null), eb('jobs.lease_until', '<=', now)])),
    )
    .execute()
}

/** The names of due jobs without a lease. */
export async function listDueJobs(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('next_at')
    .execute()
  return rows.map(({ name }) => name)
}

export type Lease = { name: JobName; owner: string }

type ClaimTimes = { now: string; leaseUntil: string; retryAt: (attempts: number) => string }

/**
 * Acquires the lease of a due job; undefined if it is not due or another process holds it. The update matches only a free
 * row, so exactly one process gets it. If that process dies, another takes over after the lease has expired and not before
 * `retryAt`, so that a job that crashes its process is retried with pauses.
 */
export async function claimJob(
  db: Db,
  { name, owner }: Lease,
  { now, leaseUntil, retryAt }: ClaimTimes,
): Promise<Row<'jobs'> | undefined> {
  const seen = await db.selectFrom('jobs').select('attempts').where('name', '=', name).executeTakeFirst()
  if (!seen) return undefined
  return db
    .updateTable('jobs')
    .set({
      lease_owner: owner,
      lease_until: leaseUntil,
      next_at: retryAt(seen.attempts + 1),
      attempts: seen.attempts + 1,
      progress: null,
      last_started_at: now,
    })
    .where('name', '=', name)
    .where('attempts', '=', seen.attempts)
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Extends a lease and stores the progress. False if another process has taken over. */
export async function renewLease(
  db: Db,
  { name, owner }: Lease,
  { leaseUntil, progress }: { leaseUntil: string; progress?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil, ...(progress === undefined ? {} : { progress }) })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type JobOutcome =
  | { state: 'done'; at: string; nextAt: string }
  | { state: 'failed'; error: string; nextAt: string }
  /** Aborted: it runs again, and this run does not count as an attempt. */
  | { state: 'stopped'; nextAt: string; attempts: number }

/** Releases a lease. False if another process has taken over. */
export async function finishJob(db: Db, { name, owner }: Lease, outcome: JobOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      lease_owner: null,
      lease_until: null,
      progress: null,
      next_at: outcome.nextAt,
      ...(outcome.state === 'done'
        ? { attempts: 0, is_asked: false, last_finished_at: outcome.at, last_error: null }
        : {}),
      ...(outcome.state === 'failed' ? { last_error: outcome.error } : {}),
      ...(outcome.state === 'stopped' ? { attempts: outcome.attempts } : {}),
    })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Acquires the lease of a free job, due or not, without changing its next run. False if another process holds it. */
export async function acquireJob(
  db: Db,
  { name, owner }: Lease,
  { now, leaseUntil }: { now: string; leaseUntil: string },
): Promise<boolean> {
  await db
    .insertInto('jobs')
    .values({ name, next_at: NOT_PLANNED, is_asked: false, attempts: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_owner: owner, lease_until: leaseUntil, progress: null, last_started_at: now })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Owners of leases that begin with it are commands, which may run next to a site that starts. */
export const COMMAND_OWNER = 'command '

/** Releases the leases of killed processes of the site. Only for a caller that knows that no process of it runs. */
export async function releaseSiteLeases(db: Db): Promise<void> {
  const held = await db
    .selectFrom('jobs')
    .select('name')
    .where('lease_owner', 'not like', `${COMMAND_OWNER}%`)
    .execute()
  if (held.length === 0) return
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: null, progress: null })
    .where('lease_owner', 'not like', `${COMMAND_OWNER}%`)
    .execute()
}

/** Later than any plan; replaced when the site starts. */
const NOT_PLANNED = '9999-12-31T00:00:00.000Z'

/** Releases a lease of `acquireJob`; `doneAt` is the time of success. */
export async function releaseJob(db: Db, { name, owner }: Lease, doneAt: string | undefined): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      lease_owner: null,
      lease_until: null,
      progress: null,
      ...(doneAt ? { last_finished_at: doneAt, last_error: null } : {}),
    })
    .where('name', '=', name)
    .where('lease_owner', '=', owner)
    .execute()
}

/** Makes a job due now; no effect on a running one. `isManual` marks a run that the owner started. */
export async function makeJobDue(
  db: Db,
  name: JobName,
  { now, isManual }: { now: string; isManual: boolean },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, next_at: now, is_asked: isManual, attempts: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ next_at: now, attempts: 0, ...(isManual ? { is_asked: true } : {}) })
        .where((eb) => eb.or([eb('jobs.lease_until', 'is', null), eb('jobs.lease_until', '<=', now)])),
    )
    .execute()
}

export async function listJobs(db: Db, now: string): Promise<JobStatus[]> {
  const rows = await db.selectFrom('jobs').selectAll().execute()
  return JobName.options.flatMap((name) => {
    const row = rows.find((candidate) => candidate.name === name)
    return row ? [toStatus(row, name, now)] : []
  })
}

/** With its last reported progress; undefined if it was never planned. */
export async function findJob(
  db: Db,
  name: JobName,
  now: string,
): Promise<(JobStatus & { progress: unknown }) | undefined> {
  const row = await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst()
  return row && { ...toStatus(row, name, now), progress: row.progress === null ? null : JSON.parse(row.progress) }
}

function toStatus(row: Row<'jobs'>, name: JobName, now: string): JobStatus {
  const { lease_until } = row
  const isHeld = lease_until !== null && lease_until > now
  const isSilent = isHeld && Date.parse(lease_until) - Date.parse(now) < LEASE_MS - SILENT_MS
  return {
    name,
    state: isHeld ? (isSilent ? 'interrupted' : 'running') : row.next_at <= now ? 'due' : 'waiting',
    nextAt: row.next_at,
    lastStartedAt: row.last_started_at,
    lastFinishedAt: row.last_finished_at,
    lastError: row.last_error,
  }
}
