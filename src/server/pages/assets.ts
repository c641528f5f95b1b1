import { readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[] }

export type BuiltAssets = { styles: string[]; entry: string; chunksOf(module: string): string[] }

/** What of the browser's build a page links, read once from the bundler's manifest. */
export function readAssets(clientDir: string): BuiltAssets {
  const manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const entry = manifest['src/web/client.tsx']!
  const loadedByEntry = new Set([entry.file])
  const collect = (name: string, files: Set<string>): Set<string> => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return files
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported, files)
    return files
  }
  const shared = [...collect('src/web/client.tsx', new Set())]
  return {
    styles: (entry.css ?? []).map(toAddress),
    entry: toAddress(entry.file),
    chunksOf: (module) =>
      [...new Set([...shared, ...collect(module, new Set())])]
        .filter((file) => !loadedByEntry.has(file))
        .map(toAddress),
  }
}

function toAddress(file: string): string {
  return `/${file}`
}
