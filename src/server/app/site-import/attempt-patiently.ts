import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 3
/** In milliseconds, after the first failure; then twice as long. */
const RETRY_MS = 1000
const WAIT_MAX_MS = 60_000

type Patience = {
  isPassing: (error: unknown) => boolean
  /** The milliseconds that the other side wants; undefined if it does not say. */
  waitOf?: (error: unknown) => number | undefined
  signal: AbortSignal
}

/** Requests something of the old site up to three times, with backoff, while it fails for a reason that passes. */
export async function attemptPatiently<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const { isPassing, waitOf, signal } = patience
  for (let tries = 1; ; tries += 1)
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (tries === TRIES || !isPassing(error)) throw error
      const wait = waitOf?.(error) ?? RETRY_MS * 2 ** (tries - 1)
      await sleep(Math.min(wait, WAIT_MAX_MS), undefined, { signal })
    }
}
