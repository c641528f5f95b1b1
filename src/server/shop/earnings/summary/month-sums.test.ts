import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { makePost } from '../../../../../test/factories.ts'
import { awinReport, importReport, readEarnings } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import { sumMonths } from './month-sums.repo.ts'

const isPostgres = inject('databaseUrl') !== undefined
const signal = new AbortController().signal
const spring = 'startDate=2026-01-01&endDate=2026-04-30'

async function appWithMonths() {
  const app = await testApp()
  const sales = ['2026-01-05', '2026-02-05', '2026-03-05'].map((day, index) => ({
    ...{ id: index + 1, day, commission: `${index + 1}.004`, status: 'approved' },
  }))
  await importReport(app, awinReport(sales))
  await sumMonths(app.db, { signal, salesMin: 1 })
  return app
}

const listMonths = async ({ db }: TestApp) =>
  (await db.selectFrom('earning_month_sums').select('month').where('basis', '=', 'ordered').orderBy('month').execute())
    .map(({ month }) => month.slice(-2))
    .join()

test('a write deletes the sums of the months that it changes, also one of an older version of the program', async () => {
  const app = await appWithMonths()
  expect(await listMonths(app)).toBe('01,02,03')
  expect((await readEarnings(app, spring)).totals).toMatchObject({ sales: 3, earned: 601 })
  const first = app.db.updateTable('earning_sales').where('external_id', '=', '1')
  await first.set({ clicked_day: '2026-02-09', ordered_day: '2026-02-09', posted_day: '2026-02-09' }).execute()
  expect(await listMonths(app)).toBe('03')
  expect((await readEarnings(app, spring)).days.find(({ date }) => date === '2026-02-09')).toMatchObject({ sales: 1 })
  await sumMonths(app.db, { signal, salesMin: 1 })
  expect(await listMonths(app)).toBe('02,03')
  await app.db.deleteFrom('earning_sales').where('external_id', '=', '3').execute()
  expect(await listMonths(app)).toBe('02')
  expect((await readEarnings(app, spring)).totals).toMatchObject({ sales: 2, earned: 301 })
  await importReport(app, awinReport([{ id: 4, day: '2026-02-20', commission: '0.50', status: 'approved' }]))
  expect(await listMonths(app)).toBe('')
  expect((await readEarnings(app, spring)).totals).toMatchObject({ sales: 3, earned: 351 })
})

test('reports read the stored sums and not the sales of their months', async () => {
  const app = await appWithMonths()
  await app.db
    .updateTable('earning_month_sums')
    .set({
      days: '{"days":[],"stamp":""}',
      lines: '{"lines":{"place":[],"product":[],"placement":[],"program":[]},"open":[]}',
    })
    .where('month', '=', '2026-02')
    .execute()
  const { totals, days } = await readEarnings(app, spring)
  expect(totals).toMatchObject({ sales: 2 })
  expect(days.filter(({ sales }) => sales > 0).map(({ date }) => date)).toEqual(['2026-01-05', '2026-03-05'])
  // A part of the month is read from its sales.
  expect((await readEarnings(app, 'startDate=2026-02-02&endDate=2026-04-30')).totals).toMatchObject({ sales: 2 })
})

test('months are added up once for the lines of reports, and again after a rule or one of their sums has changed', async () => {
  const app = await appWithMonths()
  const unread = '{"lines":{"place":[],"product":[],"placement":[],"program":[]},"open":[]}'
  const placesOf = async () => (await readEarnings(app, spring)).groups.place.map(({ key, sales }) => [key, sales])
  expect(await placesOf()).toEqual([['[null,null]', 3]])
  const stored = await app.db.selectFrom('earning_month_sums').selectAll().execute()
  await app.db.updateTable('earning_month_sums').set({ lines: unread }).execute()
  expect(await placesOf()).toEqual([['[null,null]', 3]])
  for (const row of stored)
    await app.db
      .updateTable('earning_month_sums')
      .set({ lines: row.lines })
      .where('month', '=', row.month)
      .where('basis', '=', row.basis)
      .execute()
  const post = await makePost(app.db)
  await app.db.updateTable('earning_sales').set({ click_ref: 'summer' }).where('external_id', '=', '2').execute()
  await sumMonths(app.db, { signal, salesMin: 1 })
  expect(await placesOf()).toEqual([['[null,null]', 3]])
  const rule = { kind: 'click-ref', network: 'awin', value: 'summer', postId: post }
  expect((await app.asOwner('/api/earnings/rules', { json: rule })).status).toBe(201)
  expect(await placesOf()).toEqual([
    ['[null,null]', 2],
    [`["post",${post}]`, 1],
  ])
})

test('sums in the form of another version are not read, and are made again', async () => {
  const app = await appWithMonths()
  await app.db.updateTable('earning_month_sums').set({ version: 0, days: 'x', lines: 'x' }).execute()
  expect((await readEarnings(app, spring)).totals).toMatchObject({ sales: 3, earned: 601 })
  await sumMonths(app.db, { signal, salesMin: 1 })
  expect((await readEarnings(app, spring)).totals).toMatchObject({ sales: 3, earned: 601 })
})

test('a rule for the text "null" attributes no sale that lacks the value', async () => {
  const app = await appWithMonths()
  const post_id = await makePost(app.db)
  for (const kind of ['click-ref', 'tracking-id', 'sku'] as const)
    await app.db
      .insertInto('earning_rules')
      .values({
        kind,
        network: 'awin',
        value: 'null',
        post_id,
        product_id: null,
        created_at: '2026-03-10T15:00:00.000Z',
      })
      .execute()
  expect(await readEarnings(app, spring)).toMatchObject({ totals: { sales: 3 }, unattributed: { sales: 3 } })
})

test('months are added up after the writes that are open meanwhile', async () => {
  const app = await appWithMonths()
  await app.db.deleteFrom('earning_month_sums').execute()
  const summing = await app.db.transaction().execute(async (transaction) => {
    const first = transaction.updateTable('earning_sales').where('external_id', '=', '1')
    await first.set({ commission_minor: 700 }).execute()
    const sums = sumMonths(app.db, { signal, salesMin: 1 })
    // SQLite has one writer.
    if (isPostgres)
      await vi.waitFor(async () => {
        const waiting = sql`select 1 from pg_locks where relation = 'earning_sales'::regclass and not granted`
        expect((await waiting.execute(app.db)).rows).toHaveLength(1)
      }, 5000)
    return { sums }
  })
  await summing.sums
  expect(await listMonths(app)).toBe('01,02,03')
  expect((await readEarnings(app, spring)).totals).toMatchObject({ earned: 1201 })
})
