/** Precompresses each text asset of the build with Brotli and, between two sizes, gzip. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = path.resolve('dist/client')

/** The HEIC decoder and the editor are larger. Gzip copies, for an owner without HTTPS, would be 6 and 2 % of the package. */
const GZIP_MAX = 600_000
/** A copy of a smaller file takes as much of the package as it saves on the wire. */
const GZIP_MIN = 500

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(?:js|css|svg|json|txt)$/.test(entry.name) || entry.parentPath.includes('.vite')) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  if (bytes.length >= GZIP_MIN && bytes.length <= GZIP_MAX) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
