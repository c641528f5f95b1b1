import { setAlignedInterval } from '../aligned-interval.ts'

export type PressureLevel = 'normal' | 'degraded' | 'shedding'

export type Pressure = {
  /** The level of overload of this process. */
  level(): PressureLevel
  enter(): void
  leave(): void
  close(): void
}

/** Mean event loop delay of a window in milliseconds, and requests in flight. */
const thresholds = { degraded: { delay: 500, inFlight: 300 }, shedding: { delay: 1500, inFlight: 2000 } }
const WINDOW = 1000

/**
 * Counts requests in flight and reads the event loop delay each second. Only a delay that lasts over two windows counts: a
 * single long pause (GC, suspended VM) does not count as overload.
 */
export function monitorPressure(readEventLoopDelay: () => number): Pressure {
  let inFlight = 0
  let sustained = 0
  let previous = 0
  const stop = setAlignedInterval(() => {
    const delay = readEventLoopDelay()
    sustained = Math.min(previous, delay)
    previous = delay
  }, WINDOW)
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
    close: stop,
  }
}
