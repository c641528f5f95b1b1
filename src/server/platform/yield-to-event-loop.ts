import { setImmediate } from 'node:timers/promises'

/** Yields to the event loop between batches, since SQLite runs in this thread; throws if the signal is aborted. */
export async function yieldToEventLoop(signal?: Pick<AbortSignal, 'throwIfAborted'>): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
