import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { StorageError } from '../storage/blob-storage.ts'
import { MANIFEST, Manifest, SOURCE_FILE, TABLE_FILE } from './manifest.ts'

type Entry = AsyncIterable<Buffer> & { header: Header }

/** Bytes of a manifest, which is read into memory: enough for some 300,000 images. */
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024

/** An incomplete or damaged backup; the message is one sentence. */
export class BackupError extends Error {}

/**
 * Streams through an archive once. The manifest comes first; every other entry is passed to `take` as a stream and checked
 * against the manifest. Throws `BackupError` for an incomplete or damaged backup.
 */
export async function walkBackup(
  file: string,
  begin: (manifest: Manifest) => Promise<void>,
  take: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Manifest> {
  const { entries, close } = openArchive(file)
  let manifest: Manifest | undefined
  const missing = new Map<string, Part>()
  let failureOfTake: unknown
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      if ((type ?? 'file') !== 'file') throw new BackupError(`The backup holds ${name}, which is not a file.`)
      if (!manifest) {
        manifest = await readManifest(entry)
        for (const part of [...manifest.tables, ...manifest.files]) missing.set(part.name, part)
        await begin(manifest)
        continue
      }
      const expected = missing.get(name)
      if (expected === undefined) throw new BackupError(`The backup holds ${name}, which its manifest does not name.`)
      const hash = createHash('sha256')
      let isReadable = true
      const content = hashing(bounded(entry, expected), hash, () => {
        isReadable = false
      })
      await take(name, content).catch((error: unknown) => {
        if (isReadable) failureOfTake = error
        throw error
      })
      if (hash.digest('hex') !== expected.sha256) throw new BackupError(`${name} in the backup is damaged.`)
      missing.delete(name)
    }
  } catch (error) {
    // The archive is not to blame for a full disk.
    if (error instanceof BackupError || error === failureOfTake) throw error
    throw new BackupError(`The file is not a whole backup: ${error instanceof Error ? error.message : error}.`)
  } finally {
    await close()
  }
  const [lost] = missing.keys()
  if (!manifest) throw new BackupError('The file is not a backup: it is empty.')
  if (lost) throw new BackupError(`The backup is cut short: ${lost} is missing.`)
  return manifest
}

type Part = Manifest['files'][number]

/** Throws as soon as a part is longer than its manifest says, so that a small archive cannot unpack to anything. */
async function* bounded(content: AsyncIterable<Buffer>, { name, size }: Part): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > size) throw new BackupError(`${name} in the backup is damaged.`)
    yield chunk
  }
}

type Archive = { entries: AsyncIterable<Entry>; close(): Promise<void> }

/** The entries of an archive, of one that a browser has decompressed already, or of the folder that either was unpacked to. */
function openArchive(file: string): Archive {
  if (statSync(file).isDirectory()) return { entries: readUnpacked(file), close: async () => {} }
  const tar = extract()
  const source = createReadStream(file)
  const stop = (error: unknown) => {
    tar.destroy(error as Error)
  }
  const reading = isCompressed(file)
    ? pipeline(source, createGunzip(), boundHeaders, tar).catch(stop)
    : pipeline(source, boundHeaders, tar).catch(stop)
  const close = async () => {
    tar.destroy()
    await reading
  }
  return { entries: tar as unknown as AsyncIterable<Entry>, close }
}

const BLOCK = 512

/** Bytes of an extended header, which tar-stream holds in memory. */
const EXTENSION_MAX = 64 * 1024

/** Passes a tar on, and throws at a header that announces a long name, a link or an extension that is too large. */
async function* boundHeaders(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0)
  let skip = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (skip > 0) {
        const passed = Math.min(skip, chunk.length - at)
        skip -= passed
        at += passed
        continue
      }
      const missing = BLOCK - header.length
      header = Buffer.concat([header, chunk.subarray(at, at + missing)])
      at += missing
      if (header.length < BLOCK) continue
      skip = paddedSizeOf(header)
      header = Buffer.alloc(0)
    }
    yield chunk
  }
}

