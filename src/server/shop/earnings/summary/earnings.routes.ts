import { dayIn, daysBefore, daysBetween } from '../../../../contract/platform/days.ts'
import { rangeOf, rangeProblem } from '../../../../contract/shop/analytics.ts'
import * as rules from '../../../../contract/shop/earning-rules.ts'
import * as contract from '../../../../contract/shop/earnings.ts'
import * as hiddenReferrers from '../../../../contract/shop/hidden-referrers.ts'
import { minorDigits } from '../../../../contract/shop/minor-digits.ts'
import { networks } from '../../../../contract/shop/networks.ts'
import * as events from '../../../../contract/shop/sale-events.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../../platform/http/csv.ts'
import { bind } from '../../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { found, listed, one } from '../../../platform/http/replies.ts'
import {
  HIDDEN_REFERRERS_MAX,
  hideReferrer,
  listHiddenReferrers,
  showReferrer,
} from '../../analytics/hidden-referrers.repo.ts'
import { REST_DIGITS } from '../reports/report-amounts.ts'
import { findAdvice } from './advice.repo.ts'
import type { SalesFilter } from './attributed-sales.repo.ts'
import { deleteRule, listRules, RULES_MAX, saveRule } from './rules.repo.ts'
import { listSaleEvents } from './sale-events.repo.ts'
import { listSales, walkSales } from './sales.repo.ts'
import { listCurrencies, sumSales, sumTotals, usualCurrency } from './summary.repo.ts'
import { listUnattributed, listUnknownProducts } from './unattributed.repo.ts'
import { listReferrers, listViewReasons, sumFunnel, sumViewDays, walkViews } from './views.repo.ts'

export const earningsRoutes = () => [...salesRoutes(), ...ruleRoutes()]

function salesRoutes() {
  return [
    bind(contract.findEarnings, async ({ db, query, now }) => ({ body: await readEarnings(db, query, now) })),
    bind(hiddenReferrers.hideReferrer, async ({ db, body, now }) => {
      const host = await hideReferrer(db, body.host, now)
      if (host === 'too-many')
        throw new HttpError(422, `${HIDDEN_REFERRERS_MAX} websites are hidden. Please show some of them again first.`)
      return { body: { host }, subject: host }
    }),
    bind(hiddenReferrers.showReferrer, ({ db, params, now }) => one(showReferrer(db, params.host, now))),
    bind(contract.listSales, async ({ db, query, now }) => {
      const { filter } = await readFilter(db, query, now)
      const { items, total } = await listSales(db, filter, query)
      return { body: items, total }
    }),
    bind(events.listSaleEvents, ({ db, params }) => found(listSaleEvents(db, params.id))),
    bind(contract.exportSales, async ({ db, query, now }) => {
      const { filter } = await readFilter(db, query, now)
      const name = `earnings-${filter.startDate}-to-${filter.endDate}-${filter.currency}.csv`
      return csvDownload(name, csvHeader, toPages(db, filter))
    }),
    bind(contract.exportViews, async ({ db, query, now }) => {
      const { filter } = await readFilter(db, query, now)
      return csvDownload(`views-${filter.startDate}-to-${filter.endDate}.csv`, viewsHeader, toViewPages(db, filter))
    }),
    bind(contract.listEarningsAdvice, async ({ db, now }) => {
      const { timeZone, currency: ofSite } = (await readSettings(db)).settings
      const currency = usualCurrency(await listCurrencies(db), ofSite)
      return { body: { currency, items: await findAdvice(db, dayIn(timeZone, new Date(now)), currency) } }
    }),
  ]
}

