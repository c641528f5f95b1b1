/** True for a write that a unique column refused, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    hasCode(error, '23505') ||
    hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') ||
    hasCode(error, 'SQLITE_CONSTRAINT_PRIMARYKEY')
  )
}

/** True for a write that names a row which is not there, in either database. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, '23503') || hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY')
}

/** True for a transaction that PostgreSQL took back because two waited for each other; SQLite has one writer at a time. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40P01')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
