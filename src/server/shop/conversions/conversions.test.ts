import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeProduct } from '../../../../test/factories.ts'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { NewNetwork } from '../../../contract/shop/conversions.ts'

const address = '/api/analytics/conversion'

async function makeNetwork({ asOwner }: TestApp, name = 'Glow Network'): Promise<NewNetwork> {
  const response = await asOwner('/api/conversion-networks', { json: { name } })
  expect(response.status).toBe(201)
  return (await response.json()) as NewNetwork
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** What every sum says: conversions and cents. */
async function sums({ db }: TestApp): Promise<number[][]> {
  const rows = []
  for (const table of ['daily_totals', 'monthly_totals', 'daily_site_totals'] as const)
    rows.push(await db.selectFrom(table).select(['conversions', 'revenue_minor']).execute())
  return rows.flat().map((row) => [row.conversions, row.revenue_minor])
}

test('the owner records a conversion, and it is in every sum', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  const response = await app.asOwner(address, { json: { linkId: 'home-grid', revenue: '12.50', productId } })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ id: 1, isNew: true })
  expect(await sums(app)).toEqual([
    [1, 1250],
    [1, 1250],
    [1, 1250],
  ])
  expect(await app.db.selectFrom('conversions').selectAll().executeTakeFirst()).toEqual({
    id: 1,
    link_id: 'home-grid',
    product_id: productId,
    revenue_minor: 1250,
    converted_at: '2026-03-10T15:00:00.000Z',
    day: '2026-03-10',
    network_id: null,
    conversion_id: null,
  })
})

test('an anonymous visitor records nothing, with any credentials', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const before = await countRows(app.db)
  const json = { linkId: 'shop', revenue: 5 }
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Bearer made-up',
    `Basic ${secret}`,
    `Bearer ${secret}x`,
    `${secret}`,
  ]) {
    const response = await app.request(address, { json, headers: authorization ? { authorization } : {} })
    expect(response.status, authorization).toBe(401)
    await expectSentence(response)
  }
  // A session does not make up for a wrong secret.
  expect((await app.asOwner(address, { json, headers: bearer('made-up') })).status).toBe(401)
  expect(await countRows(app.db)).toEqual(before)
})