/** Rules of attribution, and the sales that need one. */
function ruleRoutes() {
  return [
    bind(rules.listUnattributed, ({ db, query }) => listed(listUnattributed(db, query))),
    bind(rules.listUnknownProducts, async ({ db }) => ({ body: await listUnknownProducts(db) })),
    bind(rules.listEarningRules, async ({ db }) => ({ body: await listRules(db) })),
    bind(rules.createEarningRule, async ({ db, body, now }) => {
      const saved = await saveRule(db, body, now)
      if (saved === 'missing') throw new HttpError(422, 'There is no such post or product')
      if (saved === 'too-many') throw new HttpError(422, `There are ${RULES_MAX} rules. Please delete some first.`)
      const reply = { body: saved.rule, subject: saved.rule.value }
      return saved.isNew ? { status: 201 as const, ...reply } : { status: 200 as const, ...reply }
    }),
    bind(rules.deleteEarningRule, ({ db, params }) => one(deleteRule(db, params.id))),
  ]
}

async function readEarnings(db: Db, query: contract.EarningsPeriod, now: string) {
  const { filter, currencies } = await readFilter(db, query, now)
  const before = daysBefore(filter)
  const { sums, days } = await sumSales(db, filter)
  const viewDays = await sumViewDays(db, filter)
  const hidden = await listHiddenReferrers(db)
  const none = { sales: 0, earned: 0, reversed: 0 }
  return {
    ...filter,
    ...sums,
    previous: {
      ...before,
      ...(await sumTotals(db, { ...filter, ...before })),
      ...(await sumFunnel(db, before)),
    },
    funnel: await sumFunnel(db, filter),
    referrers: await listReferrers(db, filter, hidden),
    hiddenReferrers: hidden,
    viewReasons: await listViewReasons(db, filter),
    currencies,
    hasSales: currencies.length > 0,
    days: daysBetween(filter.startDate, filter.endDate).map((date) => ({
      date,
      ...(days.get(date) ?? none),
      views: viewDays.get(date) ?? 0,
    })),
  }
}

/** Throws 400 for a range with a fault. */
async function readFilter(db: Db, query: contract.EarningsPeriod & Partial<SalesFilter>, now: string) {
  const { timeZone, currency: ofSite } = (await readSettings(db)).settings
  const range = rangeOf(query, dayIn(timeZone, new Date(now)))
  const problem = rangeProblem(range)
  if (problem) throw badRequest(problem)
  const currencies = await listCurrencies(db)
  const currency = query.currency ?? usualCurrency(currencies, ofSite)
  const filter: SalesFilter = { ...range, basis: query.basis, currency }
  if (query.status) filter.status = query.status
  if (query.group && query.key !== undefined) Object.assign(filter, { group: query.group, key: query.key })
  return { filter, currencies }
}

const csvHeader = [
  ...['network', 'advertiser', 'transaction id', 'occurrence', 'order id', 'product', 'sku', 'place', 'sub-id'],
  ...['tracking id', 'clicked', 'ordered', 'posted', 'status', 'currency', 'sale amount', 'commission', 'earned'],
  ...['reversed', 'reason', 'file', 'row of the file'],
]

async function* toPages(db: Db, filter: SalesFilter): AsyncGenerator<Cell[][]> {
  for await (const page of walkSales(db, filter))
    yield page.map(({ sale, commission, earned, reversed }) => {
      // As numbers, which a spreadsheet adds up; text with a minus sign would be escaped.
      const digits = minorDigits(sale.currency)
      const amount = (minor: number) => Number((minor / 10 ** digits).toFixed(digits + REST_DIGITS))
      return [
        ...[networks[sale.network].label, sale.advertiser, sale.externalId, sale.occurrence, sale.orderId],
        ...[sale.productName, sale.sku, sale.place, sale.clickRef, sale.trackingId],
        ...[sale.clickedDay, sale.orderedDay, sale.postedDay, sale.status, sale.currency],
        ...[amount(sale.saleAmount), amount(commission), amount(earned), amount(reversed)],
        ...[sale.reason, sale.fileName, sale.fileRow],
      ]
    })
}

const viewsHeader = ['page', 'referrer kind', 'referrer', 'filtered because', 'views']

async function* toViewPages(db: Db, filter: SalesFilter): AsyncGenerator<Cell[][]> {
  for await (const page of walkViews(db, filter))
    yield page.map(({ path, kind, host, reason, views }) => [path, kind, host, reason, views])
}
