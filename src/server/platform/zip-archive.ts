import { Readable } from 'node:stream'
import yauzl from 'yauzl'

export type ZipEntry = { name: string; bytes: number; modifiedAt: Date; open: () => Promise<Readable> }

export type ZipArchive = { entries: ZipEntry[]; close: () => void }

/** Bounds of an archive, by its own directory. */
type ZipLimits = {
  entries: number
  /** All files together. */
  unpackedBytes: number
  /** How often a file may be larger than it is packed; small ones may be more. */
  ratio: number
}

export type ZipOptions = {
  /** The name that the owner gives it. */
  kind: 'ZIP file' | 'workbook'
  limits: ZipLimits
  /** The error about the file, with a sentence for the owner. */
  toError: (message: string) => Error
  signal?: AbortSignal | undefined
}

/** Bytes of a file whose ratio is not limited. */
const SMALL_BYTES = 4 * 1024 * 1024

/**
 * Opens a ZIP and checks everything that its directory says; yauzl ends a stream that is longer than that. Entries whose names
 * lead out of their folder are left out.
 */
export async function openZip(source: string | Buffer, options: ZipOptions): Promise<ZipArchive> {
  const reading = { autoClose: false, lazyEntries: true, decodeStrings: false } as const
  const archive = await (typeof source === 'string'
    ? yauzl.openPromise(source, reading)
    : yauzl.fromBufferPromise(source, reading)
  ).catch((error: unknown) => {
    throw damaged(options, error)
  })
  try {
    return { entries: await listEntries(archive, options), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw damaged(options, error)
  }
}

/** Says why a file is not read. */
class ZipRejection extends Error {}

async function listEntries(archive: yauzl.ZipFile, options: ZipOptions): Promise<ZipEntry[]> {
  const { kind, limits } = options
  if (archive.entryCount > limits.entries)
    throw new ZipRejection(`The ${kind} holds more than ${limits.entries.toLocaleString('en-US')} files.`)
  const entries: ZipEntry[] = []
  let total = 0
  for await (const entry of archive.eachEntry()) {
    const name = yauzl.getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields as Parameters<typeof yauzl.getFileNameLowLevel>[2],
      false,
    )
    if (name.endsWith('/') || yauzl.validateFileName(name) !== null) continue
    if (entry.isEncrypted()) throw new ZipRejection(`The ${kind} is protected by a password. Please unpack it first.`)
    if (![0, 8].includes(entry.compressionMethod))
      throw new ZipRejection(`The ${kind} is packed in a way that cannot be read. Please unpack it first.`)
    total += entry.uncompressedSize
    const isBomb = entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > entry.compressedSize * limits.ratio
    if (total > limits.unpackedBytes || isBomb)
      throw new ZipRejection(`The ${kind} unpacks to far more than its own size and was not opened.`)
    entries.push({
      name,
      bytes: entry.uncompressedSize,
      modifiedAt: entry.getLastModDate(),
      open: () => openEntry(archive, entry, options),
    })
  }
  return entries
}

async function openEntry(archive: yauzl.ZipFile, entry: yauzl.Entry, options: ZipOptions): Promise<Readable> {
  const stream = await archive.openReadStreamPromise(entry).catch((error: unknown) => {
    throw damaged(options, error)
  })
  // It fails as soon as it is open, and its reader comes later; the reader gets the error as well.
  stream.on('error', () => {})
  const chunks = Readable.from(readChunks(stream, options), { objectMode: false })
  return chunks.once('close', () => stream.destroy())
}

async function* readChunks(stream: Readable, options: ZipOptions): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      options.signal?.throwIfAborted()
      yield chunk as Buffer
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    throw damaged(options, error)
  } finally {
    stream.destroy()
  }
}

/** Errors of yauzl and zlib are about the file; a fault of the disk is passed on. */
function damaged({ kind, toError }: ZipOptions, error: unknown): unknown {
  if (error instanceof ZipRejection) return toError(error.message)
  if ((error as NodeJS.ErrnoException).syscall !== undefined) return error
  return toError(`The ${kind} is damaged and cannot be read.`)
}

/** Whether a file begins as a ZIP does. */
export const isZip = (start: Buffer) =>
  start.subarray(0, 2).toString('latin1') === 'PK' && start[2]! < 9 && start[3]! < 9
