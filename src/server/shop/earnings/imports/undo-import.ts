import type { EarningImport } from '../../../../contract/shop/earning-imports.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { removeEvents } from '../ledger/ledger.repo.ts'
import { deleteFile } from './import-files.repo.ts'
import type { NextState, Work } from './import-step.ts'
import { changeImport, deleteLinks, findDependent } from './imports.repo.ts'
import { FIRST_BATCH, nextBatch } from './next-batch.ts'

/** Removes the rows of an import from the ledger; continues after the last batch that was committed. */
export async function undoImport({ db, now, signal }: Work, item: EarningImport): Promise<NextState> {
  const dependent = await findDependent(db, item.id)
  if (dependent) return { state: 'done', error: dependentSentence(dependent.fileName) }
  let batch = FIRST_BATCH
  for (let done = item.rowsDone; ; ) {
    const started = performance.now()
    const removed = await db.transaction().execute(async (transaction) => {
      const count = await removeEvents(transaction, item.id, batch)
      await changeImport(transaction, item.id, ['undoing'], { rowsDone: done + count, attempts: 0 })
      return count
    })
    if (removed === 0) break
    done += removed
    batch = nextBatch(batch, performance.now() - started)
    await yieldToEventLoop(signal)
  }
  await deleteFile(db, item.id)
  await deleteLinks(db, item.id)
  return { state: 'undone', error: null, finishedAt: now }
}

export const dependentSentence = (fileName: string) =>
  `“${fileName}” was imported later and builds on rows of this file. Please undo that import first.`
