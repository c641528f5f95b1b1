import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { lastMigration } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { readRows } from './read-rows.ts'
import { type BackedUpTable, backedUpNames } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'

export type WriteBackupOptions = {
  /** A connection of its own: on SQLite the snapshot would hold up whoever shares it. */
  db: Db
  mediaDir: string
  backupDir: string
  now: Date
}

type Part = { name: string; file: string; sha256: string; size: number }

/**
 * Writes one archive of the database and of the images' sources, as they stood at one moment, reads it back to check it,
 * and only then gives it its name. Answers that name. The site may run and write meanwhile.
 */
export async function writeBackup({ db, mediaDir, backupDir, now }: WriteBackupOptions): Promise<string> {
  await mkdir(backupDir, { recursive: true })
  const folder = await mkdtemp(path.join(backupDir, 'unfinished-'))
  try {
    const tables = await inSnapshot(db, async (snapshot) => {
      const written: Manifest['tables'] = []
      for (const table of backedUpNames) {
        const { rows, ...part } = await writeTable(snapshot, table, folder)
        written.push({ table, rows, name: part.name, sha256: part.sha256, size: part.size })
      }
      return { written, migration: await lastMigration(snapshot) }
    })
    const files = await findSources(mediaDir)
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      migration: tables.migration,
      tables: tables.written,
      files: files.map(({ name, sha256, size }) => ({ name, sha256, size })),
    }
    const archive = path.join(folder, 'archive')
    await writeArchive(archive, manifest, [
      ...tables.written.map((part) => ({ ...part, file: path.join(folder, path.basename(part.name)) })),
      ...files,
    ])
    await verifyBackup(archive)
    const name = nameOf(now)
    await rename(archive, path.join(backupDir, name))
    return name
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Its last part is drawn by lot: an address that cannot be guessed. */
function nameOf(now: Date): string {
  const [day, time] = now.toISOString().split('T')
  return `dewlight-${day}-${time!.slice(0, 8).replaceAll(':', '')}-${randomBytes(3).toString('hex')}.tar.gz`
}

async function writeTable(db: Db, table: BackedUpTable, folder: string): Promise<Part & { rows: number }> {
  const file = path.join(folder, `${table}.jsonl`)
  const hash = createHash('sha256')
  let rows = 0
  let size = 0
  await pipeline(async function* lines() {
    for await (const batch of readRows(db, table)) {
      rows += batch.length
      const text = Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
      hash.update(text)
      size += text.length
      yield text
    }
  }, createWriteStream(file))
  return { name: `database/${table}.jsonl`, file, rows, size, sha256: hash.digest('hex') }
}

/** The images' sources; all other files below `mediaDir` are made from them. */
async function findSources(mediaDir: string): Promise<Part[]> {
  const parts: Part[] = []
  const keys = await readdir(mediaDir).catch(() => [])
  for (const key of keys.sort()) {
    const file = path.join(mediaDir, key, 'source')
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    parts.push({ name: `media/${key}/source`, file, size: found.size, sha256: hash.digest('hex') })
  }
  return parts
}

async function writeArchive(archive: string, manifest: Manifest, parts: Part[]): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 6 }), createWriteStream(archive))
  const filled = fill(tar, manifest, parts).catch((error: unknown) => tar.destroy(error as Error))
  await Promise.all([written, filled])
  // On the disk before it has a name.
  const handle = await open(archive)
  await handle.sync()
  await handle.close()
}

async function fill(tar: Pack, manifest: Manifest, parts: Part[]): Promise<void> {
  tar.entry({ name: MANIFEST }, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const { name, file, size } of parts) await pipeline(createReadStream(file), tar.entry({ name, size }))
  tar.finalize()
}
