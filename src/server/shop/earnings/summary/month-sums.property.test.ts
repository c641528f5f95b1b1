import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { migratedDatabase } from '../../../../../test/test-database.ts'
import { DateBasis, type SaleStatus } from '../../../../contract/shop/earnings.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { recordConversion } from '../../conversions/conversions.repo.ts'
import { voidConversionEvent } from '../ledger/conversion-events.repo.ts'
import { recordEvents, removeEvents } from '../ledger/ledger.repo.ts'
import { toEvent } from '../ledger/ledger-event.ts'
import type { ReportRow } from '../reports/report-row.ts'
import type { SalesFilter } from './attributed-sales.repo.ts'
import { sumEarnedByDay, sumEarnedByGroup, sumEarnedByProduct } from './earned.repo.ts'
import { hasUnsummedMonths, sumMonths } from './month-sums.repo.ts'
import { sumSales, sumTotals } from './summary.repo.ts'

const now = '2026-04-10T12:00:00.000Z'
const signal = new AbortController().signal
const ranges = [
  { startDate: '2026-01-01', endDate: '2026-04-10' },
  { startDate: '2026-01-20', endDate: '2026-03-10' },
]
const groups = new Map([
  [1, [1, 2]],
  [2, [2]],
])
const filters: SalesFilter[] = DateBasis.options.map((basis, index) => ({
  ...ranges[index % 2]!,
  basis,
  currency: 'USD',
}))

/** The reports of all periods, read with the sums that are stored. */
async function readReports(db: Db) {
  const reports = []
  for (const filter of filters) {
    const { sums, days } = await sumSales(db, filter)
    reports.push({ filter, sums, days: sortKeys(days), totals: await sumTotals(db, filter) })
  }
  for (const range of ranges) {
    reports.push(sortKeys(await sumEarnedByDay(db, range, 'USD')))
    reports.push(sortKeys(await sumEarnedByProduct(db, range, 'USD')))
    reports.push(sortKeys(await sumEarnedByGroup(db, { ...range, currency: 'USD' }, groups)))
  }
  return reports
}

const sortKeys = <Value>(map: ReadonlyMap<string | number | null, Value>) =>
  [...map].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))

/** Compares the reports with those of the sales alone; what is stored stays. */
async function compareWithSales(db: Db): Promise<number> {
  const reports = await readReports(db)
  const stored = await db.selectFrom('earning_month_sums').selectAll().execute()
  await db.deleteFrom('earning_month_sums').execute()
  expect(reports).toEqual(await readReports(db))
  if (stored.length > 0) await db.insertInto('earning_month_sums').values(stored).execute()
  return stored.length
}

const day = fc.record({ month: fc.integer({ min: 1, max: 4 }), date: fc.integer({ min: 1, max: 9 }) }).map(toDay)
function toDay({ month, date }: { month: number; date: number }): string {
  return `2026-0${month}-0${date}`
}
const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)

const refs = [
  null,
  'summer',
  placementCode({ source: 'home', position: 'card', productId: 1 }),
  placementCode({ source: 'post', sourceId: 1, productId: 2, position: 'box' }),
  placementCode({ source: 'post', sourceId: 2, position: 'text' }),
  placementCode({ source: 'newsletter', sourceId: 3, productId: 1, position: 'box' }),
]

const sale = fc.record({
  network: oneOf<ReportRow['network']>('awin', 'amazon', 'generic'),
  id: fc.integer({ min: 1, max: 6 }),
  original: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }),
  status: oneOf<SaleStatus>('pending', 'approved', 'paid', 'reversed'),
  minor: fc.integer({ min: -900, max: 900 }),
  rest: fc.integer({ min: -5000, max: 5000 }),
  currency: oneOf('USD', 'USD', 'USD', 'JPY'),
  days: fc.record({ clickedAt: fc.option(day), orderedAt: day, postedAt: fc.option(day) }),
  clickRef: oneOf(...refs),
  trackingId: oneOf(null, 'glow-20', 'mist-20'),
  sku: oneOf(null, 'B000000001', 'B000000002'),
  advertiser: oneOf(null, 'Shop', 'germany'),
})

type ReportedSale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never

function toRow({ id, original, minor, rest, days, ...content }: ReportedSale): ReportRow {
  const nothing = { orderId: null, productName: null, quantity: null, reason: null, promoCode: null }
  const money = { saleMinor: 4000, commissionMinor: minor, commissionRest: rest }
  const ids = { externalId: `s${id}`, originalExternalId: original === null ? null : `s${original}` }
  return { ...nothing, ...content, ...money, ...days, ...ids, row: id, hasOwnId: true }
}

