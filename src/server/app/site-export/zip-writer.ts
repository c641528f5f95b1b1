import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file in an archive, as its manifest lists it; `size` in bytes. */
export type ArchiveEntry = { name: string; size: number; sha256: string }

type Content = AsyncIterable<string | Uint8Array> | string

export type ZipWriter = {
  /** Writes one file, whose content is read once. `isPacked`: it is compressed already. */
  add(name: string, content: Content, options?: { isPacked?: boolean }): Promise<ArchiveEntry>
  /** Ends the archive and flushes it to the disk. */
  end(): Promise<void>
}

/** Writes a ZIP file, one entry after the other, with a chunk of it in memory at a time. */
export function createZipWriter(file: string, { now, signal }: { now: Date; signal: AbortSignal }): ZipWriter {
  const zip = new ZipFile()
  // Each failure is one of the content or of the output, where it is reported.
  zip.on('error', () => {})
  const written = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600, flush: true }))
  written.catch(() => {})
  return {
    async add(name, content, { isPacked = false } = {}) {
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const chunk of typeof content === 'string' ? [content] : content) {
          signal.throwIfAborted()
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          hash.update(bytes)
          size += bytes.length
          if (bytes.length > 0) yield bytes
        }
      }
      const source = Readable.from(counted(), { objectMode: false })
      zip.addReadStream(source, name, { mtime: now, mode: 0o644, compress: !isPacked })
      // A full disk ends the output, after which nothing reads the source.
      await Promise.race([finished(source), written]).finally(() => source.destroy())
      return { name, size, sha256: hash.digest('hex') }
    },
    async end() {
      zip.end()
      await written
    },
  }
}
