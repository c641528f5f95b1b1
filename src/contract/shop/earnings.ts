import * as z from 'zod/mini'
import { csv, json, ownerRead } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { charactersUpTo, noNul } from '../platform/text-fields.ts'
import { AnalyticsQuery } from './analytics.ts'
import { type NetworkName, networkNames } from './networks.ts'
import { Referrer } from './page-views.ts'

export const SaleStatus = z.enum(['pending', 'approved', 'paid', 'reversed'])
export type SaleStatus = z.infer<typeof SaleStatus>

/** Which of its days a sale counts on. */
export const DateBasis = z.enum(['ordered', 'clicked', 'posted'])
export type DateBasis = z.infer<typeof DateBasis>

export const Network = z.enum(networkNames as [NetworkName, ...NetworkName[]])

const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Please use the code of a currency, such as USD'))
const Count = z.number().check(z.int())

/** The keys by which sales are grouped. */
export const EarningsGroup = z.enum(['place', 'product', 'placement', 'program'])
export type EarningsGroup = z.infer<typeof EarningsGroup>

const EarningsPeriod = z.object({
  ...AnalyticsQuery.shape,
  basis: z._default(DateBasis, 'ordered'),
  /** Absent: the currency with the most sales. */
  currency: z.optional(Currency),
})
export type EarningsPeriod = z.infer<typeof EarningsPeriod>

/**
 * Amounts in minor units of one currency. `earned` is the sum of pending, approved and paid; corrections that a network
 * reports as rows of their own lower the approved amount. `reversed` is what was taken back. `orders` are the sales without
 * these corrections and without what was paid for something else than an order.
 */
const Sums = {
  sales: Count,
  orders: Count,
  pending: Count,
  approved: Count,
  paid: Count,
  reversed: Count,
  earned: Count,
}
/**
 * Earnings that the clicks and views of the site can have caused, for EPC and RPM: without sales of newsletters,
 * whose clicks are counted with these, and without days before clicks or views were counted. Null by the day of
 * posting, which is not that of the click.
 */
const Visits = { earnedByClicks: z.nullable(Count), earnedByViews: z.nullable(Count) }

export const EarningsSums = z.object(Sums)
export type EarningsSums = z.infer<typeof EarningsSums>

/** One line of a group; `key` selects its sales. */
export const EarningsLine = z.object({
  key: z.string(),
  name: z.string(),
  ...Sums,
  ...Visits,
  /** Clicks of people in the period, where they are known. */
  clicks: z.nullable(Count),
  /** Views of its page in the period, where it is a page: people's and filtered ones. */
  views: z.nullable(z.object({ people: Count, filtered: Count })),
})
export type EarningsLine = z.infer<typeof EarningsLine>

/** People's views of all pages, the filtered ones, and people's clicks on affiliate links. */
const Funnel = { views: Count, filteredViews: Count, clicks: Count }

export const EarningsSummary = z.object({
  startDate: z.string(),
  endDate: z.string(),
  previous: z.object({ startDate: z.string(), endDate: z.string(), ...Sums, ...Visits, ...Funnel }),
  basis: DateBasis,
  currency: z.string(),
  /** All currencies of the ledger. */
  currencies: z.array(z.string()),
  /** Whether there is any sale, in this period or not. */
  hasSales: z.boolean(),
  totals: z.object({ ...Sums, ...Visits }),
  unattributed: EarningsSums,
  funnel: z.object(Funnel),
  /** Where people came from, the most frequent first. */
  /** Without hidden ones. */
  referrers: z.array(Referrer),
  hiddenReferrers: z.array(z.string()),
  /** Why views were filtered. */
  viewReasons: z.array(z.object({ reason: z.string(), views: Count })),
  days: z.array(z.object({ date: z.string(), sales: Count, earned: Count, reversed: Count, views: Count })),
  /**
   * Each adds up to `totals`; the last line holds what is beyond the first. Posts with views have a line without any sale,
   * too.
   */
  groups: z.record(EarningsGroup, z.array(EarningsLine)),
})
export type EarningsSummary = z.infer<typeof EarningsSummary>

/** The sales behind a number. */
const SalesQuery = z.object({
  ...EarningsPeriod.shape,
  status: z.optional(SaleStatus),
  group: z.optional(EarningsGroup),
  key: z.optional(z.string().check(charactersUpTo(300), noNul())),
  ...PageQuery.shape,
})
export type SalesQuery = z.infer<typeof SalesQuery>

export const Sale = z.object({
  id: z.number(),
  network: Network,
  status: SaleStatus,
  commission: Count,
  /** The amount that it adds to `earned`. */
  earned: Count,
  saleAmount: Count,
  currency: z.string(),
  clickedDay: z.string(),
  orderedDay: z.string(),
  postedDay: z.string(),
  place: z.string(),
  isAttributed: z.boolean(),
  productName: z.nullable(z.string()),
  advertiser: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  externalId: z.string(),
  occurrence: Count,
  clickRef: z.nullable(z.string()),
  trackingId: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** States of the sale in the ledger. */
  eventCount: Count,
  /** Null for a conversion that was recorded by hand or by a postback. */
  fileName: z.nullable(z.string()),
  fileRow: z.nullable(Count),
})
export type Sale = z.infer<typeof Sale>

/**
 * Something to improve, with the figures that say why: people's views and clicks of the last 90 days, and what was earned
 * in the last 365 in minor units.
 */
export const EarningsAdvice = z.object({
  kind: z.enum(['broken-link', 'hidden-earner', 'no-link', 'no-order', 'outdated']),
  /** The id of a post for `no-link` and `outdated`, of a link for `broken-link`, else of a product. */
  id: z.number(),
  name: z.string(),
  views: z.nullable(Count),
  clicks: z.nullable(Count),
  earned: z.nullable(Count),
  /** The day of the last change of an outdated post. */
  changedDay: z.nullable(z.string()),
})
export type EarningsAdvice = z.infer<typeof EarningsAdvice>

export const listEarningsAdvice = ownerRead('/earnings/advice', {
  summary: 'What to improve next: at most five of each kind, those with the most at stake first',
  responses: { 200: json('The list', z.object({ currency: z.string(), items: z.array(EarningsAdvice) })) },
})

export const findEarnings = ownerRead('/earnings', {
  summary: 'Commissions of a period by state, day, post, product, placement and program, with the period before',
  query: EarningsPeriod,
  responses: { 200: json('The sums', EarningsSummary) },
})

export const listSales = ownerRead('/earnings/sales', {
  summary: 'The sales behind a number of the summary, newest first',
  query: SalesQuery,
  list: true,
  responses: { 200: json('The sales', z.array(Sale)) },
})

export const exportSales = ownerRead('/earnings/sales.csv', {
  summary: 'The same sales as a table whose column “earned” adds up to the number',
  query: SalesQuery,
  audit: 'Downloaded sales',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const exportViews = ownerRead('/earnings/views.csv', {
  summary: 'Page views of a period by page, referrer and reason to filter them',
  query: EarningsPeriod,
  audit: 'Downloaded page views',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})
