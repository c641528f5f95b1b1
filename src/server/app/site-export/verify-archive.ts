import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { ArchiveManifest, MANIFEST } from './archive-manifest.ts'

/** Bytes of the manifest: 300 for each of 200,000 files. */
const MANIFEST_MAX = 64 * 1024 * 1024

export type OpenedArchive = {
  manifest: ArchiveManifest
  /** The content of a file of the manifest, which must be read to its end. */
  read(name: string): Promise<AsyncIterable<Buffer>>
  close(): void
}

/** Opens an archive. Throws a sentence for the owner if it is not one of this program. */
export async function openArchive(file: string): Promise<OpenedArchive> {
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) throw error
    throw new Error('This is not a ZIP file, or it is damaged.')
  })
  try {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`${name} is missing in the archive.`)
      return readEntry(await zip.openReadStreamPromise(entry), entry)
    }
    const found = entries.get(MANIFEST)
    if (!found || found.uncompressedSize > MANIFEST_MAX) throw new Error('This is not an archive of Dewlight.')
    const manifest = ArchiveManifest.safeParse(JSON.parse(await textIn(await read(MANIFEST))))
    if (!manifest.success) throw new Error('The archive is of another version of Dewlight.')
    return { manifest: manifest.data, read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

export async function textIn(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** yauzl checks the size, but not the checksum. */
async function* readEntry(stream: AsyncIterable<Buffer>, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const chunk of stream) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== entry.crc32) throw new Error(`${entry.fileName} in the archive is damaged.`)
}

type Checking = { signal: AbortSignal; onFile?: (bytes: number) => void }

/** Reads an archive back and compares each file with its manifest. Throws a sentence for the owner. */
export async function verifyArchive(file: string, { signal, onFile }: Checking): Promise<ArchiveManifest> {
  const archive = await openArchive(file)
  try {
    for (const { name, size, sha256 } of archive.manifest.files) {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of await archive.read(name)) {
        signal.throwIfAborted()
        hash.update(chunk)
        bytes += chunk.length
      }
      if (bytes !== size || hash.digest('hex') !== sha256) throw new Error(`${name} in the archive is damaged.`)
      onFile?.(bytes)
    }
    return archive.manifest
  } finally {
    archive.close()
  }
}
