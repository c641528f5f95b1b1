import { setTimeout as pause } from 'node:timers/promises'
import { CommitUnknown, isConflict, isConnectionFailure, isReadOnlyServer, isStaleStatement } from './errors.ts'
import type { Db } from './schema.ts'

type RetryOptions = {
  /** A repetition acts once, also if an earlier attempt was committed: an idempotency key is in the transaction. */
  isIdempotent?: boolean
}

/** Further attempts, only while the first `RETRY_WITHIN_MS` milliseconds have not passed. */
const RETRIES = 2
const RETRY_WITHIN_MS = 1000
const JITTER_MS = 100

/**
 * Runs a transaction, and again if it was certainly rolled back by a conflict or a lost connection. After a commit whose
 * outcome is unknown only an idempotent one is run again.
 */
export async function runTransaction<T>(
  db: Db,
  act: (transaction: Db) => Promise<T>,
  { isIdempotent = false }: RetryOptions = {},
): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(act)
    } catch (error) {
      const isOver = attempt >= RETRIES || performance.now() - startedAt > RETRY_WITHIN_MS
      if (isOver || !isTransient(error) || (error instanceof CommitUnknown && !isIdempotent)) throw error
      await pause(JITTER_MS * (0.5 + Math.random()) * (attempt + 1))
    }
  }
}

function isTransient(error: unknown): boolean {
  return isConflict(error) || isConnectionFailure(error) || isReadOnlyServer(error) || isStaleStatement(error)
}
