import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ExportProgress, writeArchive } from '../server/app/site-export/write-archive.ts'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { count, orUsageError, withDatabase } from './import-file.ts'
import { UsageError } from './usage-error.ts'

/** Writes what the owner has made as files that other programs read. Works while the site runs. */
export async function exportSite([kind, ...args]: string[]): Promise<void> {
  if (kind !== 'archive')
    throw new UsageError(kind === undefined ? '' : `"${kind}" cannot be written: there is archive.`)
  const stopping = new AbortController()
  for (const signal of stopSignals) process.on(signal, () => stopping.abort(new Error('Stopped: nothing was written.')))
  const { positionals, values } = orUsageError(() =>
    parseArgs({ args, options: { force: { type: 'boolean' } }, allowPositionals: true }),
  )
  if (positionals.length > 1) throw new UsageError('Please name one file.')
  const now = new Date()
  const file = path.resolve(positionals[0] ?? `dewlight-${now.toISOString().slice(0, 10)}.zip`)
  if (!values.force && (await stat(file).catch(() => undefined)))
    throw new Error(`"${file}" exists. Choose another name, or add --force to replace it.`)
  await withDatabase(async (db, config) => {
    const { origin } = config
    const options = {
      db,
      media: openStorage(config),
      file,
      origin,
      now,
      signal: stopping.signal,
      onProgress: showProgress(),
    }
    const { texts, rows, missing } = await writeArchive(options)
    const written = Object.values(texts).reduce((sum, each) => sum + each, 0)
    console.log(`${count(written, 'text')} and ${count(rows.media ?? 0, 'picture')} are in ${file}.`)
    if (missing.length > 0)
      console.log(`The storage does not have ${count(missing.length, 'picture')}: ${missing.slice(0, 10).join(', ')}.`)
  })
}

/** In milliseconds. */
const PROGRESS_MS = 5000

function showProgress() {
  let shownAt = performance.now()
  return ({ step, part }: ExportProgress) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    console.log(`${step}: ${Math.floor(part * 100)} %`)
  }
}
