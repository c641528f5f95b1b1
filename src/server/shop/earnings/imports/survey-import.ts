import type { EarningImport, SurveyPart } from '../../../../contract/shop/earning-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { type ReportSurvey, surveyReports } from '../reports/report-reader.ts'
import { isFetched } from './fetched-imports.repo.ts'
import { withFile } from './import-files.repo.ts'
import type { NextState, Work } from './import-step.ts'
import { findMappings } from './mappings.repo.ts'
import { proposeByTrackingIds } from './propose-currency.repo.ts'
import { chooseOptions, headerKey, toMappedTables } from './report-options.ts'

/** Recognises the tables of the file, and what the owner has to choose. */
export async function surveyImport({ db, signal }: Work, item: EarningImport): Promise<NextState> {
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
  // A fetched report has decimal points, whatever its amounts look like.
  if (await isFetched(db, item.id))
    for (const part of parts) {
      part.decimal = 'point'
      part.questions = part.questions.filter((question) => question !== 'decimal')
    }
  const choices = chooseOptions(parts, remembered)
  return {
    state: choices ? 'reading' : 'questions',
    fileHash: hash,
    survey: parts,
    choices: choices ?? null,
    error: null,
  }
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
