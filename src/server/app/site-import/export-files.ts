import { createReadStream, type Stats } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isZip, openZip } from '../../platform/zip-archive.ts'
import type { ExportFile } from './export-file.ts'
import { type ExportDocument, type ExportKind, sortExport } from './export-kinds.ts'
import { SourceError, type SourceRecord } from './source-records.ts'

/** The files of an export on this machine. */
export type ExportFiles = {
  kind: ExportKind
  /** The files with texts, in the order of their names. */
  documents: ExportDocument[]
  /** A picture by the key of its address. */
  pictures: ReadonlyMap<string, ExportFile>
  /** Reads a site on the internet, which has no documents. */
  read?: () => AsyncIterable<SourceRecord>
  /** Closes the archives. */
  close(): void
}

/** Files of folders and archives at most. */
const FILES_MAX = 500_000

/** Texts shrink to a tenth, pictures hardly; everything is read entry by entry, and nothing is unpacked to the disk. */
const zipLimits = { entries: FILES_MAX, unpackedBytes: 20 * 1024 ** 3, ratio: 200 }

/**
 * Lists files, folders and ZIP archives with everything in them; links of the file system and archives in archives are not
 * followed. Throws `SourceError`.
 */
export async function openExport(paths: readonly string[]): Promise<ExportFiles> {
  const archives: { close: () => void }[] = []
  const close = () => {
    for (const archive of archives) archive.close()
  }
  try {
    const files: ExportFile[] = []
    for (const each of paths) {
      for (const file of await listFiles(each)) {
        const mayBeArchive = file.path === each || /\.zip$/i.test(file.name)
        if (!mayBeArchive || !(await isArchive(file.path))) {
          files.push(file)
          continue
        }
        const archive = await openArchive(file.path)
        archives.push(archive)
        files.push(...archive.files)
      }
      if (files.length > FILES_MAX)
        throw new SourceError(`“${each}” holds more than ${FILES_MAX.toLocaleString('en-US')} files.`)
    }
    const sorted = await sortExport(files)
    const within = files.find(({ name }) => /\.zip$/i.test(name))
    if (!sorted && within)
      throw new SourceError(`There is a ZIP file in the ZIP file. Unpack it, and choose “${within.name}”.`)
    if (!sorted)
      throw new SourceError(
        `There is no export in ${paths.map((each) => `“${each}”`).join(', ')}: no XML file of WordPress, no JSON file of Ghost, no posts.csv of Substack and no Markdown.`,
      )
    const keyOf = (name: string) => pictureKey(sorted.kind === 'markdown' ? `export:/${name}` : name)
    const pictures = files
      .filter(({ name }) => /\.(?:jpe?g|png|gif|webp|avif)$/i.test(name))
      .map((file) => [keyOf(file.name), file] as const)
    return { ...sorted, pictures: new Map(pictures), close }
  } catch (error) {
    close()
    throw error
  }
}

type DiskFile = ExportFile & { path: string }

/** The file, or those of the folder. */
async function listFiles(given: string): Promise<DiskFile[]> {
  const found = await stat(given).catch((error: NodeJS.ErrnoException) => {
    throw new SourceError(`“${given}” cannot be read (${error.code}).`)
  })
  if (!found.isDirectory()) return [diskFile(given, path.basename(given), found)]
  const entries = (await readdir(given, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  if (entries.length > FILES_MAX) throw new SourceError(`“${given}” holds more than ${FILES_MAX} files.`)
  const files: DiskFile[] = []
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(given, file).split(path.sep).join('/')
    if (isContent({ name })) files.push(diskFile(file, name, await stat(file)))
  }
  return files
}

/** Not a file of the system, of Git or of a build. */
const isContent = ({ name }: { name: string }) => !/(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(name)

const diskFile = (file: string, name: string, { size, mtime }: Stats): DiskFile => ({
  path: file,
  name,
  bytes: size,
  modifiedAt: mtime,
  open: () => createReadStream(file),
})

/** Whatever its name is: an uploaded file may have none. */
async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const start = Buffer.alloc(4)
    await handle.read(start, 0, start.length, 0)
    return isZip(start)
  } finally {
    await handle.close()
  }
}

async function openArchive(file: string): Promise<{ files: ExportFile[]; close: () => void }> {
  const { entries, close } = await openZip(file, {
    kind: 'ZIP file',
    limits: zipLimits,
    toError: (message) => new SourceError(`“${path.basename(file)}”: ${message}`),
  })
  const files = entries.filter(isContent).map(({ name, bytes, modifiedAt, open: openEntry }) => ({
    name,
    bytes,
    modifiedAt,
    async *open() {
      for await (const chunk of await openEntry()) yield chunk as Buffer
    },
  }))
  return { files, close }
}

/**
 * The part of an address or of a path by which the picture is known: what follows `uploads/` of WordPress or `content/images/` of
 * Ghost, else all of it. `export:/` stands before the exact path of a file of the export.
 */
export function pictureKey(address: string): string {
  if (address.startsWith('export:/')) return address.slice('export:/'.length).normalize('NFC')
  const plain = decoded(address.replace(/[?#].*$/s, ''))
  const own =
    /(?:^|\/)(?:uploads|blogs\.dir\/\d+\/files|content\/images(?:\/size\/w\d+(?:h\d+)?)?(?:\/format\/\w+)?)\/(.+)$/
  return (own.exec(plain)?.[1] ?? plain.replace(/^(?:https?:)?\/+/, '')).normalize('NFC')
}

/** The key of the whole picture, for one of the sizes that WordPress makes of it. */
export function wholePictureKey(key: string): string {
  return key.replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, '')
}

/** Percent-decoded, if it can be. */
export function decoded(text: string): string {
  try {
    // No database stores a NUL.
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}
