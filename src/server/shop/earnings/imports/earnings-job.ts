import type { EarningImport, ImportState, SurveyPart } from '../../../../contract/shop/earning-imports.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { ConnectOptions } from '../../../platform/db/connect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { copyConversions, mergeReportedConversions } from '../ledger/conversion-events.repo.ts'
import { recordEvents, removeEvents } from '../ledger/ledger.repo.ts'
import { toEvent } from '../ledger/ledger-event.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { type ReportSurvey, surveyReports } from '../reports/report-reader.ts'
import { createAttribution } from './attribution.repo.ts'
import { countRow, emptyPlan } from './count-outcomes.ts'
import { isAllKnown, isFetched } from './fetched-imports.repo.ts'
import { deleteFile, withFile } from './import-files.repo.ts'
import {
  changeImport,
  countAttempts,
  deleteImport,
  deleteLinks,
  findDependent,
  findImport,
  findImportDetails,
  listImportsIn,
} from './imports.repo.ts'
import { findMappings } from './mappings.repo.ts'
import { planImport, type Work } from './plan-import.ts'
import { proposeByTrackingIds } from './propose-currency.repo.ts'
import { chooseOptions, headerKey, toMappedTables } from './report-options.ts'
import { deleteStaged, listStaged } from './staged-rows.repo.ts'

/** Rows of a transaction. */
const BATCH = 1000
/** A step that has not ended this often has ended its thread or its process: it is not started again. */
const ATTEMPTS_MAX = 2
/** For reading a file once, in milliseconds; half a million rows take two minutes on a slow machine. */
const READING_MS = 10 * 60_000
/** Files that were never confirmed are discarded after so many milliseconds. */
const ABANDONED_MS = 14 * 24 * 60 * 60 * 1000

/** Imports half way through a write come first. */
const working: readonly ImportState[] = ['undoing', 'writing', 'reading', 'surveying']
const unconfirmed: readonly ImportState[] = ['uploading', 'questions', 'ready']

/** What a thread needs to do it. */
export type EarningsThreadData = {
  database: Pick<ConnectOptions, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>
  now: string
}

/** Whether an error is of the machine or the database, which says nothing about the file. */
type IsOutage = (error: unknown) => boolean

export async function hasEarningsWork(db: Db): Promise<boolean> {
  return (await listImportsIn(db, working)).length > 0
}

/** Does what imports wait for, one after the other. Each step starts again, or continues, after a kill. */
export async function runEarnings(
  db: Db,
  { now, signal, isOutage = () => false }: { now: string; signal: AbortSignal; isOutage?: IsOutage },
): Promise<void> {
  const { timeZone, currency } = (await readSettings(db)).settings
  const work: Work = { db, now, timeZone, signal }
  await copyConversions(db, { currency, now, signal })
  await mergeReportedConversions(db, signal)
  for (;;) {
    signal.throwIfAborted()
    const item = (await listImportsIn(db, working)).toSorted(
      (a, b) => working.indexOf(a.state) - working.indexOf(b.state) || a.id - b.id,
    )[0]
    if (!item) break
    await takeStep(work, item, isOutage)
  }
  await discardAbandoned(work)
}

async function takeStep(work: Work, item: EarningImport, isOutage: IsOutage): Promise<void> {
  const { db } = work
  const attempts = await countAttempts(db, item.id)
  if (attempts >= ATTEMPTS_MAX) {
    await changeImport(db, item.id, [item.state], { state: 'failed', error: endedSentence(item), finishedAt: work.now })
    return
  }
  // Stored before the step: if that ends the thread, nothing can be stored after it.
  await changeImport(db, item.id, [item.state], { attempts: attempts + 1 })
  try {
    if (item.state === 'undoing') await undo(work, item)
    else if (item.state === 'writing') await write(work, item)
    else await read(work, item)
  } catch (error) {
    // A fault of the step itself counts, so that it does not stop all other imports for good.
    if (work.signal.aborted || isOutage(error)) await changeImport(db, item.id, [item.state], { attempts })
    throw error
  }
}

function endedSentence({ state }: EarningImport): string {
  if (state === 'writing') return 'The import stopped twice at the same row. Please undo it and import the file again.'
  if (state === 'undoing') return 'Undoing the import stopped twice at the same row. Please try again.'
  return 'Reading the file stopped the program twice. It may be damaged: please download the report again.'
}

