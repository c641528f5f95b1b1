import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ProductChoices } from '../contract/app/site-imports.ts'
import { isWebUrl } from '../contract/platform/urls.ts'
import { applyImport } from '../server/app/site-import/apply-import.ts'
import { checkSitemap } from '../server/app/site-import/check-sitemap.ts'
import { type ExportFiles, openExport } from '../server/app/site-import/export-files.ts'
import { type ExportKind, kindNames } from '../server/app/site-import/export-kinds.ts'
import { DECODED_AT_ONCE } from '../server/app/site-import/import-pictures.ts'
import { readSitemap } from '../server/app/site-import/old-sitemap.ts'
import { planImport } from '../server/app/site-import/plan-import.ts'
import { readExport } from '../server/app/site-import/read-export.ts'
import {
  beginImport,
  deleteImport,
  findInterruptedImport,
  findLastImport,
  type ItemLine,
  listItemLines,
  reportCells,
  reportHeader,
} from '../server/app/site-import/site-imports.repo.ts'
import { openWordPressSite } from '../server/app/site-import/sources/wordpress-site.ts'
import { undoImport } from '../server/app/site-import/undo-import.ts'
import { createImageStore } from '../server/content/images/image-store.ts'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { commandLine } from '../server/platform/command-line.ts'
import type { Config } from '../server/platform/config.ts'
import type { Db } from '../server/platform/db/schema.ts'
import { csvText } from '../server/platform/http/csv.ts'
import { createGuardedRequest, type GuardedRequest } from '../server/platform/http/guarded-request.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { count, orUsageError, quoted, withDatabase } from './import-file.ts'
import { purgeAfterWrite } from './purge-after-write.ts'
import { UsageError } from './usage-error.ts'

/** Items that are named for one note. */
const SHOWN = 5

type Options = {
  isDryRun: boolean
  isFetching: boolean
  coverOfOthers: string
  products: ProductChoices
  /** The slug of the menu for the header; '' for none. */
  menu: string
  takesChanges: boolean
  siteUrl: string
  /** The path or the URL of the old site's sitemap. */
  sitemap: string | undefined
  report: string | undefined
}

/** Imports an export of another system, or says what an import would do; repeated, it continues or takes over what is new. */
export async function importSite(kind: ExportKind, args: string[]): Promise<void> {
  const { paths, isUndo, ...options } = readArguments(args)
  const stopping = new AbortController()
  const command = commandLine('import', kind, ...args.filter((each) => each !== '--dry-run').map(quoted))
  for (const signal of stopSignals)
    process.on(signal, () => stopping.abort(new Error(`Stopped. ${command} continues.`)))
  await withDatabase(async (db, config) => {
    if (isUndo) await undo(db, stopping.signal)
    else await run(db, { config, kind, paths, options, signal: stopping.signal, command })
    if (!options.isDryRun) await purgeAfterWrite(config)
  })
}

function readArguments(args: string[]) {
  const options = {
    'dry-run': { type: 'boolean' },
    'no-fetch': { type: 'boolean' },
    undo: { type: 'boolean' },
    cover: { type: 'string' },
    'product-boxes': { type: 'string' },
    'affiliate-links': { type: 'string' },
    'product-category': { type: 'string' },
    menu: { type: 'string' },
    'keep-texts': { type: 'boolean' },
    site: { type: 'string' },
    sitemap: { type: 'string' },
    report: { type: 'string' },
  } as const
  const { values, positionals } = orUsageError(() => parseArgs({ args, options, allowPositionals: true }))
  const isUndo = values.undo ?? false
  if (!isUndo && positionals.length === 0) throw new UsageError('Please name the file or the folder of the export.')
  const siteUrl = values.site ?? ''
  if (siteUrl && !isWebUrl(siteUrl))
    throw new UsageError('--site: Please write the address of the old site, such as https://old.example')
  return {
    paths: positionals,
    isUndo,
    isDryRun: values['dry-run'] ?? false,
    isFetching: !values['no-fetch'],
    coverOfOthers: values.cover ?? '',
    products: {
      productBoxes: oneOf(values, 'product-boxes', ['notes', 'links']),
      affiliateLinks: oneOf(values, 'affiliate-links', ['links', 'products']),
      productCategory: values['product-category'] ?? '',
    },
    siteUrl,
    menu: values.menu ?? '',
    takesChanges: !values['keep-texts'],
    sitemap: values.sitemap,
    report: values.report,
  }
}

/** The first word is the default. */
function oneOf<Word extends string>(
  values: Record<string, unknown>,
  option: string,
  words: readonly [Word, ...Word[]],
): Word {
  const given = values[option] ?? words[0]
  const word = words.find((each) => each === given)
  if (!word) throw new UsageError(`--${option}: Please write ${words.join(' or ')}`)
  return word
}

type Run = {
  config: Config
  kind: ExportKind
  paths: string[]
  options: Options
  signal: AbortSignal
  command: string
}

async function run(db: Db, given: Run): Promise<void> {
  const { config, kind, paths, signal } = given
  const request = createGuardedRequest({ userAgent: `Dewlight (${config.origin})` })
  const [address = ''] = paths
  const files =
    kind === 'wordpress' && isWebUrl(address)
      ? openWordPressSite(address, { request, signal })
      : await openExport(paths)
  try {
    if (files.kind !== kind)
      throw new Error(
        `This is an export of ${kindNames[files.kind]}. To import it: ${commandLine('import', files.kind, ...paths.map(quoted))}`,
      )
    await runWith(db, { ...given, files, request })
  } finally {
    files.close()
  }
}

