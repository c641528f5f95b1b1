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

/** What of the browser's build a page holds and links, read once from the bundler's manifest. */
export function readAssets(clientDir: string): BuiltAssets {
  const manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const collect = (name: string, chunks: Set<Chunk>): Set<Chunk> => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return chunks
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) collect(imported, chunks)
    return chunks
  }
  const entry = manifest['src/web/client.tsx']!
  const shared = [...collect('src/web/client.tsx', new Set())]
  const styles = new Set(entry.css)
  return {
    inlineStyle: [...styles].map((file) => readFileSync(path.join(clientDir, file), 'utf8').trim()).join('\n'),
    start: toAddress(manifest['src/web/start.ts']!.file),
    entry: toAddress(entry.file),
    chunksOf: (module) =>
      [...new Set([...shared, ...collect(module, new Set())])]
        .filter((chunk) => chunk !== entry)
        .map(({ file }) => toAddress(file)),
    stylesOf: (module) =>
      [...new Set([...collect(module, new Set())].flatMap(({ css }) => css ?? []))]
        .filter((file) => !styles.has(file))
        .map(toAddress),
  }
}

function toAddress(file: string): string {
  return `/${file}`
}
