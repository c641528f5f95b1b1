import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { ReportProblem } from './report-problem.ts'

/** A ZIP of 50 MB may hold this many bytes altogether, which is ten reports of 500,000 rows. */
const UNPACKED_BYTES_MAX = 512 * 1024 * 1024
const ENTRIES_MAX = 200
/** Reports shrink to a fifth, sheets of a workbook to a thirtieth. Small files may be empty tables with styles. */
const RATIO_MAX = 120
const UNBOUNDED_BYTES = 4 * 1024 * 1024

export type ZipEntry = { name: string; bytes: number; open: () => Promise<Readable> }

type Kind = 'ZIP file' | 'workbook'

export type ZipArchive = { entries: ZipEntry[]; close: () => void }

/**
 * Opens a ZIP and checks everything that its directory says; yauzl ends a stream that is longer than that. `kind` is what
 * the owner calls it. Throws `ReportProblem`.
 */
export async function openZip(
  source: string | Buffer,
  kind: Kind,
  signal: AbortSignal | undefined,
): Promise<ZipArchive> {
  const options = { autoClose: false, lazyEntries: true, strictFileNames: false } as const
  const archive = await (typeof source === 'string'
    ? yauzl.openPromise(source, options)
    : yauzl.fromBufferPromise(source, options)
  ).catch((error: unknown) => {
    throw damaged(kind, error)
  })
  try {
    return { entries: await listEntries(archive, kind, signal), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw damaged(kind, error)
  }
}

async function listEntries(archive: yauzl.ZipFile, kind: Kind, signal: AbortSignal | undefined): Promise<ZipEntry[]> {
  if (archive.entryCount > ENTRIES_MAX) throw new ReportProblem(`The ${kind} holds more than ${ENTRIES_MAX} files.`)
  const entries: ZipEntry[] = []
  let total = 0
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (entry.isEncrypted())
      throw new ReportProblem(`The ${kind} is protected by a password. Please unpack it and choose the report in it.`)
    if (![0, 8].includes(entry.compressionMethod))
      throw new ReportProblem(`The ${kind} is packed in a way that cannot be read. Please unpack it first.`)
    total += entry.uncompressedSize
    const isBomb = entry.uncompressedSize > UNBOUNDED_BYTES && entry.uncompressedSize > entry.compressedSize * RATIO_MAX
    if (total > UNPACKED_BYTES_MAX || isBomb)
      throw new ReportProblem(`The ${kind} unpacks to far more than its own size and was not opened.`)
    entries.push({
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      open: async () => {
        const stream = await archive.openReadStreamPromise(entry).catch((error: unknown) => {
          throw damaged(kind, error)
        })
        // It fails as soon as it is open, and its reader comes later; the reader gets the error as well.
        stream.on('error', () => {})
        const chunks = Readable.from(readChunks(stream, kind, signal), { objectMode: false })
        return chunks.once('close', () => stream.destroy())
      },
    })
  }
  return entries
}

async function* readChunks(stream: Readable, kind: Kind, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      yield chunk as Buffer
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw damaged(kind, error)
  } finally {
    stream.destroy()
  }
}

/** Errors of yauzl and zlib are about the file; a fault of the disk is passed on. */
function damaged(kind: Kind, error: unknown): unknown {
  if (error instanceof ReportProblem || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  return new ReportProblem(`The ${kind} is damaged and cannot be read.`)
}
