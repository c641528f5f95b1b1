/**
 * Lifetime of a lease without renewal: a killed process delays its job by no more. Longer than a busy process may pause
 * before it is replaced, and than the clocks of two machines differ.
 */
export const LEASE_MS = 30_000
export const RENEW_EVERY_MS = 5_000
/** A lease that was not renewed for so long belongs to a process that has ended or hangs. */
export const SILENT_MS = 3 * RENEW_EVERY_MS
