import { chmodSync, statSync } from 'node:fs'

/**
 * Takes a file or folder that other accounts of the machine may access from them. A group that may write was chosen by the
 * operator and keeps its access; one that may only read has it from the umask of an earlier version. Does nothing if it is
 * missing.
 */
export function restrictAccess(name: string): void {
  const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o007) === 0) return
  try {
    chmodSync(name, mode & (mode & 0o020 ? 0o770 : 0o700))
  } catch {
    // It belongs to another account, or the disk is read-only.
  }
}
