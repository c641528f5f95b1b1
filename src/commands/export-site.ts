import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ExportOptions, type ExportProgress, writeArchive } from '../server/app/site-export/write-archive.ts'
import { ghostCompanions, writeGhost } from '../server/app/site-export/write-ghost.ts'
import { writeWordpress } from '../server/app/site-export/write-wordpress.ts'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { ifMissing } from '../server/platform/if-missing.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { count, orUsageError, withDatabase } from './import-file.ts'
import { UsageError } from './usage-error.ts'

/**
 * Writes what the owner has made as files that other programs read. Works while the site runs. `clientDir` has the built files of the
 * browser.
 */
export async function exportSite([kind, ...args]: string[], clientDir: string): Promise<void> {
  if (kind === 'static') return (await import('./export-static.ts')).exportStatic(args, clientDir)
  if (kind === undefined || !Object.hasOwn(extensions, kind))
    throw new UsageError(
      kind === undefined ? '' : `"${kind}" cannot be written: there are archive, wordpress, ghost and static.`,
    )
  const { positionals, values } = orUsageError(() =>
    parseArgs({ args, options: { force: { type: 'boolean' } }, allowPositionals: true }),
  )
  if (positionals.length > 1) throw new UsageError('Please name one file.')
  const stopping = new AbortController()
  for (const signal of stopSignals) process.on(signal, () => stopping.abort(new Error('Stopped: nothing was written.')))
  const now = new Date()
  const name = `dewlight-${kind}-${now.toISOString().slice(0, 10)}.${extensions[kind as Kind]}`
  const file = path.resolve(positionals[0] ?? name)
  const beside = kind === 'ghost' ? Object.values(ghostCompanions) : []
  if (!values.force) await refuseExisting([file, ...beside.map((each) => path.join(path.dirname(file), each))])
  await withDatabase(async (db, config) => {
    const { origin } = config
    const onProgress = showProgress()
    const options = { db, media: openStorage(config), file, origin, now, signal: stopping.signal, onProgress }
    const { texts, pictures, missing } = await write(kind as Kind, options)
    console.log(`${[count(texts, 'text'), count(pictures, 'picture')].join(' and ')}: ${file}`)
    if (missing.length > 0)
      console.log(`The storage does not have ${count(missing.length, 'picture')}: ${missing.slice(0, 10).join(', ')}.`)
    for (const each of beside) console.log(path.join(path.dirname(file), each))
  })
}

const extensions = { archive: 'zip', wordpress: 'xml', ghost: 'zip' } as const
type Kind = keyof typeof extensions

async function write(kind: Kind, options: ExportOptions) {
  if (kind === 'wordpress') return { missing: [], ...(await writeWordpress(options)) }
  if (kind === 'ghost') return { missing: [], ...(await writeGhost(options)) }
  const { texts, rows, missing } = await writeArchive(options)
  const written = Object.values(texts).reduce((sum, each) => sum + each, 0)
  return { texts: written, pictures: rows.media ?? 0, missing }
}

async function refuseExisting(files: readonly string[]): Promise<void> {
  for (const file of files)
    if (await stat(file).catch(ifMissing(undefined)))
      throw new Error(`"${file}" exists. Choose another name, or add --force to replace it.`)
}

/** In milliseconds. */
const PROGRESS_MS = 5000

function showProgress() {
  let shownAt = performance.now()
  return ({ step, done, total }: ExportProgress) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    console.log(`${step}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`)
  }
}
