/** Returns a handler for the `catch` of a file operation: `value` if the file or folder is missing. Rethrows anything else. */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code))) return value
    throw error
  }
}
