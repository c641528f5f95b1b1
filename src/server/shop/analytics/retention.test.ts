import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { dayIn, subMonths } from '../../../contract/platform/days.ts'
import type { AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import type { Db } from '../../platform/db/schema.ts'
import { recordConversion } from '../conversions/conversions.repo.ts'
import { createClicks } from './clicks.repo.ts'
import { deleteOldAnalytics } from './retention.ts'

const timeZone = 'America/New_York'
const today = '2026-03-10'

type Made = { product: number; post: number }

async function click(db: Db, now: string, { product, post }: Made, filteredReason: string | null = null) {
  const input = { linkId: 'shop', productId: product, postId: post }
  const day = dayIn(timeZone, new Date(now))
  await db.transaction().execute((transaction) => createClicks(transaction, [{ input, now, day, filteredReason }]))
}

async function sell(db: Db, now: string, { product }: Made) {
  const input = { linkId: 'shop', productId: product, revenue: '4.20', currency: 'USD' }
  const day = dayIn(timeZone, new Date(now))
  await db.transaction().execute((transaction) => recordConversion(transaction, { input, networkId: null, now, day }))
}

/** Clicks and sales from before, at and after the edge of what is kept. */
async function filled() {
  const app = await testApp()
  const made = { product: await makeProduct(app.db, { name: 'Serum' }), post: await makePost(app.db) }
  const old = ['2023-11-15T12:00:00.000Z', '2024-01-02T12:00:00.000Z', '2024-01-10T04:59:59.999Z']
  const kept = ['2024-01-10T05:00:00.000Z', '2024-02-01T12:00:00.000Z', '2026-03-10T12:00:00.000Z']
  for (const now of [...old, ...kept]) {
    await click(app.db, now, made)
    await click(app.db, now, made, 'bot')
    await sell(app.db, now, made)
  }
  const months = async () => ({
    products: await app.db.selectFrom('monthly_totals').selectAll().orderBy('month').execute(),
    posts: await app.db.selectFrom('monthly_post_totals').selectAll().orderBy('month').execute(),
  })
  return { ...app, made, kept, months }
}

test('what is older than 26 months is gone to the day in the site’s time zone, and its months stay', async () => {
  const { db, kept, months } = await filled()
  const before = await months()
  expect(before.products.map(({ month, clicks }) => [month, clicks])).toEqual([
    ['2023-11', 1],
    ['2024-01', 3],
    ['2024-02', 1],
    ['2026-03', 1],
  ])
  expect(await deleteOldAnalytics(db, { today, timeZone })).toBeGreaterThan(0)
  const clicks = await db.selectFrom('link_clicks').select('clicked_at').orderBy('id').execute()
  expect(clicks.map((row) => row.clicked_at)).toEqual(kept.flatMap((at) => [at, at]))
  const sales = await db.selectFrom('conversions').select('converted_at').orderBy('id').execute()
  expect(sales.map((row) => row.converted_at)).toEqual(kept)
  for (const table of ['daily_totals', 'daily_site_totals', 'daily_filtered_totals', 'daily_post_totals'] as const) {
    const rows = await db.selectFrom(table).select('day').orderBy('day').execute()
    expect(
      rows.map(({ day }) => day),
      table,
    ).toEqual(['2024-01-10', '2024-02-01', '2026-03-10'])
  }
  expect(await months()).toEqual(before)
  expect(await deleteOldAnalytics(db, { today, timeZone })).toBe(0)
})

test('it happens by itself, each night', async () => {
  const { jobs, setNow, db } = await filled()
  await jobs.runDueJobs()
  expect((await countRows(db)).link_clicks).toBe(12)
  setNow('2026-03-11T08:00:00.000Z')
  expect(await jobs.runDueJobs()).toContain('retention')
  const { oldest } = await db
    .selectFrom('link_clicks')
    .select((eb) => eb.fn.min('clicked_at').as('oldest'))
    .executeTakeFirstOrThrow()
  // A day later the first day of those that were kept is gone too.
  expect(oldest).toBe('2024-02-01T12:00:00.000Z')
})

test('killed after any batch and started again, no click is lost to the sums or counted twice', async () => {
  const { db, made, months, kept } = await filled()
  await addOldClicks(db, 1300, made)
  const before = await months()
  let kills = 0
  const isKilledAfter = async (batches: number) => {
    let done = 0
    const throwIfAborted = () => {
      if (done++ === batches) throw new Error('killed')
    }
    return deleteOldAnalytics(db, { today, timeZone, signal: { throwIfAborted } }).then(
      () => false,
      () => true,
    )
  }
  while (await isKilledAfter(kills)) {
    kills += 1
    expect(await months()).toEqual(before)
  }
  expect(kills).toBeGreaterThan(4)
  expect(await months()).toEqual(before)
  expect((await countRows(db)).link_clicks).toBe(kept.length * 2)
})

async function addOldClicks(db: Db, count: number, { product, post }: Made): Promise<void> {
  const row = {
    link_id: 'shop',
    product_id: product,
    post_id: post,
    clicked_at: '2023-12-01T12:00:00.000Z',
    filtered_reason: 'bot',
  }
  for (let done = 0; done < count; done += 100)
    await db.insertInto('link_clicks').values(Array(100).fill(row)).execute()
}

test('others have their turn while much is deleted', async () => {
  const { db, made } = await filled()
  await addOldClicks(db, 2600, made)
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns++) await setImmediate()
  })()
  await deleteOldAnalytics(db, { today, timeZone })
  isDone = true
  await others
  expect(turns).toBeGreaterThan(5)
})

test('a report of years ago shows what its whole months brought, though their days are gone', async () => {
  const { db, asOwner } = await filled()
  const report = async () => {
    const response = await asOwner('/api/analytics/summary?startDate=2023-11-01&endDate=2024-02-29')
    return (await response.json()) as AnalyticsSummary
  }
  const before = await report()
  expect(before.totals).toMatchObject({ clicks: 5, conversions: 5, revenue: '21.00' })
  await deleteOldAnalytics(db, { today, timeZone })
  const after = await report()
  const { filteredClicks: _, ...totals } = before.totals
  expect(after.totals).toMatchObject(totals)
  expect(after.topProducts).toEqual(before.topProducts)
  expect(after.topPosts).toEqual(before.topPosts)
})

test.each([
  ['2026-03-10', 26, '2024-01-10'],
  ['2026-01-31', 2, '2025-11-30'],
  ['2024-03-31', 1, '2024-02-29'],
])('%s minus %i months is %s', (day, count, earlier) => {
  expect(subMonths(day, count)).toBe(earlier)
})
