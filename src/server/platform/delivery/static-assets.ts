import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** The `cache-control` of files whose name carries a hash of their content, as all below `/assets/` do. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Reads all files of the browser build into memory (some megabytes), by path, so that a rebuild does not affect
 * the running site. The build has compressed them already.
 */
export function readStaticAssets(
  clientDir: string,
  headersOf: (path: string) => Record<string, string>,
): Map<string, PrebuiltResponse> {
  const assets = new Map<string, PrebuiltResponse>()
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const type = types[path.extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(clientDir, file).split(path.sep).join('/')}`
    const identity = readFileSync(file)
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const lifetime = address.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=86400'
    const copies = { br: readIfThere(`${file}.br`), gzip: readIfThere(`${file}.gz`) }
    const assetHeaders = { ...headersOf(address), 'content-type': type, 'cache-control': lifetime }
    assets.set(address, prebuildResponse(200, { identity, ...copies }, assetHeaders, etag))
  }
  return assets
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}
