import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** SHA-256 of the names and contents of all files in files and folders, except tests. What does not exist is left out. */
export function hashFiles(sources: string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** SHA-256 of the names, sizes and times of the same files: a change of contents that keeps all of them is deliberate. */
export function describeFiles(sources: string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) {
      const { size, mtimeMs, ctimeMs } = statSync(file)
      hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function filesOf(source: string): string[] {
  if (!existsSync(source)) return []
  if (statSync(source).isFile()) return [source]
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
