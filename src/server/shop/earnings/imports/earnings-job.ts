import type { EarningImport, ImportState } from '../../../../contract/shop/earning-imports.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { ConnectOptions } from '../../../platform/db/connect.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { copyConversions, mergeReportedConversions } from '../ledger/conversion-events.repo.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { sumMonths } from '../summary/month-sums.repo.ts'
import type { ImportStep, Work } from './import-step.ts'
import {
  changeImport,
  countAttempts,
  deleteImport,
  findImport,
  listImportsIn,
  listWithLeftRows,
} from './imports.repo.ts'
import { planImport } from './plan-import.ts'
import { deleteStaged } from './staged-rows.repo.ts'
import { surveyImport } from './survey-import.ts'
import { undoImport } from './undo-import.ts'
import { writeImport } from './write-import.ts'

/** A step that has not ended this often has ended its thread or its process: it is not started again. */
const ATTEMPTS_MAX = 2
/** Half a million rows take two minutes on a slow machine. */
const READING_MS = 10 * 60_000
/** Files that were never confirmed are discarded after this time. */
const ABANDONED_MS = 14 * 24 * 60 * 60 * 1000

/** The step that follows each state; imports half way through a write come first. */
const steps: { state: ImportState; step: ImportStep }[] = [
  { state: 'undoing', step: undoImport },
  { state: 'writing', step: writeImport },
  { state: 'reading', step: reading(planImport) },
  { state: 'surveying', step: reading(surveyImport) },
]
const working = steps.map(({ state }) => state)
const unconfirmed: readonly ImportState[] = ['uploading', 'questions', 'ready']

/** The data of the thread that does it. */
export type EarningsThreadData = {
  database: Pick<ConnectOptions, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>
  now: string
}

/** Whether an error is of the machine or the database, which says nothing about the file. */
type IsOutage = (error: unknown) => boolean

export async function hasEarningsWork(db: Db): Promise<boolean> {
  return (await listImportsIn(db, working)).length + (await listWithLeftRows(db)).length > 0
}

/** Takes the steps that imports wait for, one after the other. */
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
    const waiting = await listImportsIn(db, working)
    const next = steps.flatMap(({ state, step }) => {
      const item = waiting.find((each) => each.state === state)
      return item ? [{ item, step }] : []
    })[0]
    if (!next) break
    await takeStep(work, next.item, { step: next.step, isOutage })
  }
  // After the steps, because the owner waits for these.
  for (const id of await listWithLeftRows(db)) await deleteStaged(db, id, signal)
  await discardAbandoned(work)
  await sumMonths(db, { signal })
}

/** Takes a step and stores the state after it. */
async function takeStep(
  work: Work,
  item: EarningImport,
  { step, isOutage }: { step: ImportStep; isOutage: IsOutage },
): Promise<void> {
  const { db } = work
  const attempts = await countAttempts(db, item.id)
  if (attempts >= ATTEMPTS_MAX) {
    await changeImport(db, item.id, [item.state], { state: 'failed', error: endedSentence(item), finishedAt: work.now })
    return
  }
  // Stored before the step: if that ends the thread, nothing can be stored after it.
  await changeImport(db, item.id, [item.state], { attempts: attempts + 1 })
  try {
    const next = await step(work, item)
    if (next) await changeImport(db, item.id, [item.state], next)
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

/** A step that reads the file: it takes ten minutes at most, and a problem of the file is its result. */
function reading(step: ImportStep): ImportStep {
  return async (work, item) => {
    const limit = AbortSignal.timeout(READING_MS)
    try {
      return await step({ ...work, signal: AbortSignal.any([work.signal, limit]) }, item)
    } catch (error) {
      work.signal.throwIfAborted()
      // Discarded meanwhile.
      if (!(await findImport(work.db, item.id))) return undefined
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
      return { state: item.state === 'reading' ? 'questions' : 'failed', error: problem.message }
    }
  }
}

async function discardAbandoned({ db, now, signal }: Work): Promise<void> {
  const before = new Date(Date.parse(now) - ABANDONED_MS).toISOString()
  for (const item of await listImportsIn(db, [...unconfirmed, 'failed'])) {
    if (item.createdAt >= before || item.confirmedAt !== null) continue
    await deleteStaged(db, item.id, signal)
    await deleteImport(db, item.id)
  }
}
