import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '../../../contract/jobs.ts'
import type { Db } from '../db/schema.ts'
import { acquireJob, releaseJob, renewLease } from './jobs.repo.ts'
import { LEASE_MS, RENEW_EVERY_MS } from './jobs.ts'

export type JobLeaseOptions = {
  clock: () => Date
  signal: AbortSignal
  /** Called once where another process holds the job, before waiting for it. */
  onWait?: () => void
  /** How long it is waited for, in milliseconds. */
  waitMs?: number
  pollMs?: number
}

const WAIT_MS = 30 * 60 * 1000
const POLL_MS = 1000

/**
 * Does by hand what a job does by itself, holding its lease as a process of the site would: while it lasts no other begins
 * the job, and it begins when no other is at it. When the job itself runs next stays as it was. Throws where another holds
 * it for longer than is waited, and what `work` throws.
 */
export async function withJobLease<Done>(
  db: Db,
  name: JobName,
  work: (signal: AbortSignal) => Promise<Done>,
  { clock, signal, onWait, waitMs = WAIT_MS, pollMs = POLL_MS }: JobLeaseOptions,
): Promise<Done> {
  const lease = { name, owner: randomUUID() }
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
        // A lease outlasts some of these.
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
