import * as z from 'zod/mini'
import { addDays, Day, type DayRange, lastDays } from '../platform/days.ts'
import { csv, Empty, json, ownerRead, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo } from '../platform/text-fields.ts'
import { readPlacementCode } from './placements.ts'

const rowId = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** Names the placement of a link, never a person: `home-grid`, `shop`, `search` and so on. */
export const LinkId = z
  .string({ error: 'Required' })
  .check(z.minLength(1, 'Required'), charactersUpTo(100), z.regex(/^[\w.:-]+$/, 'Invalid input'))

/** A click on an affiliate link. */
export const ClickInput = z.object({
  linkId: LinkId,
  productId: z.optional(z.nullable(rowId)),
  postId: z.optional(z.nullable(rowId)),
  /** The code of the place, the same as in the link's sub-id; stored in lower case. */
  placement: z.optional(
    z.nullable(
      z.string('Invalid input').check(
        charactersUpTo(40),
        z.toLowerCase(),
        z.refine((code) => readPlacementCode(code) !== undefined, 'This is no placement code'),
      ),
    ),
  ),
})
export type ClickInput = z.infer<typeof ClickInput>

/** Why a click is not counted as a person's. */
export const FilterReason = z.enum(['bot', 'no-user-agent', 'prefetch', 'foreign-origin'])
export type FilterReason = z.infer<typeof FilterReason>

/** The days of a report, both included; by default the last 30 days, ending today. */
export const AnalyticsQuery = z.object({ startDate: z.optional(Day), endDate: z.optional(Day) })
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>

export type AnalyticsRange = DayRange

export const DEFAULT_DAYS = 30
const YEARS_MAX = 3

export function rangeOf({ startDate, endDate }: AnalyticsQuery, today: string): AnalyticsRange {
  const last = endDate ?? today
  return { startDate: startDate ?? lastDays(DEFAULT_DAYS, last).startDate, endDate: last }
}

/** The fault of a range, as a sentence; undefined if there is none. */
export function rangeProblem({ startDate, endDate }: AnalyticsRange): string | undefined {
  if (endDate < startDate) return 'The end date is before the start date'
  if (endDate > addDays(startDate, YEARS_MAX * 366)) return `Please choose at most ${YEARS_MAX} years`
}

const Count = z.number().check(z.int())
/** A decimal in the digits of the site's currency: `"12.50"`. */
const Amount = z.string()
const Sums = { clicks: Count, conversions: Count, revenue: Amount }

/** One product on one day; `productId` is null for clicks and conversions without a product. */
export const AnalyticsRecord = z.object({ date: z.string(), productId: z.nullable(z.number()), ...Sums })
export type AnalyticsRecord = z.infer<typeof AnalyticsRecord>

const DaySums = z.object({ date: z.string(), ...Sums, filteredClicks: Count })

/** A range of days in numbers, with its best products and posts. */
export const AnalyticsSummary = z.object({
  startDate: z.string(),
  endDate: z.string(),
  totals: z.object({ ...Sums, filteredClicks: Count }),
  days: z.array(DaySums),
  /** By revenue, or by clicks if there is none. */
  topProducts: z.array(z.object({ productId: z.nullable(z.number()), name: z.string(), ...Sums })),
  /** By clicks. */
  topPosts: z.array(z.object({ postId: z.number(), title: z.string(), clicks: Count })),
  /** Clicks that are not a person's, by reason. */
  filtered: z.array(z.object({ reason: z.string(), clicks: Count })),
})
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>

export const recordClick = publicWrite('POST', '/analytics/click', {
  summary: 'Report a click on an affiliate link. `linkId` names its placement, never a person',
  body: ClickInput,
  idempotent: true,
  rateLimit: 'click',
  purges: [],
  responses: { 202: json('Counted', Empty) },
})

export const listAnalytics = ownerRead('/analytics', {
  summary:
    'People’s clicks, conversions and revenue by product and day; by default of the last 30 days. `productId` is null for those without a product',
  query: AnalyticsQuery,
  responses: { 200: json('The records, by day', z.array(AnalyticsRecord)) },
})

export const findAnalyticsSummary = ownerRead('/analytics/summary', {
  summary: 'Sums of the same records: every day, the best products and posts, and filtered clicks by reason',
  query: AnalyticsQuery,
  responses: { 200: json('The sums', AnalyticsSummary) },
})

export const exportAnalytics = ownerRead('/analytics.csv', {
  summary: 'The records as a table, with names and filtered clicks',
  query: AnalyticsQuery,
  audit: 'Downloaded records of analytics',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})
