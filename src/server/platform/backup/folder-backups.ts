import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BackupName } from '../../../contract/platform/backups.ts'
import { ifMissing } from '../if-missing.ts'
import { replaceFile } from '../storage/replace-file.ts'
import type { BackupStore, StoredBackup } from './backup-store.ts'

/** The name of the list of erasures. */
export const ERASURES = 'erasures.json'

/** The beginning of the names of folders for unfinished archives. */
export const UNFINISHED = 'unfinished-'

/** Backups as files of a folder, which several hosts may share. */
export function createFolderBackups(folder: string): BackupStore {
  const fileOf = (name: string) => path.join(folder, name)
  const find = (name: string) => stat(fileOf(name)).catch(ifMissing(undefined))

  return {
    place: folder,
    workDir: folder,
    async list() {
      const found: StoredBackup[] = []
      const names = (await readdir(folder).catch(ifMissing([]))).filter(isBackupName)
      for (const name of names.sort().reverse()) {
        const file = await find(name)
        if (file) found.push({ name, size: file.size })
      }
      return found
    },
    add: (archive, name) => rename(archive, fileOf(name)),
    async read(name) {
      const found = isBackupName(name) ? await find(name) : undefined
      return found && { content: chunksOf(fileOf(name)), size: found.size }
    },
    localFile: async (name) => (isBackupName(name) && (await find(name)) ? fileOf(name) : undefined),
    async remove(name) {
      if (!isBackupName(name)) return false
      return rm(fileOf(name)).then(() => true, ifMissing(false))
    },
    async removeUnfinished(before) {
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        if (!isUnfinishedName(name)) continue
        const found = await find(name)
        if (found && found.mtime < before && (await isOfBackup(fileOf(name))))
          await rm(fileOf(name), { recursive: true, force: true })
      }
    },
    readErasures: () => readFile(fileOf(ERASURES), 'utf8').catch(ifMissing(undefined)),
    async writeErasures(list) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(fileOf(ERASURES), (file) => writeFile(file, list, { mode: 0o600, flush: true }))
    },
    check: async () => {},
  }
}

export const isBackupName = (name: string) => BackupName.safeParse(name).success

/** Six characters, as `mkdtemp` appends them, or fewer. */
const isUnfinishedName = (name: string) => name.startsWith(UNFINISHED) && name.length <= UNFINISHED.length + 6

/** Whether a folder holds nothing but parts of a backup: that of BACKUP_URL may hold other things, too. */
async function isOfBackup(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => undefined)
  return (
    names?.every((name) => /^(?:archive|compressed|media|[a-z_]+\.jsonl)$/.test(name) || isBackupName(name)) ?? false
  )
}

async function* chunksOf(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  yield* createReadStream(file)
}
