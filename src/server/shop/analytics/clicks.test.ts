import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import {
  expectInvalidFieldsRejected,
  expectMaliciousBodiesRejected,
  maliciousTexts,
} from '../../../../test/malicious-input.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../../test/test-app.ts'
import { placementCode } from '../../../contract/shop/placements.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { createClickIntake } from './click-intake.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const person = { 'user-agent': browser, 'sec-fetch-site': 'same-origin' }

function click(
  request: TestApp['request'],
  json: Record<string, unknown>,
  options: RequestOptions = {},
): Promise<Response> {
  return request('/api/analytics/click', { json, headers: person, ...options })
}

function totals(db: TestApp['db']) {
  return db
    .selectFrom('daily_totals')
    .select(['day', 'product_id', 'clicks', 'filtered_clicks'])
    .orderBy('day')
    .orderBy('product_id')
    .execute()
}

test('POST /api/analytics/click keeps where and on what was clicked, and no person', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const postId = await makePost(db)
  const placement = placementCode({ source: 'home', position: 'card', productId })
  const response = await click(request, { linkId: 'home-grid', productId, postId, placement })
  expect(response.status).toBe(202)
  expect(await response.json()).toEqual({})
  expect(response.headers.get('set-cookie')).toBeNull()
  const rows = await db.selectFrom('link_clicks').selectAll().execute()
  expect(rows).toEqual([
    {
      id: rows[0]!.id,
      link_id: 'home-grid',
      product_id: productId,
      post_id: postId,
      clicked_at: '2026-03-10T15:00:00.000Z',
      filtered_reason: null,
      placement,
    },
  ])
})

test('a click without a placement has none, and any text but a placement code is rejected', async () => {
  const { db, request } = await testApp()
  expect((await click(request, { linkId: 'shop' })).status).toBe(202)
  expect((await click(request, { linkId: 'shop', placement: null })).status).toBe(202)
  for (const placement of ['', 'nora@example.com', 'd1cl1aa', 'd'.repeat(5000), 7]) {
    const response = await click(request, { linkId: 'shop', placement })
    expect(response.status, String(placement)).toBe(400)
  }
  expect(await db.selectFrom('link_clicks').select('placement').execute()).toEqual([
    { placement: null },
    { placement: null },
  ])
})

test('product and post may be missing or null', async () => {
  const { db, request } = await testApp()
  for (const ids of [{}, { productId: null }, { postId: null }, { productId: null, postId: null }])
    expect((await click(request, { linkId: '1718000000000', ...ids })).status).toBe(202)
  expect((await countRows(db)).link_clicks).toBe(4)
  expect(await totals(db)).toEqual([{ day: '2026-03-10', product_id: 0, clicks: 4, filtered_clicks: 0 }])
})

test.each([
  ['no-user-agent', {}],
  ['bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['bot', { 'user-agent': 'curl/8.5.0' }],
  ['bot', { 'user-agent': 'python-requests/2.32' }],
  ['prefetch', { ...person, 'sec-purpose': 'prefetch;prerender' }],
  ['foreign-origin', { 'user-agent': browser, 'sec-fetch-site': 'none' }],
])('a click is kept apart as %s', async (reason, headers) => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  expect((await click(request, { linkId: 'shop', productId }, { headers })).status).toBe(202)
  const { filtered_reason } = await db.selectFrom('link_clicks').select('filtered_reason').executeTakeFirstOrThrow()
  expect(filtered_reason).toBe(reason)
  expect(await totals(db)).toEqual([{ day: '2026-03-10', product_id: productId, clicks: 0, filtered_clicks: 1 }])
})

test('the totals of a day add up, people and bots apart', async () => {
  const { db, request } = await testApp()
  const one = await makeProduct(db)
  const two = await makeProduct(db)
  for (let i = 0; i < 3; i++) await click(request, { linkId: 'shop', productId: one })
  for (let i = 0; i < 2; i++)
    await click(request, { linkId: 'shop', productId: one }, { headers: { 'user-agent': 'curl/8' } })
  await click(request, { linkId: 'search', productId: two })
  expect(await totals(db)).toEqual([
    { day: '2026-03-10', product_id: one, clicks: 3, filtered_clicks: 2 },
    { day: '2026-03-10', product_id: two, clicks: 1, filtered_clicks: 0 },
  ])
})

