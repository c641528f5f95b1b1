import { dayIn } from '../../../../contract/platform/days.ts'
import type { ImportChoices, ImportPlan, PartOptions, SurveyPart } from '../../../../contract/shop/earning-imports.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { findKnown } from '../ledger/ledger.repo.ts'
import { type LedgerEvent, toEvent } from '../ledger/ledger-event.ts'
import { createSaleIds, type SaleIds } from '../ledger/sale-ids.repo.ts'
import { findSimilar, pairSimilar, type SimilarRow, saleKey } from '../ledger/similar-sales.repo.ts'
import { declarationOf } from '../reports/report-formats.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { isRejected, REPORT_ROWS_MAX, readReport } from '../reports/report-reader.ts'
import type { ReportRow } from '../reports/report-row.ts'
import { createAttribution } from './attribution.repo.ts'
import { addFileTotal, countAsSimilar, countRejected, countRow, emptyPlan } from './count-outcomes.ts'
import type { Work } from './import-step.ts'
import { describeAssumptions, readOptions } from './report-options.ts'
import { findStaged, insertStaged, markSimilar, type RejectedRow, type StagedRow } from './staged-rows.repo.ts'

const BATCH = 2000

type Source = { importId: number; path: string; choices: ImportChoices; survey: SurveyPart[] }

type Staging = Work &
  Source & {
    onProgress: (rows: number) => Promise<unknown>
    plan: ImportPlan
    isAttributed: (row: ReportRow) => boolean
    saleIds: SaleIds
    /** Days after it are in the future. */
    today: string
    position: number
    /** Rows of the current part that have the same identity, by it. */
    occurrences: Map<string, number>
    /** The current batch. */
    rows: StagedRow[]
    rejected: RejectedRow[]
    similar: SimilarRow<Pick<StagedRow, 'position' | 'row'>>[]
  }

/** Where a day starts first: a network may be ahead of the site. */
const LATEST_ZONE = 'Pacific/Kiritimati'

/** Reads the file into staged rows and compares them with the ledger, which it leaves as it is. Throws `ReportProblem`. */
export async function stageRows(
  work: Work,
  source: Source,
  onProgress: Staging['onProgress'],
): Promise<{ plan: ImportPlan; rowCount: number }> {
  const staging: Staging = {
    ...work,
    ...source,
    onProgress,
    plan: emptyPlan(),
    isAttributed: await createAttribution(work.db),
    saleIds: await createSaleIds(work.db),
    today: dayIn(LATEST_ZONE, new Date(work.now)),
    position: 0,
    occurrences: new Map(),
    rows: [],
    rejected: [],
    similar: [],
  }
  for (const { part, options } of source.choices.parts) await stagePart(staging, part, options)
  await flush(staging)
  await separateSimilar(staging)
  const { plan, position } = staging
  if (position === 0 && plan.totals.length === 0)
    throw new ReportProblem('No table with sales was chosen, or the chosen ones have no rows.')
  return { plan, rowCount: position }
}

async function stagePart(staging: Staging, part: string, options: PartOptions): Promise<void> {
  const { plan, survey, path, signal } = staging
  const surveyed = survey.find((each) => each.part === part)
  const read = readOptions(options)
  if (!surveyed || !declarationOf(read.format).isLedger) return
  plan.assumptions.push(...describeAssumptions(surveyed, options))
  const total = surveyed.fileTotals
  const totalCurrency = total?.currency ?? options.currency ?? surveyed.currency
  // Two parts that hold the same report, as CSV and as TSV, are the same sales, like two files.
  await flush(staging)
  staging.saleIds.beginTable()
  staging.occurrences = new Map()
  if (total?.commissionMinor !== undefined && totalCurrency) addFileTotal(plan, totalCurrency, total.commissionMinor)
  for await (const found of readReport(path, part, read, signal)) {
    staging.position += 1
    if (staging.position > REPORT_ROWS_MAX)
      throw new ReportProblem(`The file has more than ${REPORT_ROWS_MAX.toLocaleString('en-US')} rows.`)
    stageRow(staging, found)
    if (staging.rows.length + staging.rejected.length >= BATCH) await flush(staging)
  }
}

