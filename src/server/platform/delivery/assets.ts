import { readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }

export type BuiltAssets = {
  start: string
  entry: string
  chunksOf(module: string): string[]
  stylesOf(module: string): string[]
  /** The path of a built file by its source; undefined for one that is not built. */
  fileOf(source: string): string | undefined
}

/** Files of the browser build that pages link, from the bundler's manifest. */
export function readAssets(clientDir: string): BuiltAssets {
  const manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  /** Imports of a chunk come before the chunk. */
  const collect = (name: string, seen = new Set<Chunk>()): Chunk[] => {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk)) return []
    seen.add(chunk)
    return [...(chunk.imports ?? []).flatMap((imported) => collect(imported, seen)), chunk]
  }
  const chunkOf = (source: string): Chunk => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`The browser build has no ${source}`)
    return chunk
  }
  const start = chunkOf('src/web/start.ts')
  const entry = chunkOf('src/web/client.tsx')
  const shared = collect('src/web/client.tsx')
  const chunksWith = (module: string) => [...new Set([...shared, ...collect(module)])]
  return {
    start: toAddress(start.file),
    entry: toAddress(entry.file),
    fileOf: (source) => manifest[source] && toAddress(manifest[source].file),
    chunksOf: memoized((module) =>
      chunksWith(module)
        // The bundler's runtime is 0.4 kB, which the chunk after it imports; its address would be a part of each page.
        .filter((chunk) => chunk !== entry && chunk !== start && chunk.name !== 'rolldown-runtime')
        .map(({ file }) => toAddress(file)),
    ),
    stylesOf: memoized((module) => [...new Set(chunksWith(module).flatMap(({ css }) => css ?? []))].map(toAddress)),
  }
}

function memoized(list: (module: string) => string[]): (module: string) => string[] {
  const known = new Map<string, string[]>()
  return (module) => {
    const found = known.get(module) ?? list(module)
    known.set(module, found)
    return found
  }
}

function toAddress(file: string): string {
  return `/${file}`
}
