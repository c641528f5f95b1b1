import type { EarningImport, ImportState } from '../../../../contract/earning-imports.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { ConnectOptions } from '../../../platform/db/connect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { copyConversions, mergeReportedConversions } from '../ledger/conversion-events.repo.ts'
import { recordEvents, removeEvents } from '../ledger/ledger.repo.ts'
import { toEvent } from '../ledger/ledger-event.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { surveyReports } from '../reports/report-reader.ts'
import { createAttribution } from './attribution.repo.ts'
import { countRow, emptyPlan } from './count-outcomes.ts'
import { isAllKnown, isFetched } from './fetched-imports.repo.ts'
import { deleteFile, withFile } from './import-files.repo.ts'
import {
  changeImport,
  deleteImport,
  deleteLinks,
  findDependent,
  findImportDetails,
  listImportsIn,
} from './imports.repo.ts'
import { findMappings } from './mappings.repo.ts'
import { planImport, type Work } from './plan-import.ts'
import { chooseOptions, headerKey } from './report-options.ts'
import { deleteStaged, listStaged } from './staged-rows.repo.ts'

/** Rows of a transaction. */
const BATCH = 1000
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

export async function hasEarningsWork(db: Db): Promise<boolean> {
  return (await listImportsIn(db, working)).length > 0
}

/** Does what imports wait for, one after the other. Each step starts again, or continues, after a kill. */
export async function runEarnings(db: Db, { now, signal }: { now: string; signal: AbortSignal }): Promise<void> {
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
    await takeStep(work, item)
  }
  await discardAbandoned(work)
}

async function takeStep(work: Work, item: EarningImport): Promise<void> {
  if (item.state === 'undoing') return undo(work, item)
  if (item.state === 'writing') return write(work, item)
  try {
    if (item.state === 'surveying') await survey(work, item)
    else await plan(work, item)
  } catch (error) {
    work.signal.throwIfAborted()
    if (!(error instanceof ReportProblem)) {
      // Otherwise it would fail again and again.
      const sentence = 'The file could not be read, because of a fault of the server. Please try again.'
      await changeImport(work.db, item.id, [item.state], { state: 'failed', error: sentence })
      throw error
    }
    // The owner may answer the questions in another way.
    const state = item.state === 'reading' ? 'questions' : 'failed'
    await changeImport(work.db, item.id, [item.state], { state, error: error.message })
  }
}

async function survey({ db }: Work, item: EarningImport): Promise<void> {
  const found = await withFile(db, item, async ({ path, hash }) => ({ hash, parts: await surveyReports(path) }))
  if (!found) throw new ReportProblem('The upload is incomplete. Please choose the file again.')
  const { hash, parts } = found
  const choices = chooseOptions(parts, await findMappings(db, parts.map(headerKey)))
  await changeImport(db, item.id, ['surveying'], {
    state: choices ? 'reading' : 'questions',
    fileHash: hash,
    survey: parts,
    choices: choices ?? null,
    error: null,
  })
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
  const result = item.rowsDone > 0 && item.plan ? item.plan : { ...emptyPlan() }
  if (item.rowsDone === 0 && item.plan) {
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
    const events = rows.map(({ row, occurrence }) =>
      toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
    )
    await db.transaction().execute(async (transaction) => {
      const outcomes = await recordEvents(transaction, events, item.id)
      for (const [index, outcome] of outcomes.entries()) {
        const { row } = rows[index]!
        countRow(result, { ...row, outcome, isAttributed: isAttributed(row) })
      }
      for (const totals of result.totals) totals.fileTotal = fileTotals.get(totals.currency) ?? null
      const isMine = await changeImport(transaction, item.id, ['writing'], { rowsDone: last, result })
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
      await changeImport(transaction, item.id, ['undoing'], { rowsDone: done + count })
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
