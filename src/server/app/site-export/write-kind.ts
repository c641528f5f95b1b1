import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { SiteExportKind, SiteExportProgress } from '../../../contract/app/site-exports.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { packFolder } from './static/pack-folder.ts'
import type { WriteStatic } from './static/write-static.ts'
import { writeArchive } from './write-archive.ts'
import { ghostCompanions, writeGhost } from './write-ghost.ts'
import { writeWordpress } from './write-wordpress.ts'
import { createZipWriter } from './zip-writer.ts'

export type WriteOptions = {
  db: Db
  media: BlobStorage
  origin: string
  isPublic: boolean
  /** Absent where pages cannot be rendered in a process of their own. */
  writeStatic: WriteStatic | undefined
  /** An empty folder. */
  folder: string
  now: Date
  signal: AbortSignal
  onProgress: (progress: SiteExportProgress) => void
}

/** Writes an export of any kind as one file into a folder, and returns the file. */
export async function writeKind(kind: SiteExportKind, { folder, ...options }: WriteOptions): Promise<string> {
  const file = path.join(folder, kind === 'wordpress' ? 'site.xml' : 'site.zip')
  if (kind === 'archive') await writeArchive({ ...options, file })
  if (kind === 'wordpress') await writeWordpress({ ...options, file })
  if (kind === 'ghost') await writeGhostFiles(file, { folder, ...options })
  if (kind === 'static') await writeStaticFile(file, { folder, ...options })
  return file
}

/** The files of Ghost, which its settings take one by one, in one file. */
async function writeGhostFiles(file: string, { folder, ...options }: WriteOptions): Promise<void> {
  const parts = path.join(folder, 'parts')
  await mkdir(parts, { mode: 0o700 })
  await writeGhost({ ...options, file: path.join(parts, 'ghost.zip') })
  const zip = createZipWriter(file, options)
  for (const name of ['ghost.zip', ...Object.values(ghostCompanions)])
    await zip.add(name, createReadStream(path.join(parts, name)), { isPacked: name.endsWith('.zip') })
  await zip.end()
}

async function writeStaticFile(
  file: string,
  { folder, isPublic, writeStatic, onProgress, ...options }: WriteOptions,
): Promise<void> {
  if (!isPublic)
    throw new Error('The pages name the address of the site, and this one has none yet: set SITE_URL first.')
  if (!writeStatic) throw new Error('Only the built program renders the pages: run "npm run build", then "npm start".')
  const pages = path.join(folder, 'pages')
  await writeStatic(pages, { ...options, onProgress: (counts) => onProgress({ step: 'pages', ...counts }) })
  await packFolder(pages, file, {
    ...options,
    onProgress: (done, total) => onProgress({ step: 'packing', done, total }),
  })
}
