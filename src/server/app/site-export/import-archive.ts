import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { StoredAppearance } from '../../../contract/accounts/appearance.ts'
import { Settings } from '../../../contract/accounts/site.ts'
import { StoredVerification } from '../../../contract/accounts/verification.ts'
import { Menus } from '../../../contract/content/menus.ts'
import { APPEARANCE, saveSettings, saveStored, VERIFICATION } from '../../accounts/settings/settings.repo.ts'
import { MENUS_KEY } from '../../content/menus/menus.repo.ts'
import { type AnyRow, holdNewsletters, insertInto } from '../../platform/backup/restore-backup.ts'
import { restartCounters } from '../../platform/db/id-counters.ts'
import { lastMigration } from '../../platform/db/migrate.ts'
import { announcePurges, PURGE_ALL } from '../../platform/db/purge-notices.ts'
import { type BackedUpTable, backedUpTables, type Db } from '../../platform/db/schema.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { type ExportedTable, exportedTables } from './archive-tables.ts'
import { archiveRows, toStoredRow } from './read-archive-rows.ts'
import { type OpenedArchive, openArchive, textIn, verifyArchive } from './verify-archive.ts'

type ImportOptions = {
  media: Pick<BlobStorage, 'writeSource'>
  now: Date
  signal: AbortSignal
  /** Called for each file that was compared with its checksum. */
  onFile?: () => void
  /** Called before the first write. */
  onWrite?: () => void
  /** Called in the transaction that has written everything. */
  onImported?: (transaction: Db) => Promise<void>
}

/** Rows of one insert. */
const BATCH = 200

/** The account of this site stays. */
const imported = exportedTables.filter(([table]) => table !== 'users')

/**
 * Brings an archive into a site without content, with all ids, dates and addresses. It is verified before the first write; the rows are
 * one transaction, so an import that is killed leaves none. Texts are sanitised again. Throws a sentence for the owner.
 */
export async function importArchive(db: Db, file: string, options: ImportOptions): Promise<ArchiveManifest> {
  const manifest = await verifyArchive(file, options)
  await requireNoRefusal(db, manifest)
  options.onWrite?.()
  const archive = await openArchive(file)
  try {
    await importMedia(archive, options)
    await db.transaction().execute(async (transaction) => {
      await requireNoRefusal(transaction, manifest)
      // Views and sums of the empty site.
      for (const [table] of imported.toReversed()) await transaction.deleteFrom(table).execute()
      for (const [table, decision] of imported) await importTable(transaction, archive, { table, decision, ...options })
      await importSettings(transaction, archive, options.now.toISOString())
      await holdNewsletters(transaction, options.now)
      const withId = imported.map(([table]) => table).filter((table) => backedUpTables[table][0] === 'id')
      await restartCounters(transaction, withId)
      await announcePurges(transaction, [PURGE_ALL])
      await options.onImported?.(transaction)
    })
    return manifest
  } finally {
    archive.close()
  }
}

async function requireNoRefusal(db: Db, manifest: ArchiveManifest): Promise<void> {
  const refusal = await findArchiveRefusal(db, manifest)
  if (refusal) throw new Error(refusal)
}

/** Why an archive cannot be imported here, if so. Also content in the trash counts, which would be lost. */
export async function findArchiveRefusal(db: Db, { migration }: ArchiveManifest): Promise<string | undefined> {
  if (migration > (await lastMigration(db)))
    return 'The archive is of a newer version of Dewlight. Update this site first.'
  const tables = [
    'posts',
    'products',
    'categories',
    'ingredients',
    'routines',
    'images',
    'subscribers',
    'contacts',
  ] as const
  for (const table of tables)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst())
      return 'The site has content already. An archive is imported into an empty one: remove the demo and empty the trash, or use a new data folder.'
  return undefined
}

async function importMedia(archive: OpenedArchive, { media, signal }: ImportOptions): Promise<void> {
  const names = new Set(archive.manifest.files.map(({ name }) => name))
  for await (const { key, file } of archiveRows(await archive.read('data/media.json'), 'data/media.json')) {
    signal.throwIfAborted()
    const name = `media/${file}`
    if (file === null || !names.has(name)) continue
    // It becomes a path.
    if (!/^[\w-]{1,64}$/.test(String(key)))
      throw new Error('data/media.json in the archive holds a key that is not one.')
    const content = await archive.read(name)
    await media.writeSource(String(key), (unfinished) =>
      pipeline(content, createWriteStream(unfinished, { flush: true })),
    )
  }
}

type TableImport = { table: BackedUpTable; decision: ExportedTable; signal: AbortSignal }

async function importTable(db: Db, archive: OpenedArchive, { table, decision, signal }: TableImport): Promise<void> {
  const name = `data/${decision.file}.json`
  const insert = await insertInto(db, table)
  let batch: AnyRow[] = []
  for await (const row of archiveRows(await archive.read(name), name)) {
    const { file: _, ...columns } = row
    batch.push(toStoredRow(table, table === 'images' ? columns : row, decision))
    if (batch.length < BATCH) continue
    await insert(batch)
    batch = []
    await yieldToEventLoop(signal)
  }
  await insert(batch)
}

async function importSettings(db: Db, archive: OpenedArchive, now: string): Promise<void> {
  const stored = z.record(z.string(), z.unknown()).parse(JSON.parse(await textIn(await archive.read('settings.json'))))
  await saveSettings(db, Settings.parse(stored.settings ?? {}), now)
  const appearance = StoredAppearance.parse(stored.appearance ?? {})
  await saveStored(db, { key: APPEARANCE, value: appearance, now })
  await saveStored(db, { key: VERIFICATION, value: StoredVerification.parse(stored.verification ?? {}), now })
  const menus = Menus.safeParse(stored.menus)
  if (menus.success) await saveStored(db, { key: MENUS_KEY, value: menus.data, now })
}
