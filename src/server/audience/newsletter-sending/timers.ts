import { setTimeout as sleep } from 'node:timers/promises'

/** How the sender waits, in milliseconds; a test may let time pass at once. */
export type Timers = {
  /** Milliseconds of a clock that is never set. */
  elapsed(): number
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const realTimers: Timers = {
  elapsed: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}
