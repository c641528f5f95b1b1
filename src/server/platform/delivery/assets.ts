import { readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[] }

export type BuiltAssets = {
  inlineStyle: string
  start: string
  entry: string
  chunksOf(module: string): string[]
  stylesOf(module: string): string[]
}

/** Files of the browser build that pages inline or link, from the bundler's manifest. */
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
  const entry = manifest['src/web/client.tsx']!
  const shared = collect('src/web/client.tsx')
  const styles = new Set(entry.css)
  return {
    inlineStyle: [...styles].map((file) => readFileSync(path.join(clientDir, file), 'utf8').trim()).join('\n'),
    start: toAddress(manifest['src/web/start.ts']!.file),
    entry: toAddress(entry.file),
    chunksOf: (module) =>
      [...new Set([...shared, ...collect(module)])]
        .filter((chunk) => chunk !== entry)
        .map(({ file }) => toAddress(file)),
    stylesOf: (module) =>
      [...new Set(collect(module).flatMap(({ css }) => css ?? []))].filter((file) => !styles.has(file)).map(toAddress),
  }
}

function toAddress(file: string): string {
  return `/${file}`
}
