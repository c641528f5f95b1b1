import type { Logger } from 'pino'
import type { ImportStep } from '../../../contract/app/site-imports.ts'
import type { ImageStore } from '../../content/images/image-store.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/schema.ts'
import { faultOf } from '../../platform/health/faults.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import type { BlobStorage } from '../../platform/storage/blob-storage.ts'
import {
  type AdminImport,
  choicesOf,
  countAllItems,
  deleteItems,
  findAdminImport,
  isArchive,
  saveSurvey,
  sourceOf,
} from './admin-imports.repo.ts'
import { applyImport } from './apply-import.ts'
import { bringInArchive } from './bring-in-archive.ts'
import { checkSitemap } from './check-sitemap.ts'
import { type ExportFiles, openExport } from './export-files.ts'
import { createImportUploads } from './import-uploads.ts'
import { saveNoteGroups } from './note-groups.ts'
import { readSitemap } from './old-sitemap.ts'
import { planImport } from './plan-import.ts'
import { readExport } from './read-export.ts'
import { addItems, updateImport } from './site-imports.repo.ts'
import { SourceError } from './source-records.ts'
import { openWordPressSite } from './sources/wordpress-site.ts'
import { surveyImport } from './survey-import.ts'
import { undoImport } from './undo-import.ts'

export type StepOptions = {
  db: Db
  dataDir: string
  images: ImageStore
  media: BlobStorage
  guardedRequest: GuardedRequest
  clock: () => Date
  log: Logger
}

/** An import with something to do, which its state says. */
export type ImportWork = Pick<AdminImport, 'id'> & { state: keyof typeof steps }

/** The data of the process that does it. */
export type ImportProcessData = {
  config: Pick<
    Config,
    | 'databaseUrl'
    | 'databaseListenUrl'
    | 'dataDir'
    | 'mediaDir'
    | 'mediaBucket'
    | 'mediaCacheDir'
    | 'mediaCacheBytes'
    | 'origin'
    | 'logLevel'
  >
  work: ImportWork
}

type Report = (progress: { step: ImportStep; done: number }) => void
export type StepRun = { signal: AbortSignal; reportProgress: Report }

/** In milliseconds, between two checks whether the owner has cancelled it. */
const CHECK_MS = 500

/** Does what waits of an import, from its first step or from where a killed process has ended; nothing if its state is another one. */
export async function takeStep(
  options: StepOptions,
  work: ImportWork,
  { signal, reportProgress }: StepRun,
): Promise<void> {
  const { db } = options
  const item = await findAdminImport(db, work.id)
  if (item?.state !== work.state) return
  const cancelled = new AbortController()
  const look = setInterval(async () => {
    const found = await findAdminImport(db, item.id).catch(() => item)
    if (found?.state !== item.state) cancelled.abort(new Error('The import was cancelled'))
  }, CHECK_MS).unref()
  try {
    const run = { signal: AbortSignal.any([signal, cancelled.signal]), reportProgress }
    await steps[work.state](options, item, run)
  } catch (error) {
    signal.throwIfAborted()
    if (!(await isCancelled(db, item))) await noteFailure(options, item, error)
  } finally {
    clearInterval(look)
  }
}

/** Whether the owner has discarded or stopped it, whatever was thrown because of that. */
async function isCancelled(db: Db, { id, state }: AdminImport): Promise<boolean> {
  return (await findAdminImport(db, id))?.state !== state
}

/** An outage passes, and the job tries again; a survey can be started again, and a stopped import continued. */
export async function noteFailure(
  { db, log }: Pick<StepOptions, 'db' | 'log'>,
  { id, state }: Pick<AdminImport, 'id' | 'state'>,
  error: unknown,
): Promise<void> {
  if (faultOf(error) || !(error instanceof SourceError || state === 'reading')) throw error
  if (!(error instanceof SourceError)) log.error({ err: error }, 'an export could not be surveyed')
  const message = error instanceof Error ? error.message : String(error)
  if (state === 'reading') await deleteItems(db, id)
  await updateImport(db, id, { state: state === 'reading' ? 'failed' : 'stopped', error: message.slice(0, 500) })
}

