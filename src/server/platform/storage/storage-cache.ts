import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '../if-missing.ts'

/** The folder of unfinished downloads; keys never begin with a dot. */
export const INCOMING = '.incoming'

/** In ms: copies are revalidated after this time. */
const CONFIRMED_FOR = 60 * 60 * 1000

/**
 * Local cache of a remote storage: `{key}/{name}` below `folder`, shared by all processes of the machine. The ctime
 * of a copy is its last revalidation, since reading does not change it; its mtime is the object's, so that all
 * machines send the same ETag.
 */
export type StorageCache = {
  fileOf(key: string, name: string): string
  /** The copy and whether it must be revalidated; undefined if missing. */
  find(key: string, name: string): Promise<{ file: string; isOld: boolean } | undefined>
  /** Marks a copy as revalidated. */
  confirm(file: string, modifiedAt: Date): Promise<void>
  /** Called with each new copy; evicts the least recently used ones beyond the size limit. */
  added(bytes: number): Promise<void>
}

export function createStorageCache(folder: string, maxBytes: number, now: () => number = Date.now): StorageCache {
  // Copies of other runs and processes count too.
  let uncounted = Number.POSITIVE_INFINITY
  let trimming: Promise<void> | undefined

  async function trim(): Promise<void> {
    const copies: { file: string; bytes: number; at: number }[] = []
    for (const key of await readdir(folder).catch(ifMissing([]))) {
      if (key === INCOMING) continue
      for (const name of await readdir(path.join(folder, key)).catch(ifMissing([]))) {
        const file = path.join(folder, key, name)
        const found = await stat(file).catch(ifMissing(undefined))
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
      const found = await stat(file).catch(ifMissing(undefined))
      return found && { file, isOld: now() - found.ctimeMs > CONFIRMED_FOR }
    },
    confirm: (file, modifiedAt) => utimes(file, new Date(), modifiedAt),
    async added(bytes) {
      uncounted += bytes
      // Scanning the folder is slow, so not for each copy.
      if (uncounted <= maxBytes / 20) return
      uncounted = 0
      trimming ??= trim().finally(() => {
        trimming = undefined
      })
      await trimming
    },
  }
}
