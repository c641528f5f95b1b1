import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

/** The folder of what is on its way; no key of an image begins with a dot. */
export const INCOMING = '.incoming'

/** In ms: how long a copy counts as what the store has. */
const CONFIRMED_FOR = 60 * 60 * 1000

/**
 * Copies on this disk of what lies in a store far away, `{key}/{name}` below `folder`, shared by all processes of this
 * machine. When a copy was last confirmed is kept in its ctime, which reading does not touch; its mtime is the store's,
 * so that every machine tells the same ETag.
 */
export type StorageCache = {
  fileOf(key: string, name: string): string
  /** The copy, and whether the store should be asked again; undefined where there is none. */
  find(key: string, name: string): Promise<{ file: string; isOld: boolean } | undefined>
  /** Says that a copy is what the store has. */
  confirm(file: string, modifiedAt: Date): Promise<void>
  /** To be told of each new copy; drops those that were not asked for longest when there are too many. */
  added(bytes: number): Promise<void>
}

export function createStorageCache(folder: string, maxBytes: number, now: () => number = Date.now): StorageCache {
  // Other runs and other processes have left copies too.
  let uncounted = Number.POSITIVE_INFINITY
  let trimming: Promise<void> | undefined

  async function trim(): Promise<void> {
    const copies: { file: string; bytes: number; at: number }[] = []
    for (const key of await readdir(folder).catch(() => [])) {
      if (key === INCOMING) continue
      for (const name of await readdir(path.join(folder, key)).catch(() => [])) {
        const file = path.join(folder, key, name)
        const found = await stat(file).catch(() => undefined)
        if (found) copies.push({ file, bytes: found.size, at: found.ctimeMs })
      }
    }
    let bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0)
    for (const copy of copies.sort((a, b) => a.at - b.at)) {
      if (bytes <= maxBytes) return
      await rm(copy.file, { force: true })
      bytes -= copy.bytes
    }
  }

  return {
    fileOf: (key, name) => path.join(folder, key, name),
    async find(key, name) {
      const file = path.join(folder, key, name)
      const found = await stat(file).catch(() => undefined)
      return found && { file, isOld: now() - found.ctimeMs > CONFIRMED_FOR }
    },
    confirm: (file, modifiedAt) => utimes(file, new Date(), modifiedAt),
    async added(bytes) {
      uncounted += bytes
      // Looking through the folder takes a while: not for every copy.
      if (uncounted <= maxBytes / 20) return
      uncounted = 0
      trimming ??= trim().finally(() => {
        trimming = undefined
      })
      await trimming
    },
  }
}
