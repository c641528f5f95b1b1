import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { createZipWriter } from '../zip-writer.ts'

type PackOptions = { now: Date; signal: AbortSignal; onProgress: (done: number, total: number) => void }

/** Writes all files of a folder into a ZIP file. */
export async function packFolder(folder: string, file: string, { onProgress, ...options }: PackOptions): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  const zip = createZipWriter(file, options)
  for (const [done, each] of files.toSorted().entries()) {
    onProgress(done, files.length)
    const name = path.relative(folder, each).split(path.sep).join('/')
    await zip.add(name, createReadStream(each), { isPacked: /\.(?:avif|webp|jpg|png|woff2)$/.test(name) })
  }
  await zip.end()
}
