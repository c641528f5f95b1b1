/** Rows of the first transaction. */
export const FIRST_BATCH = 1000
const ROWS_MIN = 250
const ROWS_MAX = 4000
/** Other writers wait for a transaction: about so long, in milliseconds. */
const TRANSACTION_MS = 150

/** The rows of the next transaction, after one with `rows` that took `ms`. */
export function nextBatch(rows: number, ms: number): number {
  const fitting = Math.round((rows * TRANSACTION_MS) / Math.max(ms, 1))
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, Math.min(fitting, 2 * rows)))
}
