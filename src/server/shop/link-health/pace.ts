import { setTimeout as pause } from 'node:timers/promises'

const SPACING_MS = 10_000

export type Pace = ReturnType<typeof createPace>

/** Keeps requests to one host apart. */
export function createPace(spacingMs = SPACING_MS) {
  const freeAt = new Map<string, number>()
  /** Milliseconds until a host may be called. */
  const readyIn = (host: string) => Math.max(0, (freeAt.get(host) ?? 0) - performance.now())
  return {
    readyIn,
    /** Waits until a host may be called, and counts the call. */
    async wait(host: string, signal?: AbortSignal): Promise<void> {
      const milliseconds = readyIn(host)
      if (milliseconds > 0) await pause(milliseconds, undefined, { signal })
      freeAt.set(host, performance.now() + spacingMs)
    },
  }
}