function paddedSizeOf(header: Buffer): number {
  const kind = header.toString('latin1', 156, 157)
  const isFile = kind === '0' || kind === '\0'
  // GNU's form of sizes above 8 GB.
  const size =
    header[124]! >= 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(header.toString('latin1', 124, 136), 8)
  if (!isFile && size > EXTENSION_MAX) throw new BackupError('The backup holds a header that is too long.')
  return Math.ceil((Number.isFinite(size) ? size : 0) / BLOCK) * BLOCK
}

/** Whether a file is compressed by gzip. So is any file but a tar, to be reported while it is read. */
export function isCompressed(file: string): boolean {
  const start = Buffer.alloc(262)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, start, 0, start.length, 0)
  } finally {
    closeSync(handle)
  }
  return start.toString('latin1', 257) !== 'ustar'
}

/**
 * Yields the files that the manifest of an unpacked backup names, in its order; other files, such as `.DS_Store`, are
 * not part of it.
 */
async function* readUnpacked(folder: string): AsyncGenerator<Entry> {
  const entryOf = (name: string) =>
    Object.assign(createReadStream(path.join(folder, name)), { header: { name } as Header })
  if (!existsSync(path.join(folder, MANIFEST)))
    throw new BackupError(`${folder} is a folder, but not an unpacked backup: its ${MANIFEST} is missing.`)
  yield entryOf(MANIFEST)
  const { tables, files } = await readManifest(entryOf(MANIFEST))
  for (const { name } of [...tables, ...files]) if (existsSync(path.join(folder, name))) yield entryOf(name)
}

/** Bytes that a backup unpacks to. */
export function unpackedBytes({ tables, files }: Manifest): number {
  return [...tables, ...files].reduce((sum, { size }) => sum + size, 0)
}

/** Verifies a whole backup; `onBytes` gets the number of newly checked bytes. */
export function verifyBackup(file: string, onBytes: (count: number) => void = () => {}): Promise<Manifest> {
  return walkBackup(
    file,
    async () => {},
    async (_, content) => {
      for await (const chunk of content) onBytes(chunk.length)
    },
  )
}

/** Reads only the manifest of a file. */
export async function readManifestOf(file: string): Promise<Manifest> {
  const { entries, close } = openArchive(file)
  try {
    for await (const entry of entries) return await readManifest(entry)
    throw new BackupError('The file is not a backup: it is empty.')
  } finally {
    await close()
  }
}

/** Reads only the manifest of a backup, for lists, and ends the stream there. */
export async function readBackupManifest(content: AsyncIterable<Buffer>): Promise<Manifest> {
  const tar = extract()
  const source = Readable.from(content)
  let failure: unknown
  const reading = pipeline(source, createGunzip(), boundHeaders, tar).catch((error: unknown) => {
    failure = error
    tar.destroy(error as Error)
  })
  try {
    for await (const entry of tar as unknown as AsyncIterable<Entry>) return await readManifest(entry)
    throw new BackupError('The file is not a backup: it is empty.')
  } catch (error) {
    throw failure instanceof StorageError ? failure : error
  } finally {
    source.destroy()
    tar.destroy()
    await reading
  }
}

async function readManifest(entry: Entry): Promise<Manifest> {
  if (entry.header.name !== MANIFEST) throw new BackupError('The file is not a backup: its manifest is missing.')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of entry) {
    bytes += chunk.length
    if (bytes > MANIFEST_BYTES_MAX) throw new BackupError('The backup’s manifest is too large.')
    chunks.push(chunk)
  }
  const result = Manifest.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
  if (!result.success) throw new BackupError('The backup’s manifest is not one that this version understands.')
  checkNames(result.data)
  return result.data
}

function checkNames({ createdAt, tables, files }: Manifest): void {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(createdAt) || Number.isNaN(Date.parse(createdAt)))
    throw new BackupError('The backup’s manifest has no valid time.')
  const wrong = [
    ...tables.filter(({ name }) => !TABLE_FILE.test(name)),
    ...files.filter(({ name }) => !SOURCE_FILE.test(name)),
  ]
  if (wrong[0]) throw new BackupError(`${wrong[0].name} in the backup has no place in the site.`)
}

/** `onError` is called if the archive cannot be read on. */
async function* hashing(
  content: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
  onError: () => void,
): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await chunks.next().catch((error: unknown) => {
      onError()
      throw error
    })
    if (done) return
    hash.update(value)
    yield value
  }
}
