import type { Context } from 'hono'
import type { EarningImport, ImportState } from '../../../../contract/shop/earning-imports.ts'
import * as contract from '../../../../contract/shop/earning-imports.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bind, bindStaged } from '../../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../../platform/http/form-data.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { storeChunk } from './import-files.repo.ts'
import {
  changeImport,
  createImport,
  deleteUnconfirmed,
  findDependent,
  findImport,
  findImportDetails,
  listImports,
  listImportsIn,
} from './imports.repo.ts'
import { saveMapping } from './mappings.repo.ts'
import { fieldChoices, formatChoices, headerKey, readOptions, toMapping } from './report-options.ts'
import { dependentSentence } from './undo-import.ts'

type EarningImportOptions = {
  /** Makes the job due, in the transaction of a request. */
  startJob(db: Db, name: 'earnings', run: { now: string; isManual: boolean }): Promise<{ afterCommit: () => void }>
}

export function earningImportRoutes({ startJob }: EarningImportOptions) {
  /** Starts the job, which works on an import in its new state. */
  const start: Start = async (db, item, now) => {
    const started = await startJob(db, 'earnings', { now, isManual: false })
    return { status: 202 as const, body: item, subject: item.fileName, ...started }
  }
  return [...uploadRoutes(start), ...writeRoutes(start)]
}

type Start = (
  db: Db,
  item: EarningImport,
  now: string,
) => Promise<{ status: 202; body: EarningImport; subject: string; afterCommit: () => void }>

function uploadRoutes(start: Start) {
  return [
    bind(contract.listEarningImports, async ({ db, query }) => {
      const { items, total } = await listImports(db, query)
      return { body: items, total }
    }),
    bind(contract.findEarningImport, async ({ db, params }) => {
      const details = await findImportDetails(db, params.id)
      return details && { body: { ...details, formats: formatChoices, fields: fieldChoices } }
    }),
    bind(contract.beginEarningImport, async ({ db, body, now }) => {
      await lockTable(db, 'earning_imports')
      const open = await listImportsIn(db, ['uploading', 'surveying', 'questions', 'reading', 'ready'])
      if (open.length >= contract.OPEN_IMPORTS_MAX)
        throw conflict(`There are ${open.length} unfinished imports. Please finish or discard one first.`)
      return { status: 201, body: await createImport(db, body, now), subject: body.fileName }
    }),
    bindStaged(contract.sendImportChunk, async ({ c, params, query, transact }) => {
      const bytes = await readChunk(c)
      return transact({ params, query, size: bytes.length }, async (db) => {
        const item = await findImport(db, params.id)
        if (!item) return undefined
        requireState(item, ['uploading'], 'This file is complete. Please start another import.')
        await storeChunk(db, item.id, query.position, bytes)
        return { body: {}, subject: item.fileName }
      })
    }),
    bind(contract.surveyEarningImport, async ({ db, params, now }) => {
      const item = await findImport(db, params.id)
      if (!item) return undefined
      // Sent again: it goes on.
      if (item.state !== 'uploading') return { status: 200 as const, body: item, subject: item.fileName }
      await changeImport(db, item.id, ['uploading'], { state: 'surveying' })
      return start(db, { ...item, state: 'surveying' }, now)
    }),
    bind(contract.planEarningImport, async ({ db, params, body, now }) => {
      const item = await findImportDetails(db, params.id)
      if (!item) return undefined
      requireState(item, ['questions', 'ready'], 'The file cannot be read again now.')
      const survey = item.survey ?? []
      for (const { part, options } of body.parts) {
        if (!survey.some((each) => each.part === part)) throw badRequest(`The file holds no table “${part}”.`)
        checkOptions(options)
      }
      const { survey: _, choices: __, sameFile: ___, ...summary } = item
      await changeImport(db, item.id, ['questions', 'ready'], {
        state: 'reading',
        choices: body,
        plan: null,
        error: null,
        rowsDone: 0,
      })
      return start(db, { ...summary, state: 'reading' }, now)
    }),
  ]
}

/** Everything after the dry run. */
function writeRoutes(start: Start) {
  return [
    bind(contract.confirmEarningImport, async ({ db, params, query, now }) => {
      await lockTable(db, 'earning_imports')
      const details = await findImportDetails(db, params.id)
      if (!details) return undefined
      const { survey, choices, sameFile: _, ...item } = details
      if (item.state === 'writing' || item.state === 'done')
        return { status: 200 as const, body: item, subject: item.fileName }
      requireState(item, ['ready'], 'Please look at the dry run first.')
      if ((await listImportsIn(db, ['undoing'])).length > 0)
        throw conflict('Another import is being undone. Please wait until that is done.')
      for (const { part, options } of choices?.parts ?? []) {
        const surveyed = survey?.find((each) => each.part === part)
        if (surveyed) await saveMapping(db, headerKey(surveyed), toMapping(options), now)
      }
      await changeImport(db, item.id, ['ready'], {
        state: 'writing',
        rowsDone: 0,
        confirmedAt: now,
        ...(choices && { choices: { ...choices, withSimilar: query.similar === 'import' } }),
      })
      return start(db, { ...item, state: 'writing' }, now)
    }),
    bind(contract.undoEarningImport, async ({ db, params, now }) => {
      await lockTable(db, 'earning_imports')
      const item = await findImport(db, params.id)
      if (!item) return undefined
      if (item.state === 'undoing' || item.state === 'undone')
        return { status: 200 as const, body: item, subject: item.fileName }
      if (item.confirmedAt === null) throw conflict('This import was not written, so there is nothing to undo.')
      if ((await listImportsIn(db, ['writing'])).length > 0)
        throw conflict('An import is being written. Please wait until that is done.')
      const dependent = await findDependent(db, item.id)
      if (dependent) throw conflict(dependentSentence(dependent.fileName))
      await changeImport(db, item.id, ['done', 'failed'], { state: 'undoing', rowsDone: 0, error: null })
      return start(db, { ...item, state: 'undoing' }, now)
    }),
    bind(contract.discardEarningImport, async ({ db, params }) => {
      await lockTable(db, 'earning_imports')
      const item = await findImport(db, params.id)
      if (!item) return undefined
      if (item.confirmedAt !== null) throw conflict('This import was written. Please undo it instead.')
      // The job may be reading the file, and stops when it finds the import gone.
      // The job may start to write a fetched report in this moment, without that lock.
      if (!(await deleteUnconfirmed(db, item.id))) throw conflict('This import was written. Please undo it instead.')
      return { body: {}, subject: item.fileName }
    }),
  ]
}

const conflict = (message: string) => new HttpError(409, message)

function requireState(item: EarningImport, states: readonly ImportState[], message: string): void {
  if (!states.includes(item.state)) throw conflict(message)
}

async function readChunk(c: Context): Promise<Uint8Array> {
  const data = await readFormData(c, contract.CHUNK_BYTES)
  const file = data.get('file')
  if (!(file instanceof File)) throw badRequest('Please send a part of the file in the field “file”')
  if (file.size > contract.CHUNK_BYTES) throw fileTooLarge(contract.CHUNK_BYTES)
  return new Uint8Array(await file.arrayBuffer())
}

/** Throws 400 for a format or a field that does not exist. */
function checkOptions(options: contract.PartOptions): void {
  try {
    readOptions(options)
  } catch (error) {
    throw error instanceof ReportProblem ? badRequest(error.message) : error
  }
}
