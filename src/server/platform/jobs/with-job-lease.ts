import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '../../../contract/platform/jobs.ts'
import type { Db } from '../db/schema.ts'
import { LEASE_MS, RENEW_EVERY_MS } from '../lease-times.ts'
import { acquireJob, COMMAND_OWNER, releaseJob, renewLease } from './jobs.repo.ts'

export type JobLeaseOptions = {
  clock: () => Date
  signal: AbortSignal
  /** Called once before waiting for another process. */
  onWait?: () => void
  /** Timeout in milliseconds. */
  waitMs?: number
  pollMs?: number
}

const WAIT_MS = 30 * 60 * 1000
const POLL_MS = 1000

/**
 * Runs `work` while holding the lease of a job, so that no process of the site runs the job meanwhile. The job's next run
 * is unchanged. Throws if another process holds the lease for longer than the timeout, and rethrows errors of `work`.
 */
export async function withJobLease<Done>(
  db: Db,
  name: JobName,
  work: (signal: AbortSignal) => Promise<Done>,
  { clock, signal, onWait, waitMs = WAIT_MS, pollMs = POLL_MS }: JobLeaseOptions,
): Promise<Done> {
  const lease = { name, owner: `${COMMAND_OWNER}${randomUUID()}` }
  const leaseUntil = () => new Date(clock().getTime() + LEASE_MS).toISOString()
  const startedAt = performance.now()
  for (
    let polls = 0;
    !(await acquireJob(db, lease, { now: clock().toISOString(), leaseUntil: leaseUntil() }));
    polls++
  ) {
    if (polls === 0) onWait?.()
    if (performance.now() - startedAt >= waitMs) throw new Error('Another process has been at it for too long.')
    await sleep(pollMs, undefined, { signal })
  }
  const lost = new AbortController()
  const renewing = setInterval(
    () =>
      renewLease(db, lease, { leaseUntil: leaseUntil() }).then(
        (isHeld) => isHeld || lost.abort(new Error('Another process has taken it over.')),
        // A lease outlasts some failed renewals.
        () => {},
      ),
    RENEW_EVERY_MS,
  )
  let doneAt: string | undefined
  try {
    const done = await work(AbortSignal.any([signal, lost.signal]))
    doneAt = clock().toISOString()
    return done
  } finally {
    clearInterval(renewing)
    await releaseJob(db, lease, doneAt)
  }
}
