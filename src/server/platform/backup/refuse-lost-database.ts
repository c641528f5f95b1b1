import { commandLine } from '../command-line.ts'
import { lastMigration } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import type { BackupStore } from './backup-store.ts'

export type Remains = { media: BlobStorage; store: BackupStore }

/**
 * Throws if the database has no tables although images or backups of a site exist: a new site would hide that its data are
 * lost. A first start that was killed has tables before it stores an image, so it is not affected.
 */
export async function refuseLostDatabase(db: Db, { media, store }: Remains): Promise<void> {
  if ((await lastMigration(db)) !== '') return
  const [images, backups] = await Promise.all([media.listSources(), store.list()])
  if (images.length === 0 && backups.length === 0) return
  const found = [counted(images.length, 'image'), counted(backups.length, 'backup')].filter(Boolean).join(' and ')
  const [newest] = backups
  const restore = newest
    ? `Restore the newest backup: ${commandLine('restore', newest.name)}.`
    : `If there is a backup elsewhere, restore it: ${commandLine('restore', '<file>')}.`
  const fresh = `To begin a new site next to them: ${commandLine('admin', 'create')}, or ${commandLine('seed')} for the demo.`
  throw new Error(`Cannot start: the database is empty, but a site has left ${found}. ${restore} ${fresh}`)
}

function counted(count: number, noun: string): string {
  if (count === 0) return ''
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