/** Each of them is a write of the ledger, of what attributes its sales, or of the sums. */
const step = fc.oneof(
  fc.record({ do: fc.constant('record' as const), sales: fc.array(sale, { minLength: 1, maxLength: 6 }) }),
  fc.record({ do: fc.constant('push' as const), sale }),
  fc.record({ do: fc.constant('undo' as const), importId: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('convert' as const), day, revenue: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant('void' as const) }),
  fc.record({ do: fc.constant('write of another version' as const), minor: fc.integer({ min: 1, max: 900 }), day }),
  fc.record({ do: fc.constant('delete of another version' as const) }),
  fc.record({
    do: fc.constant('add rules' as const),
    rules: fc.subarray(
      [
        { kind: 'click-ref' as const, network: 'awin', value: 'summer', post_id: 5, product_id: null },
        { kind: 'tracking-id' as const, network: 'amazon', value: 'glow-20', post_id: null, product_id: 6 },
        { kind: 'sku' as const, network: 'amazon', value: 'B000000002', post_id: null, product_id: 7 },
      ],
      { minLength: 1 },
    ),
  }),
  fc.record({ do: fc.constant('remove rules' as const) }),
  fc.record({ do: fc.constant('delete product' as const) }),
  fc.record({ do: fc.constant('count visits' as const), day }),
  fc.record({ do: fc.constant('store' as const) }),
  fc.record({ do: fc.constant('store' as const) }),
)
const first = fc.array(sale, { minLength: 12, maxLength: 12 })
const stored = { do: 'store' as const }
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take(db: Db, step: Step, { recorded, product }: { recorded: number; product: number }): Promise<void> {
  const importId = (recorded % 3) + 1
  const event = (of: ReportedSale, origin: 'import' | 'push') =>
    toEvent(toRow(of), { occurrence: 1, origin, importId: origin === 'push' ? null : importId, timeZone: 'UTC', now })
  switch (step.do) {
    case 'record': {
      const events = step.sales.map((each) => event(each, 'import'))
      await db.transaction().execute((transaction) => recordEvents(transaction, events, null))
      return
    }
    case 'push':
      await db.transaction().execute((transaction) => recordEvents(transaction, [event(step.sale, 'push')], null))
      return
    case 'undo':
      await db.transaction().execute((transaction) => removeEvents(transaction, step.importId, 100))
      return
    case 'convert': {
      const input = { linkId: 'shop', revenue: (step.revenue / 100).toFixed(2), productId: null }
      await recordConversion(db, { input, networkId: null, now, day: step.day })
      return
    }
    case 'void': {
      const conversion = await db.selectFrom('conversions').select('id').orderBy('id', 'desc').executeTakeFirst()
      if (conversion) await voidConversionEvent(db, conversion.id, now)
      return
    }
    case 'write of another version':
      await db
        .updateTable('earning_sales')
        .set({ commission_minor: step.minor, posted_day: step.day })
        .where('external_id', '=', 's1')
        .execute()
      return
    case 'delete of another version':
      await db.deleteFrom('earning_sales').where('external_id', '=', 's2').execute()
      return
    case 'add rules':
      await db
        .insertInto('earning_rules')
        .values(step.rules.map((rule) => ({ ...rule, created_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return
    case 'remove rules':
      await db.deleteFrom('earning_rules').execute()
      return
    case 'delete product':
      await db.updateTable('products').set({ deleted_at: now }).where('id', '=', product).execute()
      return
    case 'count visits':
      await db
        .insertInto('daily_site_totals')
        .values({ day: step.day, clicks: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .insertInto('daily_view_totals')
        .values({ day: step.day, kind: 'search', host: '', reason: '', views: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return
    case 'store':
      await sumMonths(db, { signal, salesMin: 1 })
  }
}

test('reports are the same with stored months and without, to the cent, whatever is written in between', async () => {
  const { db } = await migratedDatabase()
  const post = await makePost(db)
  const product = await makeProduct(db, { affiliate_link: 'https://www.amazon.com/dp/B000000001' })
  await givenTrackingId(db, post)
  let withSums = 0
  await fc.assert(
    fc.asyncProperty(first, fc.array(step, { minLength: 2, maxLength: 6 }), async (sales, steps) => {
      await db.updateTable('products').set({ deleted_at: null }).execute()
      for (const table of [
        ...(['earning_sales', 'earning_events', 'earning_rules', 'conversions', 'daily_site_totals'] as const),
        ...(['daily_view_totals', 'earning_month_sums'] as const),
      ])
        await db.deleteFrom(table).execute()
      for (const [recorded, each] of [{ do: 'record' as const, sales }, stored, ...steps].entries()) {
        await take(db, each, { recorded, product })
        withSums += await compareWithSales(db)
      }
      await sumMonths(db, { signal, salesMin: 1 })
      expect(await hasUnsummedMonths(db, 1)).toBe(false)
      await compareWithSales(db)
    }),
    { numRuns: 8 },
  )
  expect(withSums).toBeGreaterThan(0)
}, 120_000)

/** The tracking ID `mist-20` of a program belongs to a post. */
async function givenTrackingId(db: Db, post: number): Promise<void> {
  const { id } = await db
    .insertInto('programs')
    .values({
      ...{ network: 'amazon', key: 'us', name: 'Amazon', advertiser: '', hosts: '[]', tracking_ids: '["mist-20"]' },
      ...{ sub_id_parameter: '', allows_sub_ids: false, currency: '', disclosure: '', hide_price_hours: null },
      ...{
        replaces_mail_links: false,
        product_links: 0,
        post_links: 0,
        is_edited: false,
        created_at: now,
        updated_at: now,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('program_tracking_ids')
    .values({ program_id: id, tracking_id: 'mist-20', kind: 'post', ref_id: post })
    .execute()
}
