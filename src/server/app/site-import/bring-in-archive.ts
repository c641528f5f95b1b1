import type { ImportStep } from '../../../contract/app/site-imports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { faultOf } from '../../platform/health/faults.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import { importArchive } from '../site-export/import-archive.ts'
import { createImportUploads } from './import-uploads.ts'
import { updateImport } from './site-imports.repo.ts'

type BringInOptions = {
  dataDir: string
  media: BlobStorage
  clock: () => Date
  signal: AbortSignal
  onProgress: (step: ImportStep, done: number) => void
}

/**
 * Imports the uploaded archive, in one transaction with the state of its import: one that is killed begins again, and one that fails or
 * is cancelled leaves nothing.
 */
export async function bringInArchive(db: Db, importId: number, options: BringInOptions): Promise<void> {
  const { dataDir, clock, signal, onProgress } = options
  const uploads = createImportUploads(dataDir)
  try {
    const [file] = await uploads.paths()
    if (!file) throw new Error('The uploaded files are not on this machine any more.')
    let checked = 0
    await importArchive(db, file, {
      ...options,
      now: clock(),
      onFile: () => onProgress('checking', ++checked),
      onWrite: () => onProgress('archive', 0),
      async onImported(transaction) {
        await updateImport(transaction, importId, { state: 'done', finished_at: clock().toISOString() })
      },
    })
  } catch (error) {
    signal.throwIfAborted()
    if (faultOf(error)) throw error
    const message = error instanceof Error ? error.message : String(error)
    await updateImport(db, importId, { state: 'failed', error: message.slice(0, 500) })
    return
  }
  await uploads.clear()
}
