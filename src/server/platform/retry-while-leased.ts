import { setTimeout as sleep } from 'node:timers/promises'
import { LEASE_MS, RENEW_EVERY_MS } from './lease-times.ts'

const RETRY_MS = 1000
/** Ends before a lease that was renewed last does. */
const WITHIN_MS = LEASE_MS - 2 * RENEW_EVERY_MS

/** Tries to store the outcome of leased work every second while the lease lasts, unless `signal` is aborted; then throws. */
export async function retryWhileLeased(store: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  for (const startedAt = performance.now(); ; await sleep(RETRY_MS, undefined, { ref: false })) {
    try {
      await store()
      return
    } catch (error) {
      if (signal?.aborted || performance.now() - startedAt >= WITHIN_MS) throw error
    }
  }
}