test('a network records conversions with its secret until that is revoked', async () => {
  const app = await testApp()
  const { id, secret } = await makeNetwork(app)
  const record = (conversionId: string) =>
    app.request(address, { json: { linkId: 'shop', revenue: 7, conversionId }, headers: bearer(secret) })
  expect((await record('one')).status).toBe(201)
  const [network] = (await (await app.asOwner('/api/conversion-networks')).json()) as NewNetwork[]
  expect(network).toEqual({
    id,
    name: 'Glow Network',
    createdAt: '2026-03-10T15:00:00.000Z',
    usedAt: '2026-03-10T15:00:00.000Z',
  })
  expect((await app.asOwner(`/api/conversion-networks/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await record('two')).status).toBe(401)
  expect(await (await app.asOwner('/api/conversion-networks')).json()).toEqual([])
  expect((await app.asOwner(`/api/conversion-networks/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await sums(app))[0]).toEqual([1, 700])
})

test('no secret is stored, nor is it in the audit trail', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  await app.request(address, { json: { linkId: 'shop', revenue: 7 }, headers: bearer(secret) })
  for (const table of ['conversion_networks', 'audit_log', 'idempotency_keys', 'conversions'] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
  expect(await (await app.asOwner('/api/audit')).json()).toMatchObject([{ subject: 'Glow Network' }])
})

test('a network’s server says no origin and is heard; another site’s page is refused', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const json = { linkId: 'shop', revenue: 7, conversionId: 'a1' }
  const page = { ...bearer(secret), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await app.request(address, { json, headers: page })).status).toBe(403)
  expect((await app.asOwner(address, { json, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await app.request(address, { json, headers: bearer(secret) })).status).toBe(201)
})

test('the same conversion of a network counts once; of two networks or without a name it is another', async () => {
  const app = await testApp()
  const [one, two] = [await makeNetwork(app, 'One'), await makeNetwork(app, 'Two')]
  const json = { linkId: 'shop', revenue: '4.20', conversionId: 'order-77' }
  const answers = []
  for (const headers of [bearer(one.secret), bearer(one.secret), bearer(two.secret)])
    answers.push(await app.request(address, { json, headers }))
  answers.push(await app.asOwner(address, { json }), await app.asOwner(address, { json }))
  expect(answers.map((result) => result.status)).toEqual([201, 200, 201, 201, 200])
  expect(await answers[1]!.json()).toEqual({ id: 1, isNew: false })
  expect((await sums(app))[0]).toEqual([3, 1260])
  const unnamed = { json: { linkId: 'shop', revenue: 1 }, headers: bearer(one.secret) }
  expect([(await app.request(address, unnamed)).status, (await app.request(address, unnamed)).status]).toEqual([
    201, 201,
  ])
  expect((await sums(app))[0]).toEqual([5, 1460])
})

test('the same conversion sent twenty times at once counts once', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const json = { linkId: 'shop', revenue: '4.20', conversionId: 'order-77' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.request(address, { json, headers: bearer(secret) })),
  )
  expect(answers.map((result) => result.status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
  expect((await sums(app))[0]).toEqual([1, 420])
})

test('the same Idempotency-Key counts once, also at the same time', async () => {
  const app = await testApp()
  await app.asOwner('/api/audit')
  const headers = { 'idempotency-key': 'a-conversion-of-mine' }
  const send = () => app.asOwner(address, { json: { linkId: 'shop', revenue: '4.20' }, headers })
  const answers = [...(await Promise.all(Array.from({ length: 10 }, send))), await send()]
  expect(answers.map((result) => result.status)).toEqual(Array.from({ length: 11 }, () => 201))
  expect((await sums(app))[0]).toEqual([1, 420])
})

test('conversions that arrive together are all counted', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const productId = await makeProduct(app.db)
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      app.request(address, {
        json: { linkId: 'shop', revenue: '0.10', conversionId: `c${i}`, productId },
        headers: bearer(secret),
      }),
    ),
  )
  expect(await sums(app)).toEqual([
    [50, 500],
    [50, 500],
    [50, 500],
  ])
})

test.each(['GET', 'POST'])('a postback by %s carries the secret in its address and counts once', async (method) => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const productId = await makeProduct(app.db)
  const query = `secret=${secret}&linkId=shop&revenue=9.99&conversionId=x-1&productId=${productId}&currency=USD`
  const send = (text: string) => app.request(`/api/analytics/postback?${text}`, { method })
  const first = await send(query)
  expect(first.status).toBe(201)
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect((await send(query)).status).toBe(200)
  expect((await sums(app))[0]).toEqual([1, 999])
  for (const wrong of [
    query.replace('conversionId=x-1', ''),
    query.replace('9.99', '9.999'),
    query.replace('9.99', '-9'),
    query.replace('USD', 'EUR'),
    query.replace(`productId=${productId}`, 'productId=999'),
    query.replace('linkId=shop', ''),
  ])
    expect((await send(wrong.replace('x-1', 'x-2'))).status, wrong).toBe(400)
  expect((await sums(app))[0]).toEqual([1, 999])
})

test('HEAD on a postback records nothing', async () => {
  const app = await testApp()
  const { secret } = (await (await app.asOwner('/api/conversion-networks', { json: { name: 'Awin' } })).json()) as {
    secret: string
  }
  const path = `/api/analytics/postback?secret=${secret}&linkId=shop&revenue=12.50`
  expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
  expect(await app.db.selectFrom('conversions').select('id').execute()).toEqual([])
})

