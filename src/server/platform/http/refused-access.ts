import type { Logger } from 'pino'

const EVERY_MS = 60_000

export type NoteRefusedAccess = (endpoint: { method: string; path: string }) => void

/**
 * Counts requests for the owner's endpoints without a valid session, and logs their number by endpoint once a minute, so that
 * a flood of them does not fill the log. A process that is killed loses those of its last minute.
 */
export function createRefusedAccess(log: Pick<Logger, 'warn'>): NoteRefusedAccess {
  const counts = new Map<string, number>()
  return ({ method, path }) => {
    if (counts.size === 0)
      setTimeout(() => {
        log.warn({ endpoints: Object.fromEntries(counts) }, 'requests of the last minute had no session of the owner')
        counts.clear()
      }, EVERY_MS).unref()
    const name = `${method} ${path}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}