test('a hundred clicks that arrive together are all counted, in every sum', async () => {
  const { db, request } = await testApp()
  const products = [await makeProduct(db), await makeProduct(db), null]
  const posts = [await makePost(db), await makePost(db), null]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      click(request, { linkId: 'shop', productId: products[i % 3], postId: posts[(i >> 1) % 3] }),
    ),
  )
  expect(answers.filter((result) => result.status !== 202)).toEqual([])
  expect((await totals(db)).map((total) => total.clicks)).toEqual([33, 34, 33])
  const sums = async (table: 'monthly_totals' | 'daily_site_totals') =>
    (await db.selectFrom(table).select('clicks').orderBy('clicks').execute()).map((row) => row.clicks)
  expect(await sums('monthly_totals')).toEqual([33, 33, 34])
  expect(await sums('daily_site_totals')).toEqual([100])
  for (const table of ['daily_post_totals', 'monthly_post_totals'] as const) {
    const rows = await db.selectFrom(table).select('clicks').orderBy('post_id').execute()
    expect(rows.map((row) => row.clicks)).toEqual([34, 34])
  }
})

test('of clicks that arrive together only the impossible ones are refused', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const ids = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 999 : productId))
  const answers = await Promise.all(ids.map((id) => click(request, { linkId: 'shop', productId: id })))
  expect(answers.map((result) => result.status)).toEqual(ids.map((id) => (id === 999 ? 400 : 202)))
  expect(await totals(db)).toEqual([{ day: '2026-03-10', product_id: productId, clicks: 40, filtered_clicks: 0 }])
  expect((await countRows(db)).link_clicks).toBe(40)
})

test('clicks that arrive together are written together', async () => {
  const { db, request, queries } = await testApp()
  const productId = await makeProduct(db)
  queries.clear()
  await Promise.all(Array.from({ length: 40 }, () => click(request, { linkId: 'shop', productId })))
  const [, parameters] = [...queries].find(([text]) => text.includes('insert into "link_clicks"')) ?? []
  expect(JSON.parse(String(parameters?.[0]))).toHaveLength(40)
})

test('keys among clicks that arrive together: a repeat acts once, another body is refused, the rest is kept', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const send = (key: string, json: Record<string, unknown>) =>
    click(request, json, { headers: { ...person, 'idempotency-key': key } })
  const mine = { linkId: 'shop', productId }
  const answers = await Promise.all([
    send('a-click-of-mine', mine),
    send('a-click-of-mine', mine),
    send('a-click-of-mine', { ...mine, linkId: 'search' }),
    send('another-click', mine),
    send('an-impossible-one', { linkId: 'shop', productId: 999 }),
    click(request, mine),
  ])
  expect(answers.map((result) => result.status)).toEqual([202, 202, 422, 202, 400, 202])
  expect(answers.map((result) => result.headers.get('idempotent-replayed'))).toEqual([
    null,
    'true',
    ...[null, null, null, null],
  ])
  expect(await answers[1]!.json()).toEqual({})
  expect(await totals(db)).toEqual([{ day: '2026-03-10', product_id: productId, clicks: 3, filtered_clicks: 0 }])
  expect(await countRows(db)).toMatchObject({ link_clicks: 3, idempotency_keys: 2 })
})

test('a repeated click gets its first response and no second count, also after its product was deleted', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const headers = { ...person, 'idempotency-key': 'a-click-of-mine' }
  expect((await click(request, { linkId: 'shop', productId }, { headers })).status).toBe(202)
  await db.deleteFrom('products').where('id', '=', productId).execute()
  const again = await click(request, { linkId: 'shop', productId }, { headers })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true'])
  expect((await countRows(db)).link_clicks).toBe(1)
})

test('clicks that cannot be written get a 500, with nothing counted, and can be sent again', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const headers = (i: number) => ({ ...person, 'idempotency-key': `click-number-${i}` })
  const sendAll = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, i) => click(request, { linkId: 'shop', productId }, { headers: headers(i) })),
    )
  // The last table that a click is written to.
  await sql`alter table daily_site_totals rename to away`.execute(db)
  expect((await sendAll()).map((result) => result.status)).toEqual(Array(10).fill(500))
  await sql`alter table away rename to daily_site_totals`.execute(db)
  expect(await countRows(db)).toMatchObject({ link_clicks: 0, daily_totals: 0, idempotency_keys: 0 })
  expect((await sendAll()).map((result) => result.status)).toEqual(Array(10).fill(202))
  expect(await totals(db)).toEqual([{ day: '2026-03-10', product_id: productId, clicks: 10, filtered_clicks: 0 }])
})

