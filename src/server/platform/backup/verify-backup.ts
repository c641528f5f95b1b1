import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { StorageError } from '../storage/blob-storage.ts'
import { MANIFEST, Manifest } from './manifest.ts'

type Entry = AsyncIterable<Buffer> & { header: Header }

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
  const missing = new Map<string, string>()
  let failureOfTake: unknown
  try {
    for await (const entry of entries) {
      const { name } = entry.header
      if (!manifest) {
        manifest = await readManifest(entry)
        for (const part of [...manifest.tables, ...manifest.files]) missing.set(part.name, part.sha256)
        await begin(manifest)
        continue
      }
      const expected = missing.get(name)
      if (expected === undefined) throw new BackupError(`The backup holds ${name}, which its manifest does not name.`)
      const hash = createHash('sha256')
      let isReadable = true
      const content = hashing(entry, hash, () => {
        isReadable = false
      })
      await take(name, content).catch((error: unknown) => {
        if (isReadable) failureOfTake = error
        throw error
      })
      if (hash.digest('hex') !== expected) throw new BackupError(`${name} in the backup is damaged.`)
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

type Archive = { entries: AsyncIterable<Entry>; close(): Promise<void> }

/** The entries of an archive, of one that a browser has decompressed already, or of the folder that either was unpacked to. */
function openArchive(file: string): Archive {
  if (statSync(file).isDirectory()) return { entries: readUnpacked(file), close: async () => {} }
  const tar = extract()
  const source = createReadStream(file)
  const reading = (isCompressed(file) ? pipeline(source, createGunzip(), tar) : pipeline(source, tar)).catch(
    (error: unknown) => {
      tar.destroy(error as Error)
    },
  )
  const close = async () => {
    tar.destroy()
    await reading
  }
  return { entries: tar as unknown as AsyncIterable<Entry>, close }
}

/** Whether a file is compressed by gzip. So is any file but a tar, to be reported while it is read. */
function isCompressed(file: string): boolean {
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

/** Reads only the manifest of a backup, for lists, and ends the stream there. */
export async function readBackupManifest(content: AsyncIterable<Buffer>): Promise<Manifest> {
  const tar = extract()
  const source = Readable.from(content)
  let failure: unknown
  const reading = pipeline(source, createGunzip(), tar).catch((error: unknown) => {
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
  for await (const chunk of entry) chunks.push(chunk)
  const result = Manifest.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
  if (!result.success) throw new BackupError('The backup’s manifest is not one that this version understands.')
  return result.data
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
