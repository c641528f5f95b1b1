import type { EarningImport, ImportPlan } from '../../../../contract/shop/earning-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { recordEvents } from '../ledger/ledger.repo.ts'
import { toEvent } from '../ledger/ledger-event.ts'
import { createAttribution } from './attribution.repo.ts'
import { countRow, emptyPlan } from './count-outcomes.ts'
import { deleteFile } from './import-files.repo.ts'
import type { NextState, Work } from './import-step.ts'
import { changeImport, findImportDetails, findWritten, type WriteWindow } from './imports.repo.ts'
import { FIRST_BATCH, nextBatch } from './next-batch.ts'
import { byDay } from './rows-by-day.ts'
import { type ListedRow, listStaged } from './staged-rows.repo.ts'

/** Rows that are sorted and written together; all of them are in memory. */
const WINDOW = 16_000

type Writing = Work & {
  item: EarningImport
  withSimilar: boolean
  isAttributed: Awaited<ReturnType<typeof createAttribution>>
  result: ImportPlan
  fileTotals: ReadonlyMap<string, number | null>
  /** Rows of the next transaction. */
  batch: number
}

/** Writes the staged rows into the ledger; continues after the last row that was committed. */
export async function writeImport(work: Work, item: EarningImport): Promise<NextState> {
  const { db, now } = work
  const written = await findWritten(db, item.id)
  // Before the first row, what the dry run says of the file.
  let { window, ...result } = written.result ?? { ...(item.plan ?? emptyPlan()), totals: [] }
  const writing: Writing = {
    ...work,
    item,
    withSimilar: (await findImportDetails(db, item.id))?.choices?.withSimilar ?? false,
    isAttributed: await createAttribution(db),
    result,
    fileTotals: new Map(item.plan?.totals.map(({ currency, fileTotal }) => [currency, fileTotal])),
    batch: FIRST_BATCH,
  }
  for (let done = written.from; done < item.rowCount; ) {
    const { last, rows } = await readWindow(db, item.id, done, window?.size ?? WINDOW)
    if (last === undefined) {
      const error = 'The rows of this file are not here any more. Please undo the import and import the file again.'
      return { state: 'failed', error, finishedAt: now }
    }
    await writeWindow(writing, byDay(rows), { from: done, last, written: window?.written ?? 0 })
    done = last
    window = undefined
  }
  await deleteFile(db, item.id)
  return { state: 'done', finishedAt: now }
}

/** The rows after a position, read in parts so that their JSON is not in memory as a whole. */
async function readWindow(db: Db, importId: number, from: number, size: number) {
  const rows: ListedRow[] = []
  let last: number | undefined
  for (let left = size; left > 0; left -= READ_AT_ONCE) {
    const part = await listStaged(db, importId, last ?? from, Math.min(left, READ_AT_ONCE))
    if (part.last === undefined) break
    rows.push(...part.rows)
    last = part.last
  }
  return { last, rows }
}

const READ_AT_ONCE = 4000

/** Writes the rows of a window after the first `written`, in transactions that each store how far it is. */
async function writeWindow(
  writing: Writing,
  rows: readonly ListedRow[],
  { from, last, written }: { from: number; last: number; written: number },
): Promise<void> {
  const { db, item, result, signal } = writing
  for (let next = written; ; ) {
    const started = performance.now()
    const batch = rows.slice(next, next + writing.batch)
    next += batch.length
    const isLast = next >= rows.length
    const window: WriteWindow | undefined = isLast ? undefined : { size: last - from, written: next }
    await db.transaction().execute(async (transaction) => {
      await recordBatch(writing, transaction, batch)
      const isMine = await changeImport(transaction, item.id, ['writing'], {
        rowsDone: isLast ? last : from,
        attempts: 0,
        result: { ...result, window },
      })
      if (!isMine) throw new Error('The import is not being written any more')
    })
    writing.batch = nextBatch(writing.batch, performance.now() - started)
    await yieldToEventLoop(signal)
    if (isLast) return
  }
}

/** Records and counts rows. */
async function recordBatch(
  { item, timeZone, now, withSimilar, isAttributed, result, fileTotals }: Writing,
  db: Db,
  rows: readonly ListedRow[],
): Promise<void> {
  const taken = rows.filter(({ isSimilar }) => withSimilar || !isSimilar)
  const events = taken.map(({ row, occurrence }) =>
    toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
  )
  const outcomes = await recordEvents(db, events, item.id)
  for (const [index, { row }] of taken.entries())
    countRow(result, { ...row, outcome: outcomes[index]!, isAttributed: isAttributed(row) })
  for (const { row, isSimilar } of rows)
    if (isSimilar && !withSimilar) countRow(result, { ...row, outcome: 'similar', isAttributed: isAttributed(row) })
  for (const totals of result.totals) totals.fileTotal = fileTotals.get(totals.currency) ?? null
}
