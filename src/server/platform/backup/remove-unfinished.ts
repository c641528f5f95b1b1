import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '../if-missing.ts'
import { UNFINISHED } from '../storage/replace-file.ts'
import type { BackupStore } from './backup-store.ts'
import { RESTORING } from './replace-damaged.ts'

type Places = { dataDir: string; outboxDir: string; store: BackupStore }

/**
 * Deletes what killed processes left unfinished in the data folder, the outbox and the backups before `before`. The media
 * storage has a function of its own.
 */
export async function removeUnfinishedFiles({ dataDir, outboxDir, store }: Places, before: Date): Promise<void> {
  await removeOld(dataDir, before, isUnfinished)
  await removeOld(outboxDir, before, (name) => name.endsWith('.part'))
  await store.removeUnfinished(before)
}

/** `.can-write-` begins the name of the file that the health check writes. */
function isUnfinished(name: string): boolean {
  return name.includes(UNFINISHED) || name.startsWith('.can-write-') || name.startsWith(RESTORING)
}

async function removeOld(folder: string, before: Date, isWanted: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    if (!isWanted(name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(ifMissing(undefined))
    if (found && found.mtime < before) await rm(file, { recursive: true, force: true })
  }
}
