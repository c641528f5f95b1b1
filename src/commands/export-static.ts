import path from 'node:path'
import { parseArgs } from 'node:util'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { readConfig } from '../server/platform/config.ts'
import { count, orUsageError, withDatabase } from './import-file.ts'
import { UsageError } from './usage-error.ts'

/** Writes the public site as files that any web server can send. `clientDir` has the built styles and fonts. */
export async function exportStatic(args: string[], clientDir: string): Promise<void> {
  const options = { address: { type: 'string' } } as const
  const { values, positionals } = orUsageError(() => parseArgs({ args, options, allowPositionals: true }))
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageError('Please name one folder.')
  if (path.extname(import.meta.filename) === '.ts')
    throw new Error(
      'These are the sources, which render no pages: run "npm run build", then "node bin/dewlight.js export static …".',
    )
  const config = readConfig({ ...process.env, ...(values.address ? { SITE_URL: values.address } : {}) })
  if (!config.isPublic)
    throw new UsageError(
      `Please say where the files will be: ${commandLine('export', 'static', folder)} --address https://…`,
    )
  const stopping = new AbortController()
  for (const signal of stopSignals)
    process.on(signal, () => stopping.abort(new Error('Stopped. The folder is as it was before.')))
  // Says so if the database is not migrated.
  await withDatabase(async () => {})
  const { exportStaticSite } = await import('../static-site.ts')
  const { pages, files, redirects, lost } = await exportStaticSite({
    config: { ...config, cdn: undefined },
    folder,
    clientDir,
    signal: stopping.signal,
    onProgress: showProgress(),
  })
  console.log(`${count(pages, 'page')}, ${count(files, 'file')} and ${count(redirects, 'redirect')} are in ${folder}.`)
  if (lost > 0) console.log(`${count(lost, 'redirect')} led to pages that are not in it.`)
}

/** In milliseconds. */
const PROGRESS_MS = 5000

function showProgress() {
  let shownAt = performance.now()
  return ({ done, total }: { done: number; total: number }) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    console.log(`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} pages or more`)
  }
}
