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
  let timer: ReturnType<typeof setInterval> | undefined
  let running: Promise<void> | undefined
  let isWakeRequested = false

  async function run(): Promise<void> {
    do {
      isWakeRequested = false
      await work().catch(onError)
    } while (isWakeRequested && timer)
    running = undefined
  }

  function wake(): void {
    if (!timer) return
    isWakeRequested = true
    running ??= run()
  }

  return {
    wake,
    open() {
      timer = setInterval(wake, pollMs).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      timer = undefined
      await running
    },
  }
}