async function read(work: Work, item: EarningImport): Promise<void> {
  const limit = AbortSignal.timeout(READING_MS)
  const bounded = { ...work, signal: AbortSignal.any([work.signal, limit]) }
  try {
    if (item.state === 'surveying') await survey(bounded, item)
    else await plan(bounded, item)
  } catch (error) {
    work.signal.throwIfAborted()
    // Discarded meanwhile.
    if (!(await findImport(work.db, item.id))) return
    const problem = limit.aborted
      ? new ReportProblem('Reading the file takes more than ten minutes. Please split it, for instance by month.')
      : error
    if (!(problem instanceof ReportProblem)) {
      // Otherwise it would fail again and again.
      const sentence = 'The file could not be read, because of a fault of the server. Please try again.'
      await changeImport(work.db, item.id, [item.state], { state: 'failed', error: sentence })
      throw error
    }
    // The owner may answer the questions in another way.
    const state = item.state === 'reading' ? 'questions' : 'failed'
    await changeImport(work.db, item.id, [item.state], { state, error: problem.message })
  }
}

async function survey({ db, signal }: Work, item: EarningImport): Promise<void> {
  const found = await withFile(db, item, async ({ path, hash }) => {
    const parts = await surveyReports(path, { signal })
    const remembered = await findMappings(db, parts.map(headerKey))
    const mapped = toMappedTables(parts, remembered)
    const isMapped = Object.keys(mapped).length > 0
    return { hash, remembered, parts: isMapped ? await surveyReports(path, { mapped, signal }) : parts }
  })
  if (!found) throw new ReportProblem('The upload is incomplete. Please choose the file again.')
  const { hash, remembered } = found
  const parts = shareProposal(await Promise.all(found.parts.map((part) => completeSurvey(db, part))))
  // What was fetched is written with a decimal point, whatever its amounts look like.
  if (await isFetched(db, item.id))
    for (const part of parts) {
      part.decimal = 'point'
      part.questions = part.questions.filter((question) => question !== 'decimal')
    }
  const choices = chooseOptions(parts, remembered)
  await changeImport(db, item.id, ['surveying'], {
    state: choices ? 'reading' : 'questions',
    fileHash: hash,
    survey: parts,
    choices: choices ?? null,
    error: null,
  })
}

/** The sheets of one workbook have one currency: one that names no marketplace gets the proposal of another. */
function shareProposal(parts: SurveyPart[]): SurveyPart[] {
  const source = parts.find(({ proposal }) => proposal)
  if (!source?.proposal) return parts
  const { currency, reason } = source.proposal
  const shared = { currency, reason: reason.replace(/^its rows/, `the rows of ${source.part}`) }
  const isOpen = ({ network, questions, proposal }: SurveyPart) =>
    network === source.network && questions.includes('currency') && !proposal
  return parts.map((part) => (isOpen(part) ? { ...part, proposal: shared } : part))
}

/** Proposes the currency of the program that the tracking IDs of a table belong to, where nothing else tells it. */
async function completeSurvey(db: Db, { trackingIds, proposal, ...part }: ReportSurvey): Promise<SurveyPart> {
  return { ...part, proposal: proposal ?? (await proposeByTrackingIds(db, trackingIds)) }
}

async function plan(work: Work, item: EarningImport): Promise<void> {
  const { db, signal } = work
  await deleteStaged(db, item.id, signal)
  const details = await findImportDetails(db, item.id)
  if (!details?.choices || !details.survey) throw new ReportProblem('Please choose how the file is read.')
  const { choices, survey: parts } = details
  await changeImport(db, item.id, ['reading'], {
    rowsDone: 0,
    rowCount: parts.reduce((sum, { rows }) => sum + rows, 0),
  })
  const found = await withFile(db, item, ({ path }) =>
    planImport(work, { item, path, choices, survey: parts }, (rowsDone) =>
      changeImport(db, item.id, ['reading'], { rowsDone }),
    ),
  )
  if (!found) throw new ReportProblem('The file is not here any more. Please choose it again.')
  const isConfirmed = await isFetched(db, item.id)
  if (isConfirmed && isAllKnown(found.plan)) {
    await deleteStaged(db, item.id, signal)
    return deleteImport(db, item.id)
  }
  await changeImport(db, item.id, ['reading'], {
    state: isConfirmed ? 'writing' : 'ready',
    ...(isConfirmed && { confirmedAt: work.now }),
    plan: found.plan,
    rowCount: found.rowCount,
    rowsDone: 0,
    error: null,
  })
}

