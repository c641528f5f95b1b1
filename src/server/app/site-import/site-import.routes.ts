import * as contract from '../../../contract/app/site-imports.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Cell } from '../../platform/http/csv.ts'
import { csvDownload } from '../../platform/http/csv.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { readPart } from '../../platform/http/part-files.ts'
import { listed } from '../../platform/http/replies.ts'
import {
  type AdminImport,
  applyCategoryChoices,
  canUndo,
  changeState,
  createAdminImport,
  describeImport,
  findAdminImport,
  findAdminImportIn,
  findChosenCategories,
  findUndoable,
  findWork,
  isArchive,
  isWorking,
  listNotedItems,
  saveChoices,
} from './admin-imports.repo.ts'
import { createImportUploads, type ImportUploads } from './import-uploads.ts'
import { deleteImport, findImport, reportCells, reportHeader, walkItemLines } from './site-imports.repo.ts'
import { findUploadedArchive } from './uploaded-archive.ts'

type SiteImportRoutesOptions = {
  db: Db
  dataDir: string
  /** Makes the job due, in the transaction of a request. */
  startJob(db: Db, name: 'site-import', run: { now: string; isManual: boolean }): Promise<{ afterCommit: () => void }>
}

const activeStates = ['reading', 'planned', 'importing', 'undoing'] as const

const conflict = (message: string) => new HttpError(409, message)

/** Throws while the files of an import are needed: it is not finished, or was stopped and can go on or be undone. */
async function requireFinished(db: Db, now: string): Promise<void> {
  const row = await findAdminImportIn(db, [...activeStates, 'stopped'])
  if (row?.state === 'stopped' && (await canUndo(db, row, now)))
    throw conflict('An import was stopped half-way. Please continue or undo it first.')
  if (row && row.state !== 'stopped')
    throw conflict('Another import is not finished. Please finish or cancel it first.')
}

export function siteImportRoutes(options: SiteImportRoutesOptions) {
  const uploads = createImportUploads(options.dataDir)
  return [...uploadRoutes(uploads), ...readRoutes(uploads), ...writeRoutes(options, uploads)]
}

function uploadRoutes(uploads: ImportUploads) {
  return [
    bind(contract.beginImportUpload, async ({ db, body, now }) => {
      await requireFinished(db, now)
      return { status: 201, body: await uploads.begin(body), subject: body.name }
    }),
    bindStaged(contract.sendImportPart, async ({ c, params: { id }, query: { offset } }) => {
      const received = await uploads.append(id, offset, await readPart(c))
      return received === undefined ? undefined : { body: { received } }
    }),
    bind(contract.finishImportUpload, async ({ db, params: { id }, body: { name }, now }) => {
      await requireFinished(db, now)
      const file = await uploads.finish(id, name)
      return file && { status: 201, body: file, subject: name }
    }),
    bind(contract.cancelImportUpload, async ({ params: { id } }) =>
      (await uploads.cancel(id)) ? { body: {} } : undefined,
    ),
    bind(contract.deleteImportFile, async ({ db, params: { name }, now }) => {
      await requireFinished(db, now)
      return (await uploads.remove(name)) ? { body: {}, subject: name } : undefined
    }),
  ]
}

function readRoutes(uploads: ImportUploads) {
  return [
    bind(contract.listSiteImports, async ({ db, now }) => {
      const row = (await findWork(db)) ?? (await findAdminImportIn(db))
      const current = row ? await describeImport(db, row, now) : null
      const { place } = uploads
      // Nothing can be chosen or undone meanwhile, and the page reads this again and again.
      if (row && isWorking(row))
        return { body: { files: [], archive: null, folders: [], place, current, undoable: null } }
      const last = await findUndoable(db, now)
      const undoable = last && last.id !== row?.id ? await describeImport(db, last, now) : null
      const [files, folders] = [await uploads.list(), await uploads.folders()]
      const archive = await findUploadedArchive(db, uploads)
      return { body: { files, archive, folders, place, current, undoable } }
    }),
    bind(contract.readImportSurvey, async ({ db, params: { id } }) => {
      const survey = (await findAdminImport(db, id))?.survey
      return survey ? { body: JSON.parse(survey) as contract.ImportSurvey } : undefined
    }),
    bind(contract.listImportItems, async ({ db, params: { id }, query }) =>
      (await findAdminImport(db, id)) ? listed(listNotedItems(db, id, query)) : undefined,
    ),
    bind(contract.downloadImportReport, async ({ db, params: { id } }) => {
      const row = await findAdminImport(db, id)
      if (!row) return undefined
      return { ...csvDownload(`import-${id}.csv`, reportHeader, reportPages(db, id)), subject: row.file_name }
    }),
  ]
}

