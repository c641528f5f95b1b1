import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import {
  AnalyticsQuery,
  type AnalyticsRange,
  type AnalyticsRecord,
  rangeOf,
  rangeProblem,
} from '../../../contract/analytics.ts'
import { dayIn, daysBetween } from '../../../contract/days.ts'
import { toDecimal } from '../../../contract/prices.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, sendCsv } from '../../platform/http/csv.ts'
import { badRequest } from '../../platform/http/errors.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readQuery } from '../../platform/http/validate.ts'
import { listProductDays, type ProductDay, summarize } from './reports.repo.ts'
import { firstRetainedDay } from './retention.ts'
import { NO_PRODUCT } from './totals.repo.ts'

export type ReportRoutesOptions = { db: Db; reads: Reads; clock: () => Date; owner: OwnerGuard }

export function reportRoutes({ db, reads, clock, owner }: ReportRoutesOptions) {
  const readRange = async (c: Context): Promise<{ range: AnalyticsRange; firstKept: string }> => {
    const query = readQuery(c, AnalyticsQuery)
    const { timeZone } = await reads.site()
    const today = dayIn(timeZone, clock())
    const range = rangeOf(query, today)
    const problem = rangeProblem(range)
    if (problem) throw badRequest(problem)
    return { range, firstKept: firstRetainedDay(today) }
  }

  return new Hono()
    .get('/analytics', owner, async (c) => sendRecords(c, productDays(db, (await readRange(c)).range)))
    .get('/analytics/summary', owner, async (c) => {
      const { range, firstKept } = await readRange(c)
      return c.json(await summarize(db, range, firstKept))
    })
    .get('/analytics.csv', owner, async (c) => {
      const { range } = await readRange(c)
      const filename = `analytics-${range.startDate}-to-${range.endDate}.csv`
      return sendCsv(c, filename, csvHeader, toPages(productDays(db, range)))
    })
}

/** Day by day: a year of thousands of products never stands in memory. */
async function* productDays(db: Db, range: AnalyticsRange): AsyncGenerator<ProductDay[]> {
  for (const day of daysBetween(range.startDate, range.endDate)) yield await listProductDays(db, day)
}

function sendRecords(c: Context, days: AsyncIterable<ProductDay[]>): Response {
  c.header('content-type', 'application/json')
  return stream(c, async (out) => {
    await out.write('[')
    let separator = ''
    for await (const rows of days) {
      const records = rows.filter((row) => row.clicks > 0 || row.conversions > 0).map(toRecord)
      if (records.length === 0) continue
      await out.write(separator + records.map((record) => JSON.stringify(record)).join(','))
      separator = ','
    }
    await out.write(']')
  })
}

function toRecord({ day, productId, clicks, conversions, revenueMinor }: ProductDay): AnalyticsRecord {
  const product = productId === NO_PRODUCT ? null : productId
  return { date: day, productId: product, clicks, conversions, revenue: toDecimal(revenueMinor) }
}

const csvHeader = ['date', 'product id', 'product', 'clicks', 'filtered clicks', 'conversions', 'revenue']

async function* toPages(days: AsyncIterable<ProductDay[]>): AsyncGenerator<Cell[][]> {
  for await (const rows of days) if (rows.length > 0) yield rows.map(toCells)
}

function toCells({
  day,
  productId,
  productName,
  clicks,
  filteredClicks,
  conversions,
  revenueMinor,
}: ProductDay): Cell[] {
  const product = productId === NO_PRODUCT ? null : productId
  return [day, product, productName, clicks, filteredClicks, conversions, toDecimal(revenueMinor)]
}
