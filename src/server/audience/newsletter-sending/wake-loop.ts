/** Runs work when it is woken: one run at a time, and another one after a wake during a run. */
export function createWakeLoop(work: () => Promise<void>, signal: AbortSignal) {
  let running: Promise<void> | undefined
  let isWakeRequested = false

  async function run(): Promise<void> {
    do {
      isWakeRequested = false
      await work()
    } while (isWakeRequested && !signal.aborted)
    running = undefined
  }

  return {
    /** `work` must not throw. */
    wake(): void {
      isWakeRequested = true
      if (!signal.aborted) running ??= run()
    },
    done: () => running ?? Promise.resolve(),
  }
}
