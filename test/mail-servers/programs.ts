import { spawnSync } from 'node:child_process'
import { findUnprivilegedUser } from '../faults/scratch-folder.ts'

export const programExists = (name: string): boolean => spawnSync('which', [name], { stdio: 'ignore' }).status === 0

/** The owner of all mailboxes. */
export function mailboxUser(): { uid: number; gid: number } {
  const user = findUnprivilegedUser()
  if (!user) throw new Error('Mail servers are started by root only.')
  return user
}
