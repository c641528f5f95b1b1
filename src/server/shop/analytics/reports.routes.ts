import { dayIn, daysBetween } from '../../../contract/platform/days.ts'
import type { AnalyticsQuery, AnalyticsRecord } from '../../../contract/shop/analytics.ts'
import * as contract from '../../../contract/shop/analytics.ts'
import { toAmount } from '../../../contract/shop/money.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import type { Download } from '../../platform/http/download.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { listProductDays, type ProductDay, type ReportQuery, summarize } from './reports.repo.ts'
import { firstRetainedDay } from './retention.ts'
import { NO_PRODUCT } from './totals.repo.ts'

export function reportRoutes() {
  return [
    bind(contract.listAnalytics, async ({ db, query, now }) =>
      recordsDownload(db, (await readQuery(db, query, now)).report),
    ),
    bind(contract.findAnalyticsSummary, async ({ db, query, now }) => {
      const { report, firstKept } = await readQuery(db, query, now)
      return { body: await summarize(db, report, firstKept) }
    }),
    bind(contract.exportAnalytics, async ({ db, query, now }) => {
      const { report } = await readQuery(db, query, now)
      const filename = `analytics-${report.startDate}-to-${report.endDate}.csv`
      return csvDownload(filename, csvHeader, toPages(db, report))
    }),
  ]
}

/** Throws 400 for a range with a fault. */
async function readQuery(db: Db, query: AnalyticsQuery, now: string) {
  const { settings } = await readSettings(db)
  const today = dayIn(settings.timeZone, new Date(now))
  const range = contract.rangeOf(query, today)
  const problem = contract.rangeProblem(range)
  if (problem) throw badRequest(problem)
  return { report: { ...range, currency: settings.currency }, firstKept: firstRetainedDay(today) }
}

/** Day by day, so that a long range is never in memory as a whole. */
async function* productDays(db: Db, { startDate, endDate, currency }: ReportQuery): AsyncGenerator<ProductDay[]> {
  for (const day of daysBetween(startDate, endDate)) yield await listProductDays(db, day, currency)
}

function recordsDownload(db: Db, report: ReportQuery): Download {
  return { chunks: jsonChunks(db, report), headers: { 'content-type': 'application/json' } }
}

async function* jsonChunks(db: Db, report: ReportQuery): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of productDays(db, report)) {
    const counted = rows.filter((row) => row.clicks > 0 || row.conversions > 0)
    const records = counted.map((row) => toRecord(row, report.currency))
    if (records.length === 0) continue
    yield separator + records.map((record) => JSON.stringify(record)).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function toRecord(
  { day, productId, clicks, conversions, revenueMinor }: ProductDay,
  currency: string,
): AnalyticsRecord {
  const product = productId === NO_PRODUCT ? null : productId
  return { date: day, productId: product, clicks, conversions, revenue: toAmount(revenueMinor, currency) }
}

const csvHeader = ['date', 'product id', 'product', 'clicks', 'filtered clicks', 'conversions', 'revenue']

async function* toPages(db: Db, report: ReportQuery): AsyncGenerator<Cell[][]> {
  for await (const rows of productDays(db, report))
    if (rows.length > 0) yield rows.map((row) => toCells(row, report.currency))
}

function toCells(row: ProductDay, currency: string): Cell[] {
  const { day, productId, productName, clicks, filteredClicks, conversions, revenueMinor } = row
  const product = productId === NO_PRODUCT ? null : productId
  return [day, product, productName, clicks, filteredClicks, conversions, toAmount(revenueMinor, currency)]
}
