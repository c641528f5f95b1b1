import { expect, test } from 'vitest'
import { seedDemo } from '../demo/seed/seed-demo.ts'
import type { Overview } from '../src/contract/app/overview.ts'
import type { AnalyticsSummary } from '../src/contract/shop/analytics.ts'
import { toAmount } from '../src/contract/shop/money.ts'
import { placementCode } from '../src/contract/shop/placements.ts'
import { recordConversion } from '../src/server/shop/conversions/conversions.repo.ts'
import { makeProduct } from './factories.ts'
import { awinReport, importReport, readEarnings } from './import-report.ts'
import { type TestApp, testApp } from './test-app.ts'

async function get<Body>(app: TestApp, path: string): Promise<Body> {
  const response = await app.asOwner(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as Body
}

/** The earnings of the last 30 days as each of the three tabs shows them. */
async function readSums(app: TestApp) {
  const { sales } = await get<Overview>(app, '/api/overview')
  const { totals } = await get<AnalyticsSummary>(app, '/api/analytics/summary')
  const { totals: ledger, previous } = await readEarnings(app, '')
  return {
    overview: sales?.month.revenue,
    analytics: totals.revenue,
    earnings: (ledger.earned / 100).toFixed(2),
    before: [sales?.month.revenueBefore, (previous.earned / 100).toFixed(2)],
  }
}

/** A sale entered by hand on each of the days, and a report with a reversed and a corrected one. Today is the 10th of March. */
async function appWithSales() {
  const app = await testApp()
  const serum = await makeProduct(app.db)
  for (const day of ['2026-01-07', '2026-01-08', '2026-02-07', '2026-02-08', '2026-03-10']) {
    const input = { linkId: 'shop', revenue: '1.25', productId: serum }
    await recordConversion(app.db, { input, networkId: null, now: `${day}T15:00:00.000Z`, day })
  }
  const ref = placementCode({ source: 'shop', productId: serum, position: 'card' })
  await importReport(
    app,
    awinReport([
      { id: 1, day: '2026-02-08', commission: '10.00', ref },
      { id: 2, day: '2026-03-09', commission: '20.00', status: 'declined', ref },
      { id: 3, day: '2026-03-09', commission: '40.00', status: 'approved' },
      { id: 4, day: '2026-02-07', commission: '80.00', status: 'approved' },
    ]),
  )
  return { app, serum }
}

test('fractions of a cent of several days are rounded once in all three, and a day may be negative', async () => {
  const app = await testApp()
  const days = Array.from({ length: 5 }, (_, index) => `2026-03-0${index + 1}`)
  await importReport(app, awinReport(days.map((day, index) => ({ id: index + 1, day, commission: '0.014' }))))
  expect(await readSums(app)).toMatchObject({ overview: '0.07', analytics: '0.07', earnings: '0.07' })
  expect([-150, -1, 7].map((cents) => toAmount(cents, 'USD'))).toEqual(['-1.50', '-0.01', '0.07'])
})

test('Overview, Analytics and Earnings say the same of the last 30 days and of those before, reversals left out', async () => {
  const { app } = await appWithSales()
  expect(await readSums(app)).toEqual({
    overview: '52.50',
    analytics: '52.50',
    earnings: '52.50',
    before: ['82.50', '82.50'],
  })
})

test('the days, products, records and the table of Analytics add up to what the ledger says', async () => {
  const { app, serum } = await appWithSales()
  const { days, topProducts, totals } = await get<AnalyticsSummary>(app, '/api/analytics/summary')
  expect(totals).toMatchObject({ conversions: 5, revenue: '52.50' })
  expect(days.filter(({ revenue }) => revenue !== '0.00').map(({ date, revenue }) => [date, revenue])).toEqual([
    ['2026-02-08', '11.25'],
    ['2026-03-09', '40.00'],
    ['2026-03-10', '1.25'],
  ])
  expect(topProducts.map(({ productId, conversions, revenue }) => [productId, conversions, revenue])).toEqual([
    [null, 1, '40.00'],
    [serum, 4, '12.50'],
  ])
  expect(await get(app, '/api/analytics')).toEqual([
    { date: '2026-02-08', productId: serum, clicks: 0, conversions: 2, revenue: '11.25' },
    { date: '2026-03-09', productId: null, clicks: 0, conversions: 1, revenue: '40.00' },
    { date: '2026-03-09', productId: serum, clicks: 0, conversions: 1, revenue: '0.00' },
    { date: '2026-03-10', productId: serum, clicks: 0, conversions: 1, revenue: '1.25' },
  ])
})

test('where other currencies have more sales, the three still show the currency of the site', async () => {
  const app = await testApp()
  const report = awinReport([1, 2, 3].map((id) => ({ id, commission: '5.00' })))
  await importReport(app, report.replaceAll(',USD,', ',EUR,'))
  await importReport(app, awinReport([{ id: 9, commission: '7.00' }]))
  expect(await readSums(app)).toMatchObject({ overview: '7.00', analytics: '7.00', earnings: '7.00' })
})

test('on the demo data the three sums are equal', { timeout: 60_000 }, async () => {
  const app = await testApp()
  await seedDemo(app.db, { media: app.media, today: new Date('2026-03-10T15:00:00.000Z'), demoDir: 'demo' })
  const { overview, analytics, earnings, before } = await readSums(app)
  expect(Number(earnings)).toBeGreaterThan(100)
  expect([overview, analytics]).toEqual([earnings, earnings])
  expect(before[0]).toBe(before[1])
})
