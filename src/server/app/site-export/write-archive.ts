import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { isCurrent, lastMigration } from '../../platform/db/migrate.ts'
import type { BackedUpTable, Db } from '../../platform/db/schema.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { ifMissing } from '../../platform/if-missing.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { type ArchiveManifest, MANIFEST } from './archive-manifest.ts'
import { readmeOf } from './archive-readme.ts'
import { type ExportedTable, exportedTables } from './archive-tables.ts'
import { readExportedSettings } from './export-settings.ts'
import { folders, htmlFile, markdownFile } from './export-text.ts'
import { type MediaNames, readMediaNames } from './media-names.ts'
import { type ExportedRow, type LivingRows, readExportedRows, readLivingRows } from './read-exported-rows.ts'
import { createUniqueNames } from './unique-names.ts'
import { verifyArchive } from './verify-archive.ts'
import { countTexts, walkTexts } from './walk-texts.ts'
import { createWorkFolder } from './work-folder.ts'
import { type ArchiveEntry, createZipWriter, type ZipWriter } from './zip-writer.ts'

export type ExportProgress = { step: 'texts' | 'data' | 'pictures' | 'checking'; done: number; total: number }

export type ExportOptions = {
  /** A separate connection: on SQLite the snapshot would block other users of it. */
  db: Db
  media: BlobStorage
  /** Where the file will be, once it is complete and verified. */
  file: string
  origin: string
  now: Date
  signal: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

type Writing = ExportOptions & {
  zip: ZipWriter
  entries: ArchiveEntry[]
  names: MediaNames
  report(step: ExportProgress['step'], done: number, total: number): void
}

/**
 * Writes everything that the owner has made as one ZIP file, from a consistent snapshot of the database. The file is read back and
 * compared before it gets its name; one that was there is replaced.
 */
export async function writeArchive(options: ExportOptions): Promise<ArchiveManifest> {
  const { db, file, now, signal, onProgress } = options
  if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
  const folder = await createWorkFolder(file)
  const unfinished = path.join(folder, 'archive.zip')
  const report = (step: ExportProgress['step'], done: number, total: number) => {
    signal.throwIfAborted()
    onProgress?.({ step, done, total })
  }
  try {
    const zip = createZipWriter(unfinished, { now, signal })
    const entries: ArchiveEntry[] = []
    const recording: ZipWriter = {
      ...zip,
      add: async (...content) => {
        const entry = await zip.add(...content)
        entries.push(entry)
        return entry
      },
    }
    const head = await inSnapshot(db, async (snapshot) => {
      const names = await readMediaNames(snapshot)
      return { names, ...(await writeContent(snapshot, { ...options, zip: recording, entries, names, report })) }
    })
    const missing = await writeMedia({ ...options, zip: recording, entries, names: head.names, report }, folder)
    const { origin } = options
    const { migration, texts, rows, brand } = head
    const createdAt = now.toISOString()
    await recording.add('README.md', readmeOf({ brand, origin, createdAt, texts, rows }))
    const manifest: ArchiveManifest = {
      format: 1,
      program: 'dewlight',
      ...{ origin, createdAt, migration, texts, rows, missing },
      files: entries,
    }
    await zip.add(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`)
    await zip.end()
    await check(unfinished, manifest, { signal, report })
    await rename(unfinished, file)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeContent(db: Db, writing: Writing) {
  const now = writing.now.toISOString()
  const { settings, ...others } = await readExportedSettings(db, now)
  await writing.zip.add('settings.json', `${JSON.stringify({ settings, ...others }, null, 2)}\n`)
  const texts = await writeTexts(db, writing, settings.language)
  const rows: Record<string, number> = {}
  const living = await readLivingRows(db)
  for (const [at, [table, decision]] of exportedTables.entries()) {
    writing.report('data', at, exportedTables.length)
    rows[decision.file] = await writeTable(db, table, { ...writing, decision, living })
  }
  return { texts, rows, migration: await lastMigration(db), brand: (await readSettings(db)).settings.brand }
}

async function writeTexts(db: Db, writing: Writing, language: string): Promise<Record<string, number>> {
  const { zip, names, origin, signal } = writing
  const total = await countTexts(db)
  const options = { origin, language, now: writing.now.toISOString(), media: names }
  const nameIn = new Map(Object.values(folders).map((folder) => [folder, createUniqueNames()]))
  const counts: Record<string, number> = {}
  let done = 0
  for await (const { kind, stored, rendered } of walkTexts(db)) {
    writing.report('texts', done++, total)
    const folder = folders[kind]
    const name = nameIn.get(folder)!(stored.slug || stored.title, 'md').replace(/\.md$/, '')
    await zip.add(`${folder}/${name}.md`, markdownFile(stored, kind, options))
    await zip.add(`${folder}/${name}.html`, htmlFile(rendered, kind, options))
    counts[folder] = (counts[folder] ?? 0) + 1
    await yieldToEventLoop(signal)
  }
  return counts
}

type TableWriting = Writing & { decision: ExportedTable; living: LivingRows }

async function writeTable(
  db: Db,
  table: BackedUpTable,
  { zip, names, decision, living }: TableWriting,
): Promise<number> {
  const read = async function* (): AsyncGenerator<ExportedRow[]> {
    for await (const batch of readExportedRows(db, table, { ...decision, living }))
      yield table === 'images' ? batch.map((row) => ({ file: names.get(String(row.key)) ?? null, ...row })) : batch
  }
  const { file, isJsonOnly, hidden = [] } = decision
  let count = 0
  // One row in each line, and one chunk for many: a chunk costs far more than its bytes.
  async function* json() {
    yield '['
    for await (const batch of read()) {
      const lines = batch.map((row, at) => `${count + at === 0 ? '' : ','}\n${JSON.stringify(row)}`)
      count += batch.length
      yield lines.join('')
    }
    yield '\n]\n'
  }
  await zip.add(`data/${file}.json`, json())
  if (isJsonOnly) return count
  const columns = (await firstColumns(read())).filter((column) => !hidden.includes(column))
  const cells = async function* () {
    for await (const batch of read()) yield batch.map((row) => columns.map((column) => toCell(row[column])))
  }
  await zip.add(`data/${file}.csv`, csvDownload(file, columns, cells()).chunks)
  return count
}

async function firstColumns(batches: AsyncIterable<ExportedRow[]>): Promise<string[]> {
  for await (const [row] of batches) if (row) return Object.keys(row)
  return []
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}

/** The pictures, one after the other. Returns the names of those that the storage does not have. */
async function writeMedia({ zip, media, names, report }: Writing, folder: string): Promise<string[]> {
  const missing: string[] = []
  let done = 0
  for (const [key, name] of names) {
    report('pictures', done++, names.size)
    const source = await media.copySource(key, folder)
    if (source === undefined || !(await stat(source).catch(ifMissing(undefined)))) {
      missing.push(name)
      continue
    }
    await zip.add(`media/${name}`, createReadStream(source), { isPacked: true })
    if (path.dirname(source) === folder) await rm(source, { force: true })
  }
  return missing
}

type Check = Pick<Writing, 'signal' | 'report'>

async function check(file: string, manifest: ArchiveManifest, { signal, report }: Check): Promise<void> {
  let files = 0
  const read = await verifyArchive(file, { signal, onFile: () => report('checking', ++files, manifest.files.length) })
  if (JSON.stringify(read) !== JSON.stringify(manifest)) throw new Error('The archive is not what was written into it.')
}
