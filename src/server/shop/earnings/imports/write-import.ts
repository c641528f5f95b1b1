import type { EarningImport, ImportPlan } from '../../../../contract/shop/earning-imports.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { recordEvents } from '../ledger/ledger.repo.ts'
import { toEvent } from '../ledger/ledger-event.ts'
import { createAttribution } from './attribution.repo.ts'
import { countRow, emptyPlan } from './count-outcomes.ts'
import { deleteFile } from './import-files.repo.ts'
import type { NextState, Work } from './import-step.ts'
import { changeImport, findImportDetails } from './imports.repo.ts'
import { FIRST_BATCH, nextBatch } from './next-batch.ts'
import { deleteStaged, listStaged } from './staged-rows.repo.ts'

/** Writes the staged rows into the ledger; continues after the last row that was committed. */
export async function writeImport({ db, now, timeZone, signal }: Work, item: EarningImport): Promise<NextState> {
  const isAttributed = await createAttribution(db)
  const withSimilar = (await findImportDetails(db, item.id))?.choices?.withSimilar ?? false
  const result = resultSoFar(item)
  const fileTotals = new Map(item.plan?.totals.map(({ currency, fileTotal }) => [currency, fileTotal]))
  let batch = FIRST_BATCH
  for (let done = item.rowsDone; done < item.rowCount; ) {
    const started = performance.now()
    const { last, rows } = await listStaged(db, item.id, done, batch)
    if (last === undefined) {
      const error = 'The rows of this file are not here any more. Please undo the import and import the file again.'
      return { state: 'failed', error, finishedAt: now }
    }
    const taken = rows.filter(({ isSimilar }) => withSimilar || !isSimilar)
    const events = taken.map(({ row, occurrence }) =>
      toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
    )
    await db.transaction().execute(async (transaction) => {
      const outcomes = await recordEvents(transaction, events, item.id)
      for (const [index, { row }] of taken.entries())
        countRow(result, { ...row, outcome: outcomes[index]!, isAttributed: isAttributed(row) })
      for (const { row, isSimilar } of rows)
        if (isSimilar && !withSimilar) countRow(result, { ...row, outcome: 'similar', isAttributed: isAttributed(row) })
      for (const totals of result.totals) totals.fileTotal = fileTotals.get(totals.currency) ?? null
      const isMine = await changeImport(transaction, item.id, ['writing'], { rowsDone: last, attempts: 0, result })
      if (!isMine) throw new Error('The import is not being written any more')
    })
    done = last
    batch = nextBatch(batch, performance.now() - started)
    await yieldToEventLoop(signal)
  }
  await deleteStaged(db, item.id, signal)
  await deleteFile(db, item.id)
  return { state: 'done', finishedAt: now }
}

/** The counts of the rows that were written; before the first of them, what the dry run says of the file. */
function resultSoFar({ plan, rowsDone }: EarningImport): ImportPlan {
  if (!plan) return emptyPlan()
  return rowsDone > 0 ? plan : { ...plan, totals: [] }
}
