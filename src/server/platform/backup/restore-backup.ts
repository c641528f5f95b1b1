import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DamagedDatabase, isAborted, isDamage } from '../db/errors.ts'
import { existingTables, flagColumns } from '../db/existing-tables.ts'
import { restartCounters } from '../db/id-counters.ts'
import { lastMigration, migrateTo, migrateToLatest } from '../db/migrate.ts'
import { announcePurges, PURGE_ALL } from '../db/purge-notices.ts'
import { type BackedUpTable, backedUpTables, type Db, leftOutTables } from '../db/schema.ts'
import type { BlobStorage } from '../storage/blob-storage.ts'
import { backedUpNames, type Manifest } from './manifest.ts'
import { BackupError, verifyBackup, walkBackup } from './verify-backup.ts'

/** Rows of one insert; SQLite takes 32,766 parameters. */
const BATCH = 200

export type RestoreOptions = {
  /** Empties the database first, in the same transaction. */
  replaces?: boolean
  /** Runs first in that transaction. */
  prepare?: (transaction: Db) => Promise<void>
  /** Runs last in that transaction, on the tables of the version of the backup. */
  finish?: ((transaction: Db) => Promise<void>) | undefined
  now?: Date
}

/**
 * Restores a backup of either database into an empty database and the media storage. The archive is verified completely
 * before the first write; schema and rows are one transaction, so that a restore that is killed leaves what was there
 * before. Older backups are migrated to the newest schema.
 */
export async function restoreBackup(
  db: Db,
  media: BlobStorage,
  file: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const { migration } = await verifyBackup(file)
  const manifest = await db.transaction().execute(async (transaction) => {
    await options.prepare?.(transaction)
    await prepareTables(transaction, migration, options)
    const restored = await fillTables(transaction, media, file, options.now ?? new Date())
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

async function fillTables(transaction: Db, media: BlobStorage, file: string, now: Date): Promise<Manifest> {
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
      if (table) await fillTable(transaction, table, content)
      else await writeSource(media, name, content)
    },
  )
  if (there.has('newsletters')) await holdNewsletters(transaction, now)
  await restartCounters(
    transaction,
    backedUpNames.filter((table) => there.has(table) && backedUpTables[table][0] === 'id'),
  )
  return manifest
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
  const flags = await flagColumns(db, table)
  // SQLite stores true as 1.
  const convert = ([name, value]: [string, unknown]) => [
    name,
    flags.has(name) && value !== null ? Boolean(value) : value,
  ]
  let batch: Record<string, unknown>[] = []
  const flush = async () => {
    if (batch.length > 0)
      await db
        .insertInto(table as BackedUpTable)
        .values(batch as never)
        .execute()
    batch = []
  }
  for await (const line of linesOf(content)) {
    batch.push(Object.fromEntries(Object.entries(JSON.parse(line) as Record<string, unknown>).map(convert)))
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function writeSource(media: BlobStorage, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const [, key] = /^media\/([\w-]{1,64})\/source$/.exec(name) ?? []
  if (!key) throw new BackupError(`${name} in the backup has no place in the media folder.`)
  await media.writeSource(key, (unfinished) => pipeline(content, createWriteStream(unfinished, { flush: true })))
}

/**
 * Keeps a restored site from sending newsletters by itself: since the backup was made, a newsletter may have gone out. Recipients that
 * were waiting are in doubt, and a newsletter that was scheduled is a draft; `note` tells the owner. A digest that was due before `now` is
 * not made.
 */
async function holdNewsletters(db: Db, now: Date): Promise<void> {
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