function stageRow(
  { plan, today, position, occurrences, rows, rejected }: Staging,
  found: ReportRow | Omit<RejectedRow, 'position'>,
): void {
  const row = isRejected(found) ? found : (rejectFuture(found, today) ?? withoutNul(found))
  if (isRejected(row)) {
    countRejected(plan, row)
    rejected.push({ position, ...row })
  } else {
    const occurrence = row.hasOwnId ? 1 : count(occurrences, `${row.network} ${row.externalId}`)
    rows.push({ position, row, occurrence })
  }
}

async function flush(staging: Staging): Promise<void> {
  const { db, signal, importId, plan, isAttributed, saleIds, rejected } = staging
  const resolved = await saleIds.resolve(staging.rows)
  const rows = staging.rows.map((staged, index) => ({ ...staged, ...resolved[index] }))
  const entries = rows.map((staged) => ({ ...staged, event: eventOf(staging, staged) }))
  const known = await findKnown(
    db,
    entries.map(({ event }) => event),
  )
  for (const event of await findEarlier(staging, rows)) known.add(event)
  const candidates = []
  for (const { position, row, event } of entries) {
    const outcome = known.add(event)
    countRow(plan, { ...row, outcome, isAttributed: isAttributed(row) })
    if (outcome === 'new' && !row.hasOwnId) candidates.push({ position, row, event })
  }
  for (const { staged, sales } of await findSimilar(db, candidates))
    staging.similar.push({ staged: { position: staged.position, row: staged.row }, sales })
  await insertStaged(db, importId, rows, rejected)
  staging.rows = []
  staging.rejected = []
  await staging.onProgress(staging.position)
  await yieldToEventLoop(signal)
}

/** Rows of the same sales earlier in the file. Those without an id of their own differ by occurrence within a part. */
async function findEarlier(staging: Staging, batch: StagedRow[]): Promise<LedgerEvent[]> {
  const hasParts = staging.choices.parts.length > 1
  const ids = batch.filter(({ row }) => row.hasOwnId || hasParts).map(({ row }) => row.externalId)
  const earlier = await findStaged(staging.db, staging.importId, [...new Set(ids)])
  return earlier.map((staged) => eventOf(staging, staged))
}

function eventOf({ importId, timeZone, now }: Staging, { row, occurrence }: StagedRow): LedgerEvent {
  return toEvent(row, { occurrence, origin: 'import', importId, timeZone, now })
}

/** Runs at the end, because the row of a sale may stand anywhere in the file. */
async function separateSimilar({ db, importId, plan, similar }: Staging): Promise<void> {
  const ids = similar.flatMap(({ sales }) => sales.map(({ external_id }) => external_id))
  const staged = await findStaged(db, importId, [...new Set(ids)])
  const inFile = new Set(staged.map(({ row, occurrence }) => saleKey({ external_id: row.externalId, occurrence })))
  const pairs = pairSimilar(similar, (sale) => inFile.has(saleKey(sale)))
  for (const { row } of pairs) countAsSimilar(plan, row)
  const positions = pairs.map(({ position }) => position)
  await markSimilar(db, importId, positions)
}

/** A sale of tomorrow is one whose date was read in a wrong way, such as 3/4/80. */
function rejectFuture({ row, orderedAt, postedAt, clickedAt }: ReportRow, today: string) {
  const future = [orderedAt, postedAt, clickedAt].find((at) => at !== null && at.slice(0, 10) > today)
  return future ? { row, reason: `The sale is dated ${future.slice(0, 10)}, which is in the future.` } : undefined
}

function count(occurrences: Map<string, number>, key: string): number {
  const next = (occurrences.get(key) ?? 0) + 1
  occurrences.set(key, next)
  return next
}

/** PostgreSQL stores no NUL characters. */
function withoutNul(row: ReportRow): ReportRow {
  const hasNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0')
  if (!Object.values(row).some(hasNul)) return row
  const entries = Object.entries(row).map(([key, value]) => [key, hasNul(value) ? value.replaceAll('\0', '') : value])
  return Object.fromEntries(entries) as ReportRow
}
