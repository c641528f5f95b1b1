type Monitored = {
  /** Whether the operating system has stopped the process (SIGSTOP, a debugger), so that it cannot respond. */
  isPaused(): boolean
  kill(): void
}

/** In milliseconds. */
const HEARTBEAT_MS = 1000
/** Heartbeats without a response: a paused worker is killed within 5 s, a busy one, which may recover, within 15 s. */
const MISSED_MAX = { paused: 4, busy: 14 }

/**
 * Kills workers that do not respond, with the connections that they have accepted. Counts heartbeats instead of time, so
 * that a pause of this process or of the whole machine kills no worker.
 */
export function createHeartbeats<Worker extends Monitored>(ping: (worker: Worker) => void) {
  const missed = new Map<Worker, number>()

  setInterval(() => {
    for (const [worker, count] of missed) {
      if (count >= MISSED_MAX.busy || (count >= MISSED_MAX.paused && worker.isPaused())) worker.kill()
      else {
        missed.set(worker, count + 1)
        ping(worker)
      }
    }
  }, HEARTBEAT_MS).unref()

  return {
    add: (worker: Worker) => void missed.set(worker, 0),
    /** Call for every message of the worker. */
    heard(worker: Worker): void {
      if (missed.has(worker)) missed.set(worker, 0)
    },
    remove: (worker: Worker) => void missed.delete(worker),
  }
}
