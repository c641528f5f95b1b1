import type { Attempt } from './lease-attempts.ts'
import type { Timers } from './timers.ts'

type AttemptQueueOptions = {
  /** Leases recipients; `waitMs`: until the limits allow one. */
  lease: () => Promise<{ attempts: Attempt[]; waitMs?: number }>
  release: (attempts: Attempt[]) => Promise<void>
  isStale: (attempt: Attempt) => boolean
  sleep: Timers['sleep']
  signal: AbortSignal
}

export type AttemptQueue = {
  /** The next attempt; undefined when none is left. */
  take(): Promise<Attempt | undefined>
  /** Returns an attempt that was not made. */
  giveBack(attempt: Attempt): void
  /** Returns all that were not taken yet, so that the next one is leased as things are now. */
  clear(): void
  /** Releases everything that was not made. */
  close(): Promise<void>
}

/** The distance of two messages at the slowest pace that is learned. */
const WAIT_MAX_MS = 20_000

/** Gives out attempts at leased recipients, and leases more when none is left. */
export function createAttemptQueue({ lease, release, isStale, sleep, signal }: AttemptQueueOptions): AttemptQueue {
  let ready: Attempt[] = []
  let unused: Attempt[] = []
  let filling: Promise<void> | undefined
  let isExhausted = false

  async function releaseUnused(): Promise<void> {
    const attempts = unused
    unused = []
    if (attempts.length > 0) await release(attempts)
  }

  async function fill(): Promise<void> {
    await releaseUnused()
    const { waitMs, attempts } = await lease()
    ready = attempts
    if (attempts.length > 0) return
    // A limit of a second is waited for; one of an hour or a day is left to a later poll.
    if (waitMs === undefined || waitMs > WAIT_MAX_MS) isExhausted = true
    else await sleep(waitMs, signal).catch(() => {})
  }

  function clear(): void {
    unused.push(...ready)
    ready = []
  }

  return {
    async take() {
      if (ready[0] && isStale(ready[0])) clear()
      while (ready.length === 0 && !isExhausted && !signal.aborted) {
        filling ??= fill().finally(() => {
          filling = undefined
        })
        await filling
      }
      return ready.shift()
    },
    giveBack: (attempt) => void unused.push(attempt),
    clear,
    close() {
      clear()
      return releaseUnused()
    },
  }
}
