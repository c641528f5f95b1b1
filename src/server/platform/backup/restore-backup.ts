import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DamagedDatabase, isAborted, isDamage } from '../db/errors.ts'
import { existingTables, flagColumns } from '../db/existing-tables.ts'
import { restartCounters } from '../db/id-counters.ts'
import { lastMigration, migrateTo, migrateToLatest } from '../db/migrate.ts'
import { announcePurges, PURGE_ALL } from '../db/purge-notices.ts'
import { type BackedUpTable, backedUpTables, type Db, leftOutTables } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import { backedUpNames, type Manifest, SOURCE_FILE } from './manifest.ts'
import { deleteRestoreState } from './restore-state.repo.ts'
import { BackupError, verifyBackup, walkBackup } from './verify-backup.ts'

/** Characters of a row, which is held in memory. */
const LINE_MAX = 64 * 1024 * 1024

/** Rows of one insert; SQLite takes 32,766 parameters. */
const BATCH = 200

/** Takes the image sources of a backup. */
type SourceWriter = Pick<BlobStorage, 'writeSource'>

export type RestoreOptions = {
  /** Empties the database first, in the same transaction. */
  replaces?: boolean
  /** Runs first in that transaction. */
  prepare?: (transaction: Db) => Promise<void>
  /** Runs last in that transaction, on the tables of the version of the backup. */
  finish?: ((transaction: Db) => Promise<void>) | undefined
  now?: Date
  onProgress?: ((step: 'checking' | 'unpacking', bytes: number) => void) | undefined
  /** Aborts between two batches of rows or chunks of the archive, and rolls back. */
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup of either database into an empty database and the media storage. The archive is verified completely
 * before the first write; schema and rows are one transaction, so that a restore that is killed leaves what was there
 * before. Older backups are migrated to the newest schema. Without a storage the images are left out.
 */
export async function restoreBackup(
  db: Db,
  media: SourceWriter | undefined,
  file: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const countBytes = (step: 'checking' | 'unpacking') => {
    let bytes = 0
    return (count: number) => {
      options.signal?.throwIfAborted()
      bytes += count
      options.onProgress?.(step, bytes)
    }
  }
  const { migration } = await verifyBackup(file, countBytes('checking'))
  const manifest = await db.transaction().execute(async (transaction) => {
    await options.prepare?.(transaction)
    await prepareTables(transaction, migration, options)
    const onBytes = countBytes('unpacking')
    const restored = await fillTables(transaction, media, { file, now: options.now ?? new Date(), onBytes })
    await options.finish?.(transaction)
    await announcePurges(transaction, [PURGE_ALL])
    return restored
  })
  await migrateToLatest(db)
  return manifest
}

/** Creates the tables as they were in the version of the backup. Throws if they have rows that must stay. */
async function prepareTables(transaction: Db, migration: string, { replaces }: RestoreOptions): Promise<void> {
  const last = await lastMigration(transaction)
  if (last > migration && last !== '')
    throw new BackupError('The backup is of an older version than this database. Restore it into an empty one.')
  const there = await existingTables(transaction)
  if (last === '' && there.has('posts')) throw new DamagedDatabase('it has tables, but no list of migrations')
  await migrateTo(transaction, migration).catch((error: unknown) => {
    // PostgreSQL rejects every statement after the one that failed, and the last rejection is what arrives here.
    if (!isDamage(error) && !isAborted(error)) throw error
    throw new DamagedDatabase('its tables are not those of its migrations', { cause: error })
  })
  if (!replaces && (await hasContent(transaction))) throw new BackupError('The database is not empty.')
}

type Filling = { file: string; now: Date; onBytes: (count: number) => void }

async function fillTables(
  transaction: Db,
  media: SourceWriter | undefined,
  { file, now, onBytes }: Filling,
): Promise<Manifest> {
  // The tables of an older backup have the columns of its version.
  const there = await existingTables(transaction)
  for (const table of [...leftOutTables, ...backedUpNames.toReversed()]) {
    if (there.has(table)) await transaction.deleteFrom(table).execute()
  }
  let tables: Manifest['tables'] = []
  const manifest = await walkBackup(
    file,
    async (found) => {
      tables = found.tables
    },
    async (name, content) => {
      const table = tables.find((part) => part.name === name)?.table
      const counted = counting(content, onBytes)
      if (table) await fillTable(transaction, table, counted)
      else if (media) await writeSource(media, name, counted)
      else await drain(counted)
    },
  )
  if (there.has('newsletters')) await holdNewsletters(transaction, now)
  // One that was running when the backup was made must not begin here.
  await deleteRestoreState(transaction)
  await restartCounters(transaction, tablesWithId(there))
  return manifest
}

export const tablesWithId = (there: ReadonlySet<string>) =>
  backedUpNames.filter((table) => there.has(table) && backedUpTables[table][0] === 'id')

export async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}

