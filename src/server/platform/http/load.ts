import { monitorEventLoopDelay } from 'node:perf_hooks'

export type LoadLevel = 'calm' | 'busy' | 'drowning'

export type Load = {
  /** How much more than it can do the process is asked. */
  level(): LoadLevel
  enter(): void
  leave(): void
  close(): void
}

/** Milliseconds by which everything is late on average of a window, and requests that are being answered. */
const bounds = { busy: { late: 500, inFlight: 300 }, drowning: { late: 1500, inFlight: 2000 } }
const WINDOW = 1000
const RESOLUTION = 20

/**
 * Watches how late the event loop is and how many requests wait. Only what lasts over two windows counts: one long
 * breath (a collection of garbage, a machine that did something else) is no overload.
 */
export function watchLoad(lateness: () => number = measureLateness().take): Load {
  let inFlight = 0
  let lasting = 0
  let last = 0
  const looking = setInterval(() => {
    const late = lateness()
    lasting = Math.min(last, late)
    last = late
  }, WINDOW).unref()
  return {
    level() {
      if (lasting > bounds.drowning.late || inFlight > bounds.drowning.inFlight) return 'drowning'
      return lasting > bounds.busy.late || inFlight > bounds.busy.inFlight ? 'busy' : 'calm'
    },
    enter() {
      inFlight += 1
    },
    leave() {
      inFlight -= 1
    },
    close: () => clearInterval(looking),
  }
}

function measureLateness(): { take(): number } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return {
    take() {
      const milliseconds = delay.count === 0 ? 0 : delay.mean / 1e6 - RESOLUTION
      delay.reset()
      return milliseconds
    },
  }
}