async function* reportPages(db: Db, id: number): AsyncGenerator<Cell[][]> {
  for await (const lines of walkItemLines(db, id)) yield lines.map(reportCells)
}

function writeRoutes({ startJob }: SiteImportRoutesOptions, uploads: ImportUploads) {
  /** Starts the job for an import in its new state. */
  const start = async (db: Db, id: number, now: string) => {
    const row = await findImport(db, id)
    const started = await startJob(db, 'site-import', { now, isManual: true })
    return { status: 202 as const, body: await describeImport(db, row, now), subject: row.file_name, ...started }
  }
  return [
    bind(contract.beginSiteImport, async ({ db, body: { folder, ...addresses }, now }) => {
      const fileName = addresses.wordpress || (await nameOf(uploads, folder))
      await lockTable(db, 'site_imports')
      await requireFinished(db, now)
      return start(db, await createAdminImport(db, { fileName, source: { folder, ...addresses }, now }), now)
    }),
    bind(contract.beginArchiveImport, async ({ db, now }) => {
      const archive = await findUploadedArchive(db, uploads)
      if (!archive) throw new HttpError(422, 'Please upload the archive, and no other file.')
      await lockTable(db, 'site_imports')
      await requireFinished(db, now)
      if (archive.refusal) throw conflict(archive.refusal)
      const source = { isArchive: true, folder: null, siteUrl: archive.siteUrl } as const
      return start(db, await createAdminImport(db, { fileName: archive.name, source, now, state: 'importing' }), now)
    }),
    bind(contract.saveImportChoices, async ({ db, params: { id }, body, now }) => {
      const row = await findAdminImport(db, id)
      if (!row) return undefined
      if (row.state !== 'planned') throw conflict('This import does not wait for decisions.')
      const chosen = await findChosenCategories(db, body)
      if (Object.values(body.categories).some((choice) => choice !== 'leave-out' && !chosen.has(choice)))
        throw new HttpError(422, 'A category that was chosen is gone. Please choose another one.')
      await saveChoices(db, id, body)
      return { body: await describeImport(db, (await findAdminImport(db, id))!, now), subject: row.file_name }
    }),
    bind(contract.confirmSiteImport, async ({ db, params: { id }, now }) => {
      const row = await findAdminImport(db, id)
      if (!row) return undefined
      await lockTable(db, 'site_imports')
      const isPlanned = row.state === 'planned'
      const other = isPlanned ? undefined : await findAdminImportIn(db, activeStates)
      if (other) throw conflict('Another import is not finished. Please finish or cancel it first.')
      if (!(await changeState(db, id, ['planned', 'stopped'], 'importing')))
        throw conflict('This import cannot be carried out now.')
      if (isPlanned) await applyCategoryChoices(db, row)
      return start(db, id, now)
    }),
    bind(contract.cancelSiteImport, async ({ db, params: { id } }) => {
      // It may be confirmed at the same time.
      await lockTable(db, 'site_imports')
      const row = await findAdminImport(db, id)
      if (!row) return undefined
      await cancel(db, row)
      return { body: {}, subject: row.file_name }
    }),
    bind(contract.undoSiteImport, async ({ db, params: { id }, now }) => {
      await lockTable(db, 'site_imports')
      const row = await findUndoable(db, now)
      if (row?.id !== id && !(await findAdminImport(db, id))) return undefined
      const isPossible = row?.id === id && !(await findAdminImportIn(db, activeStates))
      if (!isPossible || !(await changeState(db, id, ['done', 'stopped'], 'undoing')))
        throw conflict('Only the last import can be undone, within 30 days, while no other one runs.')
      return start(db, id, now)
    }),
  ]
}

/** Throws 404 or 422. */
async function nameOf(uploads: ImportUploads, folder: string | null): Promise<string> {
  if (folder !== null) {
    if (!(await uploads.folders()).includes(folder)) throw notFound('This folder is not there any more.')
    return folder
  }
  const files = await uploads.list()
  if (files.length === 0) throw new HttpError(422, 'Please upload the files of the export first.')
  return files.map(({ name }) => name).join(', ')
}

/** A survey is discarded, and so is the import of an archive; what is imported stays, and the import can go on or be undone. The job notices it. */
async function cancel(db: Db, row: AdminImport): Promise<void> {
  const { id, state } = row
  if (state === 'reading' || state === 'planned' || state === 'failed') return deleteImport(db, id)
  if (!(await changeState(db, id, ['importing'], 'stopped'))) throw conflict('This import does not run.')
  // Its transaction has not ended, so nothing of it is written.
  if (isArchive(row)) await deleteImport(db, id)
}
