import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib'
import { acceptedEncodings, type Encoding, type PrebuiltResponse } from './prebuilt-response.ts'

export type CompressedEncoding = Exclude<Encoding, 'identity'>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const toZstd = promisify(zstdCompress)

/** Bytes up to which handing a page to another thread costs more than compressing it (0.2 ms for 70 kB). */
const ZSTD_SYNC_MAX = 200_000

export const compress: Record<CompressedEncoding, (bytes: Buffer, level: number) => Promise<Buffer>> = {
  br: (bytes, level) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, level) => toGzip(bytes, { level }),
  async zstd(bytes, level) {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: level } }
    return bytes.length <= ZSTD_SYNC_MAX ? zstdCompressSync(bytes, options) : toZstd(bytes, options)
  },
}

export type Level = readonly [CompressedEncoding, number]

/** Level per encoding; the first encoding that the client accepts is used. */
type Levels = readonly Level[]

/** The first response with a cached page uses these: most pages are requested again later or not at all before they are purged. */
export const firstLevels: Levels = [
  ['zstd', 3],
  ['br', 6],
  ['gzip', 6],
]

/** A cached page that is requested again uses these: smallest result first. Brotli 6 takes six times as long as zstd 3. */
export const repeatedLevels: Levels = [
  ['br', 6],
  ['zstd', 3],
  ['gzip', 6],
]

/** Pages sent once use these: fastest first, a fifth of the time of brotli 6 for a tenth more bytes. */
export const uncachedLevels: Levels = [
  ['zstd', 3],
  ['br', 3],
  ['gzip', 4],
]

type Uncompressed = { identity: Buffer }

/** Undefined if the client accepts no compression, and for a response without a body. */
export function acceptedLevel(levels: Levels, { identity }: Uncompressed, request: IncomingMessage): Level | undefined {
  if (identity.length === 0) return undefined
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  return levels.find(([encoding]) => accepted.has(encoding))
}

/** Whether the page exists in the encoding that the client gets first or later. */
export function isReady(entry: Uncompressed & Pick<PrebuiltResponse, 'bodies'>, request: IncomingMessage): boolean {
  const wanted = [firstLevels, repeatedLevels].map((levels) => acceptedLevel(levels, entry, request)?.[0] ?? 'identity')
  return entry.bodies.some(({ encoding }) => wanted.includes(encoding))
}
