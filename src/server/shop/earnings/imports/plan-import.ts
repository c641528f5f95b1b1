import type { EarningImport } from '../../../../contract/shop/earning-imports.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { isAllKnown, isFetched } from './fetched-imports.repo.ts'
import { withFile } from './import-files.repo.ts'
import type { NextState, Work } from './import-step.ts'
import { changeImport, deleteImport, findImportDetails } from './imports.repo.ts'
import { stageRows } from './stage-rows.ts'
import { deleteStaged } from './staged-rows.repo.ts'

/** Makes the dry run: stages the rows of the file and compares them with the ledger. */
export async function planImport(work: Work, item: EarningImport): Promise<NextState | undefined> {
  const { db, signal } = work
  await deleteStaged(db, item.id, signal)
  const details = await findImportDetails(db, item.id)
  if (!details?.choices || !details.survey) throw new ReportProblem('Please choose how the file is read.')
  const { choices, survey } = details
  await changeImport(db, item.id, ['reading'], {
    rowsDone: 0,
    rowCount: survey.reduce((sum, { rows }) => sum + rows, 0),
  })
  const found = await withFile(db, item, ({ path }) =>
    stageRows(work, { importId: item.id, path, choices, survey }, (rowsDone) =>
      changeImport(db, item.id, ['reading'], { rowsDone }),
    ),
  )
  if (!found) throw new ReportProblem('The file is not here any more. Please choose it again.')
  const isConfirmed = await isFetched(db, item.id)
  if (isConfirmed && isAllKnown(found.plan)) {
    await deleteStaged(db, item.id, signal)
    await deleteImport(db, item.id)
    return undefined
  }
  return {
    state: isConfirmed ? 'writing' : 'ready',
    ...(isConfirmed && { confirmedAt: work.now }),
    plan: found.plan,
    rowCount: found.rowCount,
    rowsDone: 0,
    error: null,
  }
}