async function* counting(content: AsyncIterable<Buffer>, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** Whether the database has content that a restore would overwrite. */
export async function hasContent(db: Db): Promise<boolean> {
  for (const table of ['posts', 'products', 'users', 'subscribers', 'contacts'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  }
  return false
}

async function fillTable(db: Db, table: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (!backedUpNames.includes(table as BackedUpTable))
    throw new BackupError(`The backup holds a table ${table}, which this version does not know.`)
  const insert = await insertInto(db, table as BackedUpTable)
  let batch: AnyRow[] = []
  for await (const line of linesOf(content)) {
    batch.push(parseRow(line))
    if (batch.length < BATCH) continue
    await insert(batch)
    batch = []
  }
  await insert(batch)
}

/** Throws for a line that is not a row. */
export function parseRow(line: string): AnyRow {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as AnyRow
  } catch {
    // Not JSON.
  }
  throw new BackupError('The backup holds a row that cannot be read.')
}

export type AnyRow = Record<string, unknown>

/** Inserts rows of either database. */
export async function insertInto(db: Db, table: BackedUpTable): Promise<(rows: AnyRow[]) => Promise<void>> {
  const flags = await flagColumns(db, table)
  // SQLite stores true as 1.
  const convert = ([name, value]: [string, unknown]) => [
    name,
    flags.has(name) && value !== null ? Boolean(value) : value,
  ]
  return async (rows) => {
    for (let i = 0; i < rows.length; i += BATCH) {
      const batch = rows.slice(i, i + BATCH).map((row) => Object.fromEntries(Object.entries(row).map(convert)))
      await db
        .insertInto(table)
        .values(batch as never)
        .execute()
    }
  }
}

export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX) throw new BackupError('The backup holds a row that is too long.')
    yield* lines
  }
}

export async function writeSource(media: SourceWriter, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const [, key] = SOURCE_FILE.exec(name) ?? []
  if (!key) throw new BackupError(`${name} in the backup has no place in the media folder.`)
  await media.writeSource(key, (unfinished) => pipeline(content, createWriteStream(unfinished, { flush: true })))
}

/**
 * Keeps a restored site from sending newsletters by itself: since the backup was made, a newsletter may have gone out. Recipients that
 * were waiting are in doubt, and a newsletter that was scheduled is a draft; `note` tells the owner. A digest that was due before `now` is
 * not made.
 */
export async function holdNewsletters(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({
      state: 'in-doubt',
      lease: null,
      response: 'Restored from a backup: it is not known whether the newsletter was sent since the backup was made.',
    })
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .execute()
  await db
    .updateTable('newsletters')
    .set({
      state: 'paused',
      note: 'Restored from a backup. Recipients that had not got the newsletter then are in doubt.',
    })
    .where('state', 'in', ['sending', 'paused'])
    .execute()
  await db
    .updateTable('newsletters')
    .set({
      state: 'draft',
      scheduled_at: null,
      goes_with_post: false,
      note: 'Restored from a backup: it was scheduled, and may have been sent since.',
    })
    .where('state', '=', 'scheduled')
    .execute()
  await skipMissedDigest(db, now.toISOString())
}

async function skipMissedDigest(db: Db, startsAt: string): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', '#digest').executeTakeFirst()
  if (!row) return
  const value = JSON.stringify({ ...(JSON.parse(row.value) as object), startsAt })
  await db.updateTable('settings').set({ value }).where('key', '=', '#digest').execute()
}
