import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a write waits for others of this and of other processes. */
const WAIT_MS = 5000
/** Milliseconds that it waits for other processes in any case, since those before it may have used up the rest. */
const OWN_WAIT_MS = 250
/** Milliseconds between two attempts, which grow with the wait. */
const PAUSE_MS = { least: 1, most: 25 }

/**
 * The lock of the one writer that SQLite allows: first in, first out within this process, by attempts among processes.
 * SQLite itself would wait in a sleep that blocks the event loop.
 */
export function createWriteLock() {
  const waiting: (() => void)[] = []
  let isLocked = false

  function unlock(): void {
    const next = waiting.shift()
    if (next) next()
    else isLocked = false
  }

  return {
    unlock,
    /** Locks, then calls `act` until no other process holds the database; rethrows its error and unlocks if that takes too long. */
    async lock<T>(act: () => T): Promise<T> {
      const begun = performance.now()
      if (isLocked) await new Promise<void>((resolve) => waiting.push(resolve))
      isLocked = true
      const ends = Math.max(begun + WAIT_MS, performance.now() + OWN_WAIT_MS)
      for (let pause = PAUSE_MS.least; ; pause = Math.min(2 * pause, PAUSE_MS.most)) {
        try {
          return act()
        } catch (error) {
          if (!isBusy(error) || performance.now() > ends) {
            unlock()
            throw error
          }
        }
        await sleep(pause * (0.5 + Math.random() / 2))
      }
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
