import path from 'node:path'
import { beginArchiveImport } from '../contract/app/site-imports.ts'
import { importArchive } from '../server/app/site-export/import-archive.ts'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { auditImport, count, withDatabase } from './import-file.ts'
import { purgeAfterWrite } from './purge-after-write.ts'
import { UsageError } from './usage-error.ts'

/** Brings an archive of `export archive` into a site without content. */
export async function importArchiveFile([file, ...more]: string[]): Promise<void> {
  if (file === undefined || more.length > 0) throw new UsageError('Please name one archive.')
  const stopping = new AbortController()
  for (const signal of stopSignals)
    process.on(signal, () => stopping.abort(new Error('Stopped: nothing was imported.')))
  await withDatabase(async (db, config) => {
    const now = new Date()
    const { texts, rows } = await importArchive(db, file, {
      ...{ media: openStorage(config), now, signal: stopping.signal },
      onImported: (transaction) =>
        auditImport(transaction, beginArchiveImport.path, path.basename(file), now.toISOString()),
    })
    await purgeAfterWrite(config)
    const read = Object.values(texts).reduce((sum, each) => sum + each, 0)
    console.log(
      `Imported ${count(read, 'text')}, ${count(rows.media ?? 0, 'picture')}, ${count(rows.products ?? 0, 'product')} and ${count(rows.subscribers ?? 0, 'subscriber')}.`,
    )
  })
}
