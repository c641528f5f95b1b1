import { mkdirSync } from 'node:fs'
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '../if-missing.ts'
import { type BlobStorage, SOURCE, type StoredSource } from './blob-storage.ts'
import { replaceFile, UNFINISHED } from './replace-file.ts'

/** Media as local files: `{key}/source`, `{key}/640.avif`. */
export function createFolderStorage(folder: string): BlobStorage {
  mkdirSync(folder, { recursive: true })
  const fileOf = (key: string, name: string) => path.join(folder, key, name)
  const find = async (key: string, name: string) => {
    const file = fileOf(key, name)
    return (await exists(file)) ? file : undefined
  }

  return {
    find,
    hasSource: (key) => exists(fileOf(key, SOURCE)),
    async writeSource(key, write) {
      await mkdir(path.join(folder, key), { recursive: true })
      await replaceFile(fileOf(key, SOURCE), write)
    },
    // Fails if the folder of the image was deleted, so that no file of it reappears.
    async writeVariant(key, name, write) {
      const file = fileOf(key, name)
      await replaceFile(file, write)
      return file
    },
    remove: (key) => rm(path.join(folder, key), { recursive: true, force: true }),
    removeUnfinished: (before, signal) => removeUnfinished(folder, before, signal),
    async listSources() {
      const sources: StoredSource[] = []
      for (const key of (await readdir(folder).catch(ifMissing([]))).sort()) {
        const found = await stat(fileOf(key, SOURCE)).catch(ifMissing(undefined))
        if (found?.isFile()) sources.push({ key, size: found.size })
      }
      return sources
    },
    copySource: (key) => find(key, SOURCE),
    async missingSources(keys) {
      const missing: string[] = []
      for (const key of keys) if (!(await exists(fileOf(key, SOURCE)))) missing.push(key)
      return missing
    },
    // Disk space is checked for the whole data folder.
    check: async () => {},
  }
}

export async function removeUnfinished(root: string, before: Date, signal?: AbortSignal): Promise<void> {
  for (const folder of await readdir(root).catch(ifMissing([]))) {
    signal?.throwIfAborted()
    for (const name of await readdir(path.join(root, folder)).catch(ifMissing([]))) {
      if (!name.includes(UNFINISHED)) continue
      const file = path.join(root, folder, name)
      const found = await stat(file).catch(ifMissing(undefined))
      if (found && found.mtime < before) await rm(file, { force: true })
    }
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, ifMissing(false))
}