test('a postback as a form counts too', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const response = await app.request(`/api/analytics/postback?secret=${secret}`, {
    method: 'POST',
    body: 'linkId=shop&revenue=9.99&conversionId=x-1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.status).toBe(201)
})

test('the owner’s sign-in opens no postback, and no browser does', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const query = 'linkId=shop&revenue=9.99&conversionId=x-1'
  expect((await app.asOwner(`/api/analytics/postback?${query}`)).status).toBe(401)
  const page = await app.request(`/api/analytics/postback?${query}&secret=${secret}`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(page.status).toBe(403)
  expect((await countRows(app.db)).conversions).toBe(0)
})

test('only wrong secrets count towards the rate limit', async () => {
  const app = await testApp()
  const { secret } = await makeNetwork(app)
  const send = (headers: Record<string, string>) =>
    app.request(address, { json: { linkId: 'shop', revenue: 1 }, headers, from: '198.51.100.7' })
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await send(bearer(`guess-${i}`))).status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect((await send(bearer(secret))).status).toBe(201)
})

test.each([
  [{ revenue: '12.505' }, 'Please write an amount such as 12.50'],
  [{ revenue: -1 }, 'Please write an amount such as 12.50'],
  [{ revenue: 0.1 + 0.2 }, 'Please write an amount such as 12.50'],
  [{ revenue: null }, 'Please write an amount such as 12.50'],
  [{ revenue: 1_000_000.01 }, 'Please write an amount of at most 1000000'],
  [{ currency: 'EUR' }, 'Revenue is counted in USD; please convert it first'],
  [{ linkId: '' }, 'Required'],
  [{ linkId: 'two words' }, 'Invalid input'],
  [{ conversionId: 'a b' }, 'Invalid input'],
  [{ productId: 999 }, 'There is no such product'],
  [{ productId: '1' }, undefined],
])('a conversion with %j is refused, and nothing is kept', async (over, message) => {
  const app = await testApp()
  await app.asOwner('/api/audit')
  const before = await countRows(app.db)
  const response = await app.asOwner(address, { json: { linkId: 'shop', revenue: 5, ...over } })
  expect(response.status).toBe(400)
  if (message) expect(await response.json()).toMatchObject({ message })
  expect(await countRows(app.db)).toEqual(before)
})

test.each([
  [12.5, 1250],
  ['12.50', 1250],
  [' 7 ', 700],
  [0.1, 10],
  ['0.07', 7],
  [19.99, 1999],
  [0, 0],
  [1_000_000, 100_000_000],
])('a revenue of %j is %i cents', async (revenue, cents) => {
  const app = await testApp()
  expect((await app.asOwner(address, { json: { linkId: 'shop', revenue } })).status).toBe(201)
  expect((await sums(app))[0]).toEqual([1, cents])
})

test('a conversion that was entered by mistake is taken back, out of every sum', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  await app.asOwner(address, { json: { linkId: 'shop', revenue: '5.00', productId } })
  await app.asOwner(address, { json: { linkId: 'shop', revenue: '99.00', productId } })
  // The day of a conversion is the one it was counted on.
  app.setNow('2026-03-12T15:00:00.000Z')
  expect((await app.asOwner('/api/analytics/conversions/2', { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner('/api/analytics/conversions/2', { method: 'DELETE' })).status).toBe(404)
  expect(await sums(app)).toEqual([
    [1, 500],
    [1, 500],
    [1, 500],
  ])
})

test('a network needs a name', async () => {
  const { asOwner } = await testApp()
  for (const name of ['', ' a ', 'x'.repeat(81), 5, null, 'a\nb'])
    expect((await asOwner('/api/conversion-networks', { json: { name } })).status, String(name)).toBe(400)
  expect(await (await asOwner('/api/conversion-networks', { json: { name: 'x' } })).json()).toMatchObject({
    message: 'Name must be at least 2 characters',
  })
})

test.each([
  ['JPY', '12.50', 'Please write an amount such as 1250'],
  ['KWD', '1.2505', 'Please write an amount such as 1.250'],
  ['KWD', '100000.001', 'Please write an amount of at most 100000'],
])('a revenue in %s of %s is refused', async (currency, revenue, message) => {
  const app = await testApp()
  await app.asOwner('/api/settings', { method: 'PUT', json: { currency } })
  const response = await app.asOwner(address, { json: { linkId: 'shop', revenue } })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path: 'revenue', message }] })
})
