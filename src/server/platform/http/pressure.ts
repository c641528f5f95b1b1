import { monitorEventLoopDelay } from 'node:perf_hooks'

export type PressureLevel = 'normal' | 'degraded' | 'shedding'

export type Pressure = {
  /** How much more than it can do the process is asked. */
  level(): PressureLevel
  enter(): void
  leave(): void
  close(): void
}

/** Milliseconds by which everything is late on average of a window, and requests that are being answered. */
const thresholds = { degraded: { delay: 500, inFlight: 300 }, shedding: { delay: 1500, inFlight: 2000 } }
const WINDOW = 1000
const RESOLUTION = 20

/**
 * Watches how late the event loop is and how many requests wait. Only what lasts over two windows counts: one long
 * breath (a collection of garbage, a machine that did something else) is no overload.
 */
export function monitorPressure(eventLoopDelay: () => number = measureEventLoopDelay().read): Pressure {
  let inFlight = 0
  let sustained = 0
  let previous = 0
  const sampling = setInterval(() => {
    const delay = eventLoopDelay()
    sustained = Math.min(previous, delay)
    previous = delay
  }, WINDOW).unref()
  return {
    level() {
      if (sustained > thresholds.shedding.delay || inFlight > thresholds.shedding.inFlight) return 'shedding'
      return sustained > thresholds.degraded.delay || inFlight > thresholds.degraded.inFlight ? 'degraded' : 'normal'
    },
    enter() {
      inFlight += 1
    },
    leave() {
      inFlight -= 1
    },
    close: () => clearInterval(sampling),
  }
}

function measureEventLoopDelay(): { read(): number } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return {
    read() {
      const milliseconds = delay.count === 0 ? 0 : delay.mean / 1e6 - RESOLUTION
      delay.reset()
      return milliseconds
    },
  }
}
