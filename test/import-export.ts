import { applyImport } from '../src/server/app/site-import/apply-import.ts'
import type { ExportFile } from '../src/server/app/site-import/export-file.ts'
import { openExport } from '../src/server/app/site-import/export-files.ts'
import { planImport } from '../src/server/app/site-import/plan-import.ts'
import { readExport } from '../src/server/app/site-import/read-export.ts'
import { beginImport, type ItemLine, listItemLines } from '../src/server/app/site-import/site-imports.repo.ts'
import { createImageStore } from '../src/server/content/images/image-store.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import type { BlobStorage } from '../src/server/platform/storage/blob-storage.ts'

type Options = {
  /** The address of the site that was exported. */
  siteUrl: string
  media: BlobStorage
  /** The pictures that the old site would send, from those in the export. */
  picturesFrom(found: ReadonlyMap<string, ExportFile>): ReadonlyMap<string, ExportFile>
  now: Date
}

/** Imports the file of an export without a request to its old site, and returns a line for each of its items. */
export async function importExport(
  db: Db,
  file: string,
  { siteUrl, media, picturesFrom, now }: Options,
): Promise<ItemLine[]> {
  const { signal } = new AbortController()
  const files = await openExport([file])
  const importId = await beginImport(db, file, now.toISOString())
  await readExport(db, { importId, files, siteUrl, signal })
  await planImport(db, { importId, coverOfOthers: '', signal })
  await applyImport(db, {
    importId,
    clock: () => now,
    signal,
    coverOfOthers: '',
    files: picturesFrom(files.pictures),
    images: createImageStore(media),
    request: undefined,
  })
  files.close()
  return listItemLines(db, importId)
}
