import type { Timers } from './timers.ts'

/** The longest that an attempt lies ahead; the clock that its time was read from may have been set back since. */
const AHEAD_MAX_MS = 1000

/** Keeps attempts that a stall made late at their distance from each other, so that they do not follow all at once. */
export function createPace({ elapsed }: Pick<Timers, 'elapsed'>) {
  let free = 0
  return {
    /** The milliseconds until an attempt may be made, which is then counted as made. `now` and `at` are times of the clock. */
    reserve({ at, spacing }: { at: number; spacing: number }, now: number): number {
      const moment = elapsed()
      const start = Math.max(moment + Math.min(Math.max(at - now, 0), AHEAD_MAX_MS), free)
      free = start + spacing
      return start - moment
    },
  }
}

export type Pace = ReturnType<typeof createPace>
