import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { AnalyticsRecord, AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { toMinorUnits } from '../../../contract/shop/money.ts'
import { cutIntoMonths } from './period-sums.repo.ts'

const person = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-fetch-site': 'same-origin',
}

async function get<Answer>(app: TestApp, path: string): Promise<Answer> {
  const response = await app.asOwner(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as Answer
}

async function click(app: TestApp, ids: { productId?: number; postId?: number } = {}, headers = person) {
  expect((await app.request('/api/analytics/click', { json: { linkId: 'shop', ...ids }, headers })).status).toBe(202)
}

async function convert(app: TestApp, revenue: string, productId?: number) {
  const response = await app.asOwner('/api/analytics/conversion', { json: { linkId: 'shop', revenue, productId } })
  expect(response.status).toBe(201)
}

test('GET /api/analytics returns the sums of each product and day', async () => {
  const app = await testApp()
  const serum = await makeProduct(app.db)
  const cream = await makeProduct(app.db)
  await click(app, { productId: serum })
  await click(app, { productId: serum })
  await click(app, {}, { ...person, 'user-agent': 'curl/8' })
  await click(app)
  await convert(app, '12.50', serum)
  app.setNow('2026-03-11T15:00:00.000Z')
  await click(app, { productId: cream })
  expect(await get(app, '/api/analytics')).toEqual([
    { date: '2026-03-10', productId: null, clicks: 1, conversions: 0, revenue: '0.00' },
    { date: '2026-03-10', productId: serum, clicks: 2, conversions: 1, revenue: '12.50' },
    { date: '2026-03-11', productId: cream, clicks: 1, conversions: 0, revenue: '0.00' },
  ])
})

test('without dates a report is about the last 30 days, ending today in the site’s time zone', async () => {
  const app = await testApp()
  // Still the 9th in New York.
  app.setNow('2026-03-10T03:30:00.000Z')
  expect(await get(app, '/api/analytics/summary')).toMatchObject({ startDate: '2026-02-07', endDate: '2026-03-09' })
  app.setNow('2026-03-10T04:30:00.000Z')
  expect(await get(app, '/api/analytics/summary')).toMatchObject({ startDate: '2026-02-08', endDate: '2026-03-10' })
})

test.each([
  ['startDate=2026-03-11&endDate=2026-03-10', 'The end date is before the start date'],
  ['startDate=2026-03-11', 'The end date is before the start date'],
  ['startDate=2020-01-01&endDate=2026-03-10', 'Please choose at most 3 years'],
  ['startDate=2026-02-30', 'Please write a day as 2026-03-10'],
  ['startDate=yesterday', 'Please write a day as 2026-03-10'],
  ['endDate=', 'Please write a day as 2026-03-10'],
  ['endDate=2026-3-1', 'Please write a day as 2026-03-10'],
  ['endDate=0001-01-01', 'Please choose a day between the years 2000 and 2999'],
])('the range %s is refused', async (range, message) => {
  const { asOwner } = await testApp()
  for (const path of ['/api/analytics', '/api/analytics/summary', '/api/analytics.csv']) {
    const response = await asOwner(`${path}?${range}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message })
  }
})

/** Clicks of people and programs and conversions over 70 days, some of no product, in sums that floats would miss. */
async function busyApp() {
  const app = await testApp()
  const products = [await makeProduct(app.db, { name: '=cmd()' }), await makeProduct(app.db), undefined]
  const posts = [await makePost(app.db), await makePost(app.db), undefined]
  for (let i = 0; i < 70; i++) {
    app.setNow(new Date(Date.UTC(2026, 0, 20 + i, 4, 30 + i)).toISOString())
    await click(app, { productId: products[i % 3], postId: posts[(i >> 1) % 3] })
    if (i % 2) await click(app, { productId: products[(i + 1) % 3] })
    if (i % 5 === 0) await click(app, { productId: products[i % 3] }, { ...person, 'user-agent': 'curl/8' })
    if (i % 7 === 0) await click(app, {}, { ...person, 'sec-fetch-site': 'none' })
    if (i % 3 === 0) await convert(app, i % 2 ? '0.10' : '0.20', products[(i * 2) % 3])
  }
  return app
}

test.each([
  'startDate=2026-01-01&endDate=2026-04-30',
  'startDate=2026-02-01&endDate=2026-02-28',
  'startDate=2026-01-25&endDate=2026-03-08',
  'startDate=2026-03-08&endDate=2026-03-08',
])('cards, chart, records, table and CSV of %s say the same, to the cent', async (range) => {
  const app = await busyApp()
  const summary = await get<AnalyticsSummary>(app, `/api/analytics/summary?${range}`)
  const records = await get<AnalyticsRecord[]>(app, `/api/analytics?${range}`)
  const csv = await app.asOwner(`/api/analytics.csv?${range}`)
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="analytics-2026-.*\.csv"$/)
  const rows: Record<string, string>[] = parse(await csv.text(), { columns: true })
  const sum = <Row>(list: Row[], count: (row: Row) => number | string) =>
    list.reduce((total, row) => total + Number(count(row)), 0)
  const minor = <Row>(list: Row[], amount: (row: Row) => string) => sum(list, (row) => toMinorUnits(amount(row), 'USD'))

  const { totals, days, topProducts, filtered } = summary
  expect(totals.clicks).toBeGreaterThan(0)
  expect(sum(days, (day) => day.clicks)).toBe(totals.clicks)
  expect(sum(records, (record) => record.clicks)).toBe(totals.clicks)
  expect(sum(rows, (row) => row.clicks!)).toBe(totals.clicks)

  expect(sum(days, (day) => day.conversions)).toBe(totals.conversions)
  expect(sum(records, (record) => record.conversions)).toBe(totals.conversions)
  expect(sum(rows, (row) => row.conversions!)).toBe(totals.conversions)
  expect(sum(topProducts, (product) => product.conversions)).toBe(totals.conversions)

  expect(minor(days, (day) => day.revenue)).toBe(toMinorUnits(totals.revenue, 'USD'))
  expect(minor(records, (record) => record.revenue)).toBe(toMinorUnits(totals.revenue, 'USD'))
  expect(minor(rows, (row) => row.revenue!)).toBe(toMinorUnits(totals.revenue, 'USD'))
  expect(minor(topProducts, (product) => product.revenue)).toBe(toMinorUnits(totals.revenue, 'USD'))

  expect(sum(days, (day) => day.filteredClicks)).toBe(totals.filteredClicks)
  expect(sum(filtered, (each) => each.clicks)).toBe(totals.filteredClicks)
  expect(sum(rows, (row) => row['filtered clicks']!)).toBe(totals.filteredClicks)

  expect(new Set(days.map((day) => day.date)).size).toBe(days.length)
  expect(rows.some((row) => row.product!.startsWith('='))).toBe(false)
})

test.each<[string, ...[string, string][]]>([
  [
    'spring',
    ['2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', '2026-03-09'],
  ],
  [
    'fall',
    ['2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', '2026-11-02'],
  ],
])('in %s too a day has the clicks between its midnights, be it 23 or 25 hours long', async (_, ...clicks) => {
  const app = await testApp()
  for (const [now, day] of clicks) {
    app.setNow(now)
    const before = await clicksOf(app, day)
    await click(app)
    expect(await clicksOf(app, day), now).toBe(before + 1)
  }
})

async function clicksOf(app: TestApp, day: string): Promise<number> {
  const { days } = await get<AnalyticsSummary>(app, `/api/analytics/summary?startDate=${day}&endDate=${day}`)
  expect(days.map(({ date }) => date)).toEqual([day])
  return days[0]!.clicks
}

test('the best ten products are those that earned the most; where none earned, those that were clicked', async () => {
  const app = await testApp()
  const products: number[] = []
  for (let i = 0; i < 12; i++) {
    products.push(await makeProduct(app.db, { name: `Serum ${i}` }))
    for (let n = 0; n <= i % 4; n++) await click(app, { productId: products[i]! })
  }
  const best = async () => (await get<AnalyticsSummary>(app, '/api/analytics/summary')).topProducts
  expect((await best()).map(({ name, clicks }) => [name, clicks]).slice(0, 4)).toEqual([
    ['Serum 3', 4],
    ['Serum 7', 4],
    ['Serum 11', 4],
    ['Serum 2', 3],
  ])
  expect(await best()).toHaveLength(10)
  for (const [i, id] of products.entries()) await convert(app, `${i + 1}.25`, id)
  expect((await best()).map(({ name, revenue }) => [name, revenue])).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => [`Serum ${i}`, `${i + 1}.25`]),
  )
})

test('what a deleted product earned stays', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  const postId = await makePost(app.db)
  await click(app, { productId, postId })
  await convert(app, '3.00', productId)
  await app.db.deleteFrom('products').execute()
  await app.db.deleteFrom('posts').execute()
  expect(await get(app, '/api/analytics/summary')).toMatchObject({
    totals: { clicks: 1, conversions: 1, revenue: '3.00' },
    topProducts: [{ productId, name: 'A deleted product', clicks: 1, conversions: 1, revenue: '3.00' }],
    topPosts: [{ postId, title: 'A deleted post', clicks: 1 }],
  })
})

test.each([
  ['2026-01-01', '2026-03-31', { days: [], months: [['2026-01', '2026-03']] }],
  [
    '2025-11-21',
    '2026-11-21',
    {
      days: [
        ['2025-11-21', '2025-11-30'],
        ['2026-11-01', '2026-11-21'],
      ],
      months: [['2025-12', '2026-10']],
    },
  ],
  ['2026-02-03', '2026-02-27', { days: [['2026-02-03', '2026-02-27']], months: [] }],
  ['2026-02-03', '2026-03-02', { days: [['2026-02-03', '2026-03-02']], months: [] }],
  ['2026-02-01', '2026-03-02', { days: [['2026-03-01', '2026-03-02']], months: [['2026-02', '2026-02']] }],
  ['2026-01-31', '2026-02-28', { days: [['2026-01-31', '2026-01-31']], months: [['2026-02', '2026-02']] }],
])('%s to %s is cut into whole months and the days around them', (startDate, endDate, parts) => {
  expect(cutIntoMonths({ startDate, endDate })).toEqual(parts)
})

test.each([
  ['JPY', '1500.00', 1500, '1500', '0'],
  ['KWD', '4.25', 4250, '4.250', '0.000'],
])('revenue in %s is taken, summed and reported in its digits', async (currency, sent, minor, shown, none) => {
  const app = await testApp()
  expect((await app.asOwner('/api/settings', { method: 'PUT', json: { currency } })).status).toBe(200)
  await convert(app, sent)
  expect(await app.db.selectFrom('earning_sales').select(['commission_minor', 'currency']).execute()).toEqual([
    { commission_minor: minor, currency },
  ])
  const summary = await get<AnalyticsSummary>(app, '/api/analytics/summary')
  expect(summary.totals.revenue).toBe(shown)
  expect(new Set(summary.days.map(({ revenue }) => revenue))).toEqual(new Set([none, shown]))
  expect(summary.topProducts).toMatchObject([{ revenue: shown }])
  expect(await get<AnalyticsRecord[]>(app, '/api/analytics')).toMatchObject([{ revenue: shown }])
  expect(await (await app.asOwner('/api/analytics.csv')).text()).toContain(`,1,${shown}`)
  const { sales } = await get<{ sales: { month: { revenue: string } } }>(app, '/api/overview')
  expect(sales.month.revenue).toBe(shown)
})
