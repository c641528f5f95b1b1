import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '../../../contract/jobs.ts'
import type { Db } from '../db/schema.ts'
import { giveBackJob, renewLease, takeJob } from './jobs.repo.ts'
import { LEASE_MS, RENEW_EVERY_MS } from './jobs.ts'

export type HoldOptions = {
  clock: () => Date
  signal: AbortSignal
  /** Called once where another process holds the job, before waiting for it. */
  onWait?: () => void
  /** How long it is waited for, in milliseconds. */
  waitMs?: number
  lookEveryMs?: number
}

const WAIT_MS = 30 * 60 * 1000
const LOOK_EVERY_MS = 1000

/**
 * Does by hand what a job does by itself, holding its lease as a process of the site would: while it lasts no other begins
 * the job, and it begins when no other is at it. When the job itself runs next stays as it was. Throws where another holds
 * it for longer than is waited, and what `work` throws.
 */
export async function holdJob<Done>(
  db: Db,
  name: JobName,
  work: (signal: AbortSignal) => Promise<Done>,
  { clock, signal, onWait, waitMs = WAIT_MS, lookEveryMs = LOOK_EVERY_MS }: HoldOptions,
): Promise<Done> {
  const lease = { name, owner: randomUUID() }
  const leaseUntil = () => new Date(clock().getTime() + LEASE_MS).toISOString()
  const begun = performance.now()
  for (let looks = 0; !(await takeJob(db, lease, { now: clock().toISOString(), leaseUntil: leaseUntil() })); looks++) {
    if (looks === 0) onWait?.()
    if (performance.now() - begun >= waitMs) throw new Error('Another process has been at it for too long.')
    await sleep(lookEveryMs, undefined, { signal })
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
    await giveBackJob(db, lease, doneAt)
  }
}