type Opened = Run & { files: ExportFiles; request: GuardedRequest }

async function runWith(db: Db, given: Opened): Promise<void> {
  const { config, kind, paths, options, signal, command, files } = given
  const request = options.isFetching ? given.request : undefined
  const names = files.read ? paths : files.documents.map(({ name }) => name.split('/').at(-1))
  const fileName = names.join(', ').slice(0, 300)
  const interrupted = await findInterruptedImport(db, fileName)
  const importId = interrupted?.id ?? (await plan(db, { files, fileName, options, request, signal }))
  if (interrupted) console.log('An import of this file was interrupted: it goes on where it ended.')
  if (options.isDryRun) {
    await report(db, importId, options)
    if (!interrupted) await deleteImport(db, importId)
    console.log(`\nNothing was written. To import, leave out --dry-run: ${command}`)
    return
  }
  const clock = () => new Date()
  await applyImport(db, {
    importId,
    clock,
    signal,
    coverOfOthers: options.coverOfOthers,
    products: options.products,
    menu: options.menu,
    takesChanges: options.takesChanges,
    files: files.pictures,
    images: createImageStore(openStorage(config), { atOnce: DECODED_AT_ONCE.command }),
    request,
    onProgress: showProgress(),
  })
  await report(db, importId, options)
  console.log(`\nImported. To take it back: ${commandLine('import', kind, '--undo')}`)
}

type Plan = {
  files: ExportFiles
  fileName: string
  options: Options
  request: GuardedRequest | undefined
  signal: AbortSignal
}

async function plan(db: Db, { files, fileName, options, request, signal }: Plan): Promise<number> {
  const importId = await beginImport(db, fileName, new Date().toISOString())
  try {
    await readExport(db, { importId, files, siteUrl: options.siteUrl, signal })
    await planImport(db, { importId, coverOfOthers: options.coverOfOthers, products: options.products, signal })
    if (options.sitemap) {
      const addresses = readSitemap(options.sitemap, { request, signal })
      const found = await checkSitemap(db, { importId, addresses, now: new Date().toISOString(), signal })
      console.log(
        `Sitemap: ${count(found.addresses, 'address', 'addresses')}, of which ${found.missing.toLocaleString('en-US')} would lead to nothing`,
      )
    }
    return importId
  } catch (error) {
    await deleteImport(db, importId)
    throw error
  }
}

async function undo(db: Db, signal: AbortSignal): Promise<void> {
  const last = await findLastImport(db)
  if (!last) throw new Error('There is no import to take back.')
  await undoImport(db, last.id, { now: new Date().toISOString(), signal })
  console.log(`The import of ${last.file_name} was taken back. Its texts are in the trash for 30 days.`)
}

/** In milliseconds. */
const PROGRESS_MS = 5000

function showProgress() {
  let shownAt = performance.now()
  return (step: string, done: number) => {
    if (performance.now() - shownAt < PROGRESS_MS) return
    shownAt = performance.now()
    console.log(`${step}: ${done.toLocaleString('en-US')}`)
  }
}

async function report(db: Db, importId: number, { report: file }: Options): Promise<void> {
  const lines = await listItemLines(db, importId)
  for (const type of Object.keys(names) as ItemLine['type'][]) {
    const ofType = lines.filter((line) => line.type === type)
    if (ofType.length > 0) console.log(`${names[type]}: ${countStates(ofType)}`)
  }
  printNotes(lines)
  if (!file) return
  await writeFile(file, csvText(reportHeader, lines.map(reportCells)))
  console.log(`\nEach of the ${count(lines.length, 'item')} is in ${file}.`)
}

const names: Record<ItemLine['type'], string> = {
  text: 'Posts and pages',
  category: 'Categories',
  picture: 'Pictures',
  link: 'Short links',
  product: 'Products in boxes and links',
  menu: 'Menus',
  fragment: 'Synced patterns',
  comment: 'Comments, which are kept but not shown to readers',
  problem: 'Other items and faults',
}

function countStates(lines: readonly ItemLine[]): string {
  const counts = Map.groupBy(lines, ({ state }) => state)
  return [...counts].map(([state, { length }]) => `${length.toLocaleString('en-US')} ${stateNames[state]}`).join(', ')
}

const stateNames: Record<ItemLine['state'], string> = {
  waiting: 'to import',
  done: 'imported',
  unchanged: 'unchanged',
  kept: 'kept as they are here',
  'left-out': 'left out',
  failed: 'failed',
  undone: 'taken back',
}

/** Each note once, with the first items that it is about. */
function printNotes(lines: readonly ItemLine[]): void {
  const notes = Map.groupBy(
    lines.flatMap(({ name, notes }) => notes.map((note) => ({ name, note }))),
    ({ note }) => note,
  )
  for (const [note, items] of notes) {
    const shown = items.slice(0, SHOWN).map(({ name }) => `“${name}”`)
    const more = items.length > SHOWN ? ` and ${(items.length - SHOWN).toLocaleString('en-US')} more` : ''
    console.log(`  ${note}\n    ${shown.join(', ')}${more}`)
  }
}
