import * as z from 'zod/mini'
import { addDays, Day } from './days.ts'

const rowId = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** Names the placement of a link, never a person: `home-grid`, `shop`, `search` and so on. */
export const LinkId = z
  .string({ error: 'Required' })
  .check(z.minLength(1, 'Required'), z.maxLength(100), z.regex(/^[\w.:-]+$/, 'Invalid input'))

/** A click on an affiliate link. */
export const ClickInput = z.object({
  linkId: LinkId,
  productId: z.optional(z.nullable(rowId)),
  postId: z.optional(z.nullable(rowId)),
})
export type ClickInput = z.infer<typeof ClickInput>

/** Why a click is kept apart from people's. */
export const FilterReason = z.enum(['bot', 'no-user-agent', 'prefetch', 'foreign-origin'])
export type FilterReason = z.infer<typeof FilterReason>

/** The days that a report is about, both included; by default the last 30 days, ending today. */
export const AnalyticsQuery = z.object({ startDate: z.optional(Day), endDate: z.optional(Day) })
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>

export type AnalyticsRange = { startDate: string; endDate: string }

/** 2,592,000,000 milliseconds before today: thirty whole days and what today has so far. */
export const DEFAULT_DAYS = 30
const YEARS_MAX = 3

export function rangeOf({ startDate, endDate }: AnalyticsQuery, today: string): AnalyticsRange {
  const last = endDate ?? today
  return { startDate: startDate ?? addDays(last, -DEFAULT_DAYS), endDate: last }
}

/** What is wrong with a range, as a sentence; undefined where nothing is. */
export function rangeProblem({ startDate, endDate }: AnalyticsRange): string | undefined {
  if (endDate < startDate) return 'The end date is before the start date'
  if (endDate > addDays(startDate, YEARS_MAX * 366)) return `Please choose at most ${YEARS_MAX} years`
}

const Count = z.number().check(z.int())
/** A decimal with two digits: `"12.50"`. */
const Amount = z.string()
const Sums = { clicks: Count, conversions: Count, revenue: Amount }

/** What a product brought on a day; null is what belongs to no product. */
export const AnalyticsRecord = z.object({ date: z.string(), productId: z.nullable(z.number()), ...Sums })
export type AnalyticsRecord = z.infer<typeof AnalyticsRecord>

const DaySums = z.object({ date: z.string(), ...Sums, filteredClicks: Count })

/** A range of days in numbers: every day of it, and what stands out. */
export const AnalyticsSummary = z.object({
  startDate: z.string(),
  endDate: z.string(),
  totals: z.object({ ...Sums, filteredClicks: Count }),
  days: z.array(DaySums),
  /** By revenue; where nothing was earned, by clicks. */
  topProducts: z.array(z.object({ productId: z.nullable(z.number()), name: z.string(), ...Sums })),
  /** By clicks. */
  topPosts: z.array(z.object({ postId: z.number(), title: z.string(), clicks: Count })),
  /** Clicks that are not a person's, by reason. */
  filtered: z.array(z.object({ reason: z.string(), clicks: Count })),
})
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>
