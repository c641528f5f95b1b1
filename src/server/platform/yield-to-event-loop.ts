import { setImmediate } from 'node:timers/promises'

/**
 * Between two batches of work: lets everyone else be answered, which SQLite does not, since it works in this thread, and
 * lets the signal that the site is to stop come through. Throws once it has.
 */
export async function yieldToEventLoop(signal?: Pick<AbortSignal, 'throwIfAborted'>): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