/** Continues after the last row that was committed. */
async function write({ db, now, timeZone, signal }: Work, item: EarningImport): Promise<void> {
  const isAttributed = await createAttribution(db)
  const withSimilar = (await findImportDetails(db, item.id))?.choices?.withSimilar ?? false
  const isLeftOut = ({ isSimilar }: { isSimilar: boolean }) => isSimilar && !withSimilar
  const result = item.rowsDone > 0 && item.plan ? item.plan : { ...emptyPlan() }
  if (item.rowsDone === 0 && item.plan) {
    result.assumptions = item.plan.assumptions
    result.rejected = item.plan.rejected
    result.rejectedRows = item.plan.rejectedRows
  }
  const fileTotals = new Map(item.plan?.totals.map(({ currency, fileTotal }) => [currency, fileTotal]))
  for (let done = item.rowsDone; done < item.rowCount; ) {
    const { last, rows } = await listStaged(db, item.id, done, BATCH)
    if (last === undefined) {
      const error = 'The rows of this file are not here any more. Please undo the import and import the file again.'
      await changeImport(db, item.id, ['writing'], { state: 'failed', error, finishedAt: now })
      return
    }
    const [left, taken] = [rows.filter(isLeftOut), rows.filter((row) => !isLeftOut(row))]
    const events = taken.map(({ row, occurrence }) =>
      toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
    )
    await db.transaction().execute(async (transaction) => {
      const outcomes = await recordEvents(transaction, events, item.id)
      for (const [index, outcome] of outcomes.entries()) {
        const { row } = taken[index]!
        countRow(result, { ...row, outcome, isAttributed: isAttributed(row) })
      }
      for (const { row } of left) countRow(result, { ...row, outcome: 'similar', isAttributed: isAttributed(row) })
      for (const totals of result.totals) totals.fileTotal = fileTotals.get(totals.currency) ?? null
      const isMine = await changeImport(transaction, item.id, ['writing'], { rowsDone: last, attempts: 0, result })
      if (!isMine) throw new Error('The import is not being written any more')
    })
    done = last
    await yieldToEventLoop(signal)
  }
  await deleteStaged(db, item.id, signal)
  await deleteFile(db, item.id)
  await changeImport(db, item.id, ['writing'], { state: 'done', finishedAt: now })
}

async function undo({ db, now, signal }: Work, item: EarningImport): Promise<void> {
  const dependent = await findDependent(db, item.id)
  if (dependent) {
    const error = dependentSentence(dependent.fileName)
    await changeImport(db, item.id, ['undoing'], { state: 'done', error })
    return
  }
  for (let done = item.rowsDone; ; ) {
    const removed = await db.transaction().execute(async (transaction) => {
      const count = await removeEvents(transaction, item.id, BATCH)
      await changeImport(transaction, item.id, ['undoing'], { rowsDone: done + count, attempts: 0 })
      return count
    })
    if (removed === 0) break
    done += removed
    await yieldToEventLoop(signal)
  }
  await deleteStaged(db, item.id, signal)
  await deleteFile(db, item.id)
  await db.transaction().execute(async (transaction) => {
    await deleteLinks(transaction, item.id)
    await changeImport(transaction, item.id, ['undoing'], { state: 'undone', error: null, finishedAt: now })
  })
}

export const dependentSentence = (fileName: string) =>
  `“${fileName}” was imported later and builds on rows of this file. Please undo that import first.`

async function discardAbandoned({ db, now, signal }: Work): Promise<void> {
  const before = new Date(Date.parse(now) - ABANDONED_MS).toISOString()
  for (const item of await listImportsIn(db, [...unconfirmed, 'failed'])) {
    if (item.createdAt >= before || item.confirmedAt !== null) continue
    await deleteStaged(db, item.id, signal)
    await deleteImport(db, item.id)
  }
}
