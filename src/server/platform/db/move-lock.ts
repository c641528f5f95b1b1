import { mkdirSync } from 'node:fs'
import type { ConnectOptions } from './connect.ts'
import { lockFolder } from './folder-lock.ts'
import { beginLock, tryLock } from './start-lock.ts'

export type MoveLock = { release(): Promise<void> }

/**
 * Locks a database for one move at a time: a second one, or the end of the first, would let writes through that the first
 * does not copy. Undefined if another process holds the lock, which ends with that process. `onLost` is called if the
 * connection of the lock is lost.
 */
export async function lockMove(
  { databaseUrl, databaseListenUrl = databaseUrl, dataDir }: ConnectOptions,
  onLost: (error: Error) => void,
): Promise<MoveLock | undefined> {
  if (!databaseListenUrl) {
    mkdirSync(dataDir, { recursive: true })
    const lock = await lockFolder(dataDir, 0, 'move.lock')
    return lock && { release: async () => lock.release() }
  }
  const lock = await beginLock(databaseListenUrl, 'move')
  const release = () => lock.client.end().catch(() => {})
  if (!(await tryLock(lock))) {
    await release()
    return undefined
  }
  lock.client.on('error', onLost)
  return { release }
}
