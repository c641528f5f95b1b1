import { setAlignedInterval } from './aligned-interval.ts'

export type WakeLoop = {
  /** Runs the work at once, or again after the current run; without effect unless the loop is open. */
  wake(): void
  /** Starts polling. */
  open(): void
  /** Stops polling. Resolves at the end of the current run. */
  close(): Promise<void>
}

type WakeLoopOptions = { work: () => Promise<unknown>; pollMs: number; onError: (error: unknown) => void }

/** Runs work at every poll and when it is woken: one run at a time, and another one after a wake during a run. */
export function createWakeLoop({ work, pollMs, onError }: WakeLoopOptions): WakeLoop {
  let stopPolling: (() => void) | undefined
  let running: Promise<void> | undefined
  let isWakeRequested = false

  async function run(): Promise<void> {
    do {
      isWakeRequested = false
      await work().catch(onError)
    } while (isWakeRequested && stopPolling)
    running = undefined
  }

  function wake(): void {
    if (!stopPolling) return
    isWakeRequested = true
    running ??= run()
  }

  return {
    wake,
    open() {
      stopPolling = setAlignedInterval(wake, pollMs)
      wake()
    },
    async close() {
      stopPolling?.()
      stopPolling = undefined
      await running
    },
  }
}