test('two intakes side by side on one database count each click once', async () => {
  const { db } = await testApp()
  const products = [await makeProduct(db), await makeProduct(db), null]
  const intakes = [createClickIntake(db), createClickIntake(db)]
  const taken = Array.from({ length: 300 }, (_, i) =>
    intakes[i % 2]!.record(
      {
        input: { linkId: 'shop', productId: products[i % 3] },
        now: '2026-03-10T15:00:00.000Z',
        day: '2026-03-10',
        filteredReason: i % 5 === 0 ? 'bot' : null,
      },
      // Each key is sent to both.
      { key: `click-number-${i >> 1}`, requestHash: String(i >> 1) },
    ),
  )
  await Promise.all(intakes.map((intake) => intake.close()))
  const earlier = (await Promise.all(taken)).filter((result) => result)
  expect(earlier).toHaveLength(150)
  expect(await countRows(db)).toMatchObject({ link_clicks: 150, idempotency_keys: 150 })
  const sums = (await totals(db)).map((total) => total.clicks + total.filtered_clicks)
  expect(sums.reduce((sum, clicks) => sum + clicks, 0)).toBe(150)
})

test('closing writes what waits', async () => {
  const { db } = await testApp()
  const intake = createClickIntake(db)
  const click = { input: { linkId: 'shop' }, now: '2026-03-10T15:00:00.000Z', day: '2026-03-10', filteredReason: null }
  const taken = Promise.all(Array.from({ length: 1200 }, () => intake.record(click)))
  await intake.close()
  expect((await countRows(db)).link_clicks).toBe(1200)
  await taken
})

test('what is filtered is counted by its reason, and in no sum of people', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const postId = await makePost(db)
  for (const agent of ['curl/8', 'curl/8', ''])
    await click(request, { linkId: 'shop', productId, postId }, { headers: { 'user-agent': agent } })
  expect(await db.selectFrom('daily_filtered_totals').selectAll().orderBy('reason').execute()).toEqual([
    { day: '2026-03-10', reason: 'bot', clicks: 2 },
    { day: '2026-03-10', reason: 'no-user-agent', clicks: 1 },
  ])
  expect(await countRows(db)).toMatchObject({ daily_site_totals: 0, monthly_totals: 0, daily_post_totals: 0 })
})

test.each([
  ['America/New_York', '2026-03-11T03:59:59.999Z', '2026-03-10'],
  ['America/New_York', '2026-03-11T04:00:00.000Z', '2026-03-11'],
  ['America/New_York', '2026-01-11T04:59:59.999Z', '2026-01-10'],
  ['America/New_York', '2026-01-11T05:00:00.000Z', '2026-01-11'],
  ['Asia/Tokyo', '2026-03-10T14:59:59.999Z', '2026-03-10'],
  ['Asia/Tokyo', '2026-03-10T15:00:00.000Z', '2026-03-11'],
  ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31'],
])('in %s a click at %s belongs to %s', async (timeZone, now, day) => {
  const { db, request, setNow } = await testApp()
  await saveSettings(db, { timeZone }, now)
  const productId = await makeProduct(db)
  setNow(now)
  await click(request, { linkId: 'shop', productId })
  expect((await totals(db)).map((total) => total.day)).toEqual([day])
})

test('a click on a product or in a post that there is not is refused, and nothing is written', async () => {
  const { db, request } = await testApp()
  const productId = await makeProduct(db)
  const before = await countRows(db)
  for (const ids of [{ productId: 999 }, { productId, postId: 999 }, { productId: 2_147_483_647 }]) {
    const response = await click(request, { linkId: 'shop', ...ids })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: 'There is no such product or post' })
  }
  expect(await countRows(db)).toEqual(before)
})

test('a refused click leaves its Idempotency-Key free', async () => {
  const { db, request } = await testApp()
  const headers = { ...person, 'idempotency-key': 'a-click-of-mine' }
  expect((await click(request, { linkId: 'shop', productId: 1 }, { headers })).status).toBe(400)
  expect(await makeProduct(db)).toBe(1)
  expect((await click(request, { linkId: 'shop', productId: 1 }, { headers })).status).toBe(202)
})

test('fields of a wrong kind are refused, and nothing is kept', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  const notIds = [0, -1, 1.5, 2_147_483_648, '1', 'one', true, [], [1], {}]
  await expectInvalidFieldsRejected(
    app,
    '/api/analytics/click',
    { linkId: 'shop', productId },
    {
      linkId: [
        null,
        5,
        true,
        [],
        {},
        '',
        'a'.repeat(101),
        'two words',
        ...maliciousTexts.filter((text) => /[^\w.:-]/.test(text)),
      ],
      productId: notIds,
      postId: notIds,
    },
  )
})

test('bodies that are not a click are rejected, and nothing is stored', async () => {
  await expectMaliciousBodiesRejected(await testApp(), '/api/analytics/click')
})
