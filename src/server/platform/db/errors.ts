/** True for a unique constraint violation in either database. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    hasCode(error, '23505') ||
    hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') ||
    hasCode(error, 'SQLITE_CONSTRAINT_PRIMARYKEY')
  )
}

/** True for a foreign key violation in either database. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, '23503') || hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY')
}

/** True for a deadlock in PostgreSQL; SQLite has a single writer. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40P01')
}

/** A database that is not what the program has written, described in a few words. */
export class DamagedDatabase extends Error {}

/** True if the file, a table or the schema is not what the program has written. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true
  if (!(error instanceof Error && 'code' in error)) return false
  const code = String(error.code)
  if (/^(?:SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX001|XX002|42P01|42703|42P07|42701)$/.test(code)) return true
  // SQLite has one code for every mistake in a statement.
  return code === 'SQLITE_ERROR' && /^no such (?:table|column)|already exists$|^duplicate column/.test(error.message)
}

/** True for a statement in a transaction of PostgreSQL in which an earlier one has failed. */
export function isAborted(error: unknown): boolean {
  return hasCode(error, '25P02')
}

/** True if a lock of PostgreSQL was not available within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** True for a lost race between transactions, after which both databases have rolled back: run the transaction again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, '40001') || isDeadlock(error)
}

/** The database cannot be reached or did not respond in time; nothing of the statement or its transaction was committed. */
export class DatabaseUnreachable extends Error {
  readonly code: string = '08006'
}

/** The server responds and has no connection left (SQLSTATE 53300). */
export class NoConnectionLeft extends DatabaseUnreachable {
  override readonly code = '53300'
}

/** True if the server or its pooler has as many connections as it may have. */
export function isOutOfConnections(error: unknown): boolean {
  return hasCode(error, '53300') || (error instanceof Error && /^no more connections allowed/.test(error.message))
}

/** The connection was lost after a commit was sent (SQLSTATE 08007): the write may or may not have happened. */
export class CommitUnknown extends DatabaseUnreachable {
  override readonly code = '08007'
}

/** True if the server could not be reached, closed the connection, is starting or stopping, or has too many connections. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // The driver reports a lost connection without a code.
  return (
    CONNECTION_CODES.test(code) || /^Connection terminated|^Client (?:has encountered|was closed)/.test(error.message)
  )
}

const CONNECTION_CODES =
  /^(?:E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)|ERR_STREAM_\w+|08\w{3}|57P0[1-5]|53300|25P0[34])$/

/** True for a write on a server that has become a replica. */
export function isReadOnlyServer(error: unknown): boolean {
  return hasCode(error, '25006')
}

/** True if a prepared statement is gone, exists already or no longer fits its tables; it has not been executed. */
export function isStaleStatement(error: unknown): boolean {
  const isOutdated = hasCode(error, '0A000') && error instanceof Error && /cached plan/.test(error.message)
  return isOutdated || hasCode(error, '26000') || hasCode(error, '42P05')
}
