import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type ConnectOptions, connect } from '../db/connect.ts'
import { moveTablesAside } from '../db/damaged-schema.ts'
import { moveDatabaseAside, sqliteFile } from '../db/sqlite-files.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

/** The beginning of the name of the folder in which a new database file is filled. */
export const RESTORING = 'unfinished-restore-'

type Replaced = { manifest: Manifest; aside: string }
type Replacing = { file: string; now: Date; finish?: RestoreOptions['finish'] }

/**
 * Restores a backup in place of a damaged database, which is moved aside and never deleted: `aside` names where to. Killed
 * at any point, it can be repeated.
 */
export async function replaceDamaged(
  { databaseUrl, dataDir }: ConnectOptions,
  media: BlobStorage,
  replacing: Replacing,
): Promise<Replaced> {
  return databaseUrl
    ? replaceTables({ databaseUrl, dataDir }, media, replacing)
    : replaceFile(dataDir, media, replacing)
}

async function replaceTables(
  place: ConnectOptions,
  media: BlobStorage,
  { file, now, finish }: Replacing,
): Promise<Replaced> {
  const db = connect(place)
  let aside = ''
  try {
    const manifest = await restoreBackup(db, media, file, {
      finish,
      async prepare(transaction) {
        aside = `the schema ${await moveTablesAside(transaction, now)}`
      },
    })
    return { manifest, aside }
  } finally {
    await db.destroy()
  }
}

/** The new file is complete before the damaged one is renamed. */
async function replaceFile(dataDir: string, media: BlobStorage, { file, now, finish }: Replacing): Promise<Replaced> {
  const folder = await mkdtemp(path.join(dataDir, RESTORING))
  try {
    const db = connect({ databaseUrl: undefined, dataDir: folder })
    let manifest: Manifest
    try {
      manifest = await restoreBackup(db, media, file, { finish })
    } finally {
      await db.destroy()
    }
    const { size } = await stat(`${sqliteFile(folder)}-wal`)
    if (size > 0) throw new Error('The restored database could not be closed: another program reads it.')
    const aside = moveDatabaseAside(dataDir, now)
    await rename(sqliteFile(folder), sqliteFile(dataDir))
    return { manifest, aside: path.join(dataDir, aside) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
