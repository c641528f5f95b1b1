import { createHash } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  IMPORT_BYTES_MAX,
  IMPORT_FILES_MAX,
  type ImportFile,
  importFileEndings,
} from '../../../contract/app/site-imports.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { appendPart, beginFile, receivedBytes, requireRoom } from '../../platform/http/part-files.ts'
import { ifMissing } from '../../platform/if-missing.ts'

/** Entries of the folder that are offered. */
const FOLDERS_MAX = 200
/** Its name begins with a dot, so that it is not offered. */
const UPLOADS = '.uploads'
const UNFINISHED = '.unfinished'

export type ImportUploads = ReturnType<typeof createImportUploads>

/**
 * The exports on this machine: what the owner put in the folder `imports` of the data folder, and what she uploads, in a folder
 * within it. The id of an upload follows from its name and size, so that a page that is opened again continues it.
 */
export function createImportUploads(dataDir: string) {
  const place = path.join(dataDir, 'imports')
  const folder = path.join(place, UPLOADS)
  const unfinished = (id: string) => path.join(folder, `${UNFINISHED}-${id}`)
  const sizeOf = (id: string) => Number(id.split('-')[1])

  async function list(): Promise<ImportFile[]> {
    const names = (await readdir(folder).catch(ifMissing([]))).filter((name) => !name.startsWith('.')).sort()
    const files = names.map(async (name) => ({ name, size: (await receivedBytes(path.join(folder, name))) ?? 0 }))
    return Promise.all(files)
  }

  /** Bytes of all files, as announced where they are not complete; without that of `id`. */
  async function reserved(id: string): Promise<{ bytes: number; files: number }> {
    const unfinishedIds = (await readdir(folder).catch(ifMissing([])))
      .filter((name) => name.startsWith(UNFINISHED))
      .map((name) => name.slice(UNFINISHED.length + 1))
      .filter((each) => each !== id)
    const sizes = [...(await list()).map(({ size }) => size), ...unfinishedIds.map(sizeOf)]
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
  }

  return {
    place,
    list,
    /** The path of one of the `folders`. */
    pathOf: (name: string) => path.join(place, path.basename(name)),
    /** The paths of the complete files. */
    paths: async () => (await list()).map(({ name }) => path.join(folder, name)),
    /** Begins or continues a file. Throws 413 or 507. */
    async begin({ name, size }: ImportFile): Promise<{ id: string; received: number }> {
      const id = uploadId(name, size)
      const others = await reserved(id)
      if (others.files >= IMPORT_FILES_MAX)
        throw new HttpError(
          413,
          `An export may have ${IMPORT_FILES_MAX} files at most. Please put them in one ZIP file.`,
        )
      if (others.bytes + size > IMPORT_BYTES_MAX)
        throw new HttpError(
          413,
          `The files of an export may have ${IMPORT_BYTES_MAX / 1024 ** 3} GB together at most. Please put larger ones in the folder ${place} of the server.`,
        )
      const received = await receivedBytes(unfinished(id))
      if (received !== undefined) return { id, received }
      await requireRoom(folder, size)
      await beginFile(unfinished(id))
      return { id, received: 0 }
    },
    append: (id: string, offset: number, part: Buffer) =>
      appendPart(unfinished(id), { size: sizeOf(id), offset, part }),
    /** Lists a complete file, in place of one with the same name. Undefined if it is not known; throws 409. */
    async finish(id: string, name: string): Promise<ImportFile | undefined> {
      const size = await receivedBytes(unfinished(id))
      if (size === undefined || uploadId(name, sizeOf(id)) !== id) return undefined
      if (size !== sizeOf(id)) throw new HttpError(409, 'The upload is not complete. Please continue it.')
      await rename(unfinished(id), path.join(folder, name))
      return { name, size }
    },
    cancel: (id: string) => remove(unfinished(id)),
    remove: (name: string) => remove(path.join(folder, name)),
    /** Deletes all uploads. */
    clear: () => rm(folder, { recursive: true, force: true }),
    /** Deletes uploads that were not touched since `before`. */
    async removeOld(before: Date): Promise<void> {
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        const found = await stat(path.join(folder, name)).catch(ifMissing(undefined))
        if (found && found.mtime < before) await rm(path.join(folder, name), { force: true })
      }
    },
    /** The names of what the owner put in the folder. */
    async folders(): Promise<string[]> {
      const entries = await readdir(place, { withFileTypes: true }).catch(ifMissing([]))
      return entries
        .filter((entry) => !entry.name.startsWith('.'))
        .filter((entry) => entry.isDirectory() || (entry.isFile() && isExportName(entry.name)))
        .map(({ name }) => name)
        .sort()
        .slice(0, FOLDERS_MAX)
    },
  }
}

const isExportName = (name: string) => importFileEndings.some((ending) => name.toLowerCase().endsWith(ending))

function uploadId(name: string, size: number): string {
  return `${createHash('sha256').update(name).digest('hex').slice(0, 16)}-${size}`
}

/** False if there is no such file. */
async function remove(file: string): Promise<boolean> {
  const isKnown = (await receivedBytes(file)) !== undefined
  await rm(file, { force: true })
  return isKnown
}
