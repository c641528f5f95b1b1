/** Time limits of a pool towards PostgreSQL, in milliseconds. */
export type PostgresLimits = {
  /** Limits the wait for a free or a new connection. */
  acquireMs: number
  /** A query without a response for this long makes the pool probe the server on a new connection. */
  probeAfterMs: number
  /** A server that does not respond to a probe is unreachable, and everything that waits for it fails. */
  probeMs: number
  /** The server's own limits; 0 disables one. */
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
}

/** Limits of requests: a reader gets a page or a 503 within three seconds, also when the server is paused. */
export const servingLimits: PostgresLimits = {
  acquireMs: 2000,
  probeAfterMs: 500,
  probeMs: 1000,
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 20_000,
}

/** Limits of backups, migrations, retention and commands: none for a statement, as long as the server responds. */
export const longWorkLimits: PostgresLimits = {
  acquireMs: 10_000,
  probeAfterMs: 10_000,
  probeMs: 10_000,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
}
