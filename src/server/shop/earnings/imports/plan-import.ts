import { dayIn } from '../../../../contract/platform/days.ts'
import type { EarningImport, ImportChoices, ImportPlan, SurveyPart } from '../../../../contract/shop/earning-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { findKnown } from '../ledger/ledger.repo.ts'
import { type LedgerEvent, toEvent } from '../ledger/ledger-event.ts'
import { createSaleIds } from '../ledger/sale-ids.repo.ts'
import { findSimilar, pairSimilar, type SimilarRow, saleKey } from '../ledger/similar-sales.repo.ts'
import { declarationOf } from '../reports/report-formats.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import { isRejected, REPORT_ROWS_MAX, readReport } from '../reports/report-reader.ts'
import type { ReportRow } from '../reports/report-row.ts'
import { createAttribution } from './attribution.repo.ts'
import { addFileTotal, countAsSimilar, countRejected, countRow, emptyPlan } from './count-outcomes.ts'
import { describeAssumptions, readOptions } from './report-options.ts'
import { findStaged, insertStaged, markSimilar, type RejectedRow, type StagedRow } from './staged-rows.repo.ts'

const BATCH = 2000

export type Work = { db: Db; now: string; timeZone: string; signal: AbortSignal }

type Planning = { item: EarningImport; path: string; choices: ImportChoices; survey: SurveyPart[] }

/**
 * Reads the file into staged rows and compares them with the ledger, which it leaves as it is. Throws `ReportProblem`.
 */
export async function planImport(
  { db, now, timeZone, signal }: Work,
  { item, path, choices, survey }: Planning,
  onProgress: (rows: number) => Promise<unknown>,
): Promise<{ plan: ImportPlan; rowCount: number }> {
  const plan = emptyPlan()
  const isAttributed = await createAttribution(db)
  const saleIds = await createSaleIds(db)
  const today = dayIn(LATEST_ZONE, new Date(now))
  let occurrences = new Map<string, number>()
  let position = 0
  let rows: StagedRow[] = []
  let rejected: RejectedRow[] = []
  const similar: SimilarRow<Pick<StagedRow, 'position' | 'row'>>[] = []

  const flush = async () => {
    const resolved = await saleIds.resolve(rows)
    rows = rows.map((staged, index) => ({ ...staged, ...resolved[index]! }))
    const events = rows.map(({ row, occurrence }) =>
      toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
    )
    const known = await findKnown(db, events)
    for (const event of await findEarlier(rows)) known.add(event)
    const candidates = []
    for (const [index, event] of events.entries()) {
      const { row, position } = rows[index]!
      const outcome = known.add(event)
      countRow(plan, { ...row, outcome, isAttributed: isAttributed(row) })
      if (outcome === 'new' && !row.hasOwnId) candidates.push({ position, row, event })
    }
    for (const { staged, sales } of await findSimilar(db, candidates))
      similar.push({ staged: { position: staged.position, row: staged.row }, sales })
    await insertStaged(db, item.id, rows, rejected)
    rows = []
    rejected = []
    await onProgress(position)
    await yieldToEventLoop(signal)
  }

  /** Rows of the same sales earlier in the file. Those without an id of their own differ by occurrence within a part. */
  const findEarlier = async (batch: StagedRow[]): Promise<LedgerEvent[]> => {
    const hasParts = choices.parts.length > 1
    const ids = batch.filter(({ row }) => row.hasOwnId || hasParts).map(({ row }) => row.externalId)
    const earlier = await findStaged(db, item.id, [...new Set(ids)])
    return earlier.map(({ row, occurrence }) =>
      toEvent(row, { occurrence, origin: 'import', importId: item.id, timeZone, now }),
    )
  }

  /** At the end, because the row of a sale may stand anywhere in the file. */
  const setSimilarApart = async () => {
    const ids = similar.flatMap(({ sales }) => sales.map(({ external_id }) => external_id))
    const staged = await findStaged(db, item.id, [...new Set(ids)])
    const inFile = new Set(staged.map(({ row, occurrence }) => saleKey({ external_id: row.externalId, occurrence })))
    const pairs = pairSimilar(similar, (sale) => inFile.has(saleKey(sale)))
    for (const { row } of pairs) countAsSimilar(plan, row)
    await markSimilar(
      db,
      item.id,
      pairs.map(({ position: at }) => at),
    )
  }

  for (const { part, options } of choices.parts) {
    const surveyed = survey.find((each) => each.part === part)
    const read = readOptions(options)
    if (!surveyed || !declarationOf(read.format).isLedger) continue
    plan.assumptions.push(...describeAssumptions(surveyed, options))
    const total = surveyed.fileTotals
    const totalCurrency = total?.currency ?? options.currency ?? surveyed.currency
    // Two parts that hold the same report, as CSV and as TSV, are the same sales, like two files.
    await flush()
    saleIds.beginTable()
    occurrences = new Map()
    if (total?.commissionMinor !== undefined && totalCurrency) addFileTotal(plan, totalCurrency, total.commissionMinor)
    for await (const found of readReport(path, part, read, signal)) {
      position += 1
      if (position > REPORT_ROWS_MAX)
        throw new ReportProblem(`The file has more than ${REPORT_ROWS_MAX.toLocaleString('en-US')} rows.`)
      const fault = isRejected(found) ? found : rejectFuture(found, today)
      if (fault) {
        countRejected(plan, fault)
        rejected.push({ position, ...fault })
      } else {
        const row = withoutNul(found as ReportRow)
        rows.push({
          position,
          row,
          occurrence: row.hasOwnId ? 1 : count(occurrences, `${row.network} ${row.externalId}`),
        })
      }
      if (rows.length + rejected.length >= BATCH) await flush()
    }
  }
  await flush()
  await setSimilarApart()
  if (position === 0 && plan.totals.length === 0)
    throw new ReportProblem('No table with sales was chosen, or the chosen ones have no rows.')
  return { plan, rowCount: position }
}

/** Where a day starts first: a network may be ahead of the site. */
const LATEST_ZONE = 'Pacific/Kiritimati'

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