const steps = { reading: survey, importing: carryOut, undoing: undo }

async function survey(
  options: StepOptions,
  item: AdminImport,
  { signal, reportProgress: report }: StepRun,
): Promise<void> {
  const { db } = options
  const importId = item.id
  // Those of a process that was killed.
  await deleteItems(db, importId)
  const counting = setInterval(async () => {
    const done = await countAllItems(db, importId).catch(() => undefined)
    if (done !== undefined) report({ step: 'reading', done })
  }, CHECK_MS).unref()
  await withExport(options, { item, signal }, (files) =>
    readExport(db, { importId, files, siteUrl: sourceOf(item).siteUrl, signal }),
  ).finally(() => clearInterval(counting))
  report({ step: 'planning', done: 0 })
  await planImport(db, { importId, coverOfOthers: choicesOf(item).cover, signal })
  await checkOldSitemap(options, item, signal)
  const { site_url: siteUrl } = (await findAdminImport(db, importId))!
  await saveSurvey(db, importId, await surveyImport(db, { importId, siteUrl, signal }))
  await saveNoteGroups(db, importId, signal)
  await updateImport(db, importId, { state: 'planned' })
}

/** A sitemap that cannot be read is a note, since the import does not need it. */
async function checkOldSitemap(
  { db, guardedRequest: request, clock }: StepOptions,
  item: AdminImport,
  signal: AbortSignal,
): Promise<void> {
  const { sitemap } = sourceOf(item)
  if (!sitemap) return
  const importId = item.id
  try {
    const addresses = readSitemap(sitemap, { request, signal })
    await checkSitemap(db, { importId, addresses, now: clock().toISOString(), signal })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const record = { type: 'problem', kind: 'unreadable', item: sitemap, text: error.message } as const
    await addItems(db, importId, [{ sourceKey: 'sitemap', name: sitemap, record }])
  }
}

async function carryOut(
  options: StepOptions,
  item: AdminImport,
  { signal, reportProgress: report }: StepRun,
): Promise<void> {
  const { db, dataDir, images, guardedRequest, clock } = options
  const onProgress = (step: ImportStep, done: number) => report({ step, done })
  if (isArchive(item)) return bringInArchive(db, item.id, { ...options, signal, onProgress })
  const choices = choicesOf(item)
  try {
    await withExport(options, { item, signal }, (files) =>
      applyImport(db, {
        importId: item.id,
        images,
        request: choices.fetchesPictures ? guardedRequest : undefined,
        files: files.pictures,
        coverOfOthers: choices.cover,
        products: choices,
        menu: choices.menu,
        takesChanges: choices.takesChanges,
        clock,
        signal,
        onProgress,
      }),
    )
    // Kept for an import that is stopped, which may go on.
    if (usesUploads(item)) await createImportUploads(dataDir).clear()
  } catch (error) {
    await saveNoteGroups(db, item.id, new AbortController().signal)
    throw error
  }
}

async function undo(
  { db, clock }: StepOptions,
  { id }: AdminImport,
  { signal, reportProgress: report }: StepRun,
): Promise<void> {
  report({ step: 'undoing', done: 0 })
  await undoImport(db, id, { now: clock().toISOString(), signal })
}

const usesUploads = (item: AdminImport) => sourceOf(item).folder === null && !sourceOf(item).wordpress

async function withExport<T>(
  { dataDir, guardedRequest: request }: StepOptions,
  { item, signal }: { item: AdminImport; signal: AbortSignal },
  use: (files: ExportFiles) => Promise<T>,
): Promise<T> {
  const { folder, wordpress } = sourceOf(item)
  if (wordpress) return use(openWordPressSite(wordpress, { request, signal }))
  const uploads = createImportUploads(dataDir)
  const paths = folder === null ? await uploads.paths() : [uploads.pathOf(folder)]
  if (paths.length === 0) throw new SourceError('The uploaded files are not on this machine any more.')
  const files = await openExport(paths)
  try {
    return await use(files)
  } finally {
    files.close()
  }
}
