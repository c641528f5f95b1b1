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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
