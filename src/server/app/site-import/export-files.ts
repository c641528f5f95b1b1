import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { SourceError } from './source-records.ts'

/** The files of an export on this machine. */
export type ExportFiles = {
  /** The files with texts, in the order of their names. */
  documents: { name: string; open: () => AsyncIterable<Buffer> }[]
  /** The path of a picture by the key of its address. */
  pictures: ReadonlyMap<string, string>
}

/** Files of folders at most. */
const FILES_MAX = 500_000

/** Lists files and folders with everything in them; links of the file system are not followed. Throws `SourceError`. */
export async function openExport(paths: readonly string[]): Promise<ExportFiles> {
  const files: string[] = []
  for (const each of paths) {
    const found = await stat(each).catch((error: NodeJS.ErrnoException) => {
      throw new SourceError(`“${each}” cannot be read (${error.code}).`)
    })
    if (found.isDirectory()) files.push(...(await listFiles(each)))
    else files.push(each)
    if (files.length > FILES_MAX) throw new SourceError(`“${each}” holds more than ${FILES_MAX} files.`)
  }
  const documents = files
    .filter((file) => /\.(?:xml|wxr|rss)$/i.test(file))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((file) => ({ name: path.basename(file), open: () => createReadStream(file) }))
  if (documents.length === 0)
    throw new SourceError(`There is no XML file in ${paths.map((each) => `“${each}”`).join(', ')}.`)
  const pictures = files
    .filter((file) => /\.(?:jpe?g|png|gif|webp|avif)$/i.test(file))
    .map((file) => [pictureKey(file.split(path.sep).join('/')), file] as const)
  return { documents, pictures: new Map(pictures) }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** The part of an address or of a path by which the picture is known: what follows `uploads/`, else all of it. */
export function pictureKey(address: string): string {
  const plain = decoded(address.replace(/[?#].*$/s, ''))
  return (
    /(?:^|\/)(?:uploads|blogs\.dir\/\d+\/files)\/(.+)$/.exec(plain)?.[1] ?? plain.replace(/^(?:https?:)?\/\//, '')
  ).normalize('NFC')
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
