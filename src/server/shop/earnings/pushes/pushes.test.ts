import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRows } from '../../../../../test/count-rows.ts'
import { makePost } from '../../../../../test/factories.ts'
import { expectSentence } from '../../../../../test/malicious-input.ts'
import { makePostbackAddress, makeProgram, readSales } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import type { PostbackAddress } from '../../../../contract/shop/postbacks.ts'

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

const awinSale = {
  transactionId: 991,
  transactionDate: '2026-03-02 23:30:00',
  transactionCurrency: 'EUR',
  transactionAmount: '100.00',
  affiliateId: 7,
  merchantId: 4242,
  clickRef: 'code',
  ip: '198.51.100.77',
  commission: '5.25',
  phrase: 'secret phrase',
  searchEngine: 'search engine',
  products: [],
}
const awin = (change: object = {}) => form({ AwinTransactionPush: JSON.stringify({ ...awinSale, ...change }) })

async function open(network: 'awin' | 'impact' | 'generic', currency = ''): Promise<{ app: TestApp; path: string }> {
  const app = await testApp()
  return { app, path: await makePostbackAddress(app, await makeProgram(app.db, { network, currency })) }
}

test('Awin pushes a sale, which is pending, without the reader’s address and search', async () => {
  const { app, path } = await open('awin')
  const post = await makePost(app.db, { slug: 'serums', title: 'Serums' })
  const clickRef = placementCode({ source: 'post', sourceId: post, position: 'text' })
  const response = await app.request(path, awin({ clickRef }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ outcome: 'new' })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await readSales(app)).toMatchObject([
    {
      ...{ network: 'awin', external_id: '991', status: 'pending', sale_minor: 10_000, commission_minor: 525 },
      ...{ currency: 'EUR', source: 'post', source_id: post, advertiser: 'Glow Shop', event_count: 1 },
    },
  ])
  const events = JSON.stringify(await app.db.selectFrom('earning_events').selectAll().execute())
  for (const dropped of ['198.51.100.77', 'secret phrase', 'search engine']) expect(events).not.toContain(dropped)
})

test('the same push again changes nothing, also twenty at once', async () => {
  const { app, path } = await open('awin')
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.request(path, awin())))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const outcomes = await Promise.all(responses.map(async (response) => (await response.json()).outcome as string))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'known'), 'new'])
  const before = await countRows(app.db)
  app.setNow('2026-04-01T10:00:00.000Z')
  expect(await (await app.request(path, awin({ ip: '198.51.100.78' }))).json()).toEqual({ outcome: 'known' })
  expect(await countRows(app.db)).toEqual(before)
  expect(await readSales(app)).toMatchObject([{ event_count: 1 }])
})

test('Impact’s states arrive in any order, and a reversal keeps what was lost', async () => {
  const { app, path } = await open('impact')
  const push = async (status: string, payout = '4.00') => {
    const query = `campaign_id=12&action_id=A.1&status=${status}&payout=${payout}&amount=40&currency=USD&subid1=x`
    return (await app.request(`${path}?${query}`)).status
  }
  expect(await push('APPROVED')).toBe(200)
  app.setNow('2026-03-11T15:00:00.000Z')
  expect(await push('PENDING')).toBe(200)
  expect(await readSales(app)).toMatchObject([{ status: 'approved', ordered_day: '2026-03-10', click_ref: 'x' }])
  expect(await push('APPROVED', '3.50')).toBe(200)
  expect(await readSales(app)).toMatchObject([{ status: 'approved', commission_minor: 350, ordered_day: '2026-03-10' }])
  expect(await push('REVERSED', '0.00')).toBe(200)
  expect(await readSales(app)).toMatchObject([{ status: 'reversed', commission_minor: 350, event_count: 4 }])
  expect(await push('PENDING')).toBe(200)
  expect(await readSales(app)).toMatchObject([{ status: 'reversed', event_count: 4 }])
})

test('a value that changes and changes back counts, and the same push again does not', async () => {
  const { app, path } = await open('impact')
  const push = async (payout: string, status = 'PENDING') => {
    const response = await app.request(`${path}?action_id=A.1&status=${status}&payout=${payout}&amount=40&currency=USD`)
    return ((await response.json()) as { outcome: string }).outcome
  }
  const outcomes = []
  for (const payout of ['5.00', '5.00', '6.00', '6.00', '5.00', '5.00', '6.00', '5.00'])
    outcomes.push(await push(payout))
  expect(outcomes).toEqual(['new', 'known', 'changed', 'known', 'changed', 'known', 'changed', 'changed'])
  expect(await readSales(app)).toMatchObject([{ status: 'pending', commission_minor: 500, event_count: 5 }])

  // A push of an earlier status comes late, and takes nothing back.
  expect(await push('6.00', 'APPROVED')).toBe('changed')
  expect(await push('5.00')).toBe('known')
  expect(await push('7.00')).toBe('changed')
  expect(await readSales(app)).toMatchObject([{ status: 'approved', commission_minor: 600 }])
  expect(await push('6.00', 'APPROVED')).toBe('known')
})

test('whatever is pushed how often, the highest status decides with the value that came last', async () => {
  const { app, path } = await open('generic')
  const words = ['pending', 'approved'] as const
  const pushed = fc.record({ status: fc.constantFrom(...words), cents: fc.integer({ min: 1, max: 2 }) })
  const times = fc.integer({ min: 1, max: 3 })
  let id = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(pushed, times), { minLength: 3, maxLength: 12 }), async (pushes) => {
      id += 1
      for (const [{ status, cents }, repeated] of pushes)
        for (let count = 0; count < repeated; count++) {
          const query = new URLSearchParams({ tid: `t${id}`, commission: `0.0${cents}`, currency: 'USD', status })
          const { outcome } = (await (await app.request(`${path}?${query}`)).json()) as { outcome: string }
          if (count > 0) expect(outcome).toBe('known')
        }
      const highest = words.findLast((word) => pushes.some(([{ status }]) => status === word))!
      const last = pushes.findLast(([{ status }]) => status === highest)![0]
      const [sale] = (await readSales(app)).filter(({ external_id }) => external_id === `t${id}`)
      expect(sale).toMatchObject({ status: highest, commission_minor: last.cents })
    }),
    { numRuns: 40 },
  )
})

test('two programs may send the same id, and each reverses its own sale', async () => {
  const app = await testApp()
  const addressOf = async (key: string) =>
    makePostbackAddress(app, await makeProgram(app.db, { network: 'generic', key, currency: 'USD' }))
  const [glow, mist] = [await addressOf('glow.example'), await addressOf('mist.example')]
  const push = async (path: string, query: string) =>
    (await (await app.request(`${path}?tid=ORDER-1&${query}`)).json()).outcome
  expect(await push(glow, 'commission=50&status=pending')).toBe('new')
  expect(await push(mist, 'commission=20&status=pending')).toBe('new')
  expect(await push(mist, 'status=reversed')).toBe('reversed')
  const states = async () =>
    (await readSales(app)).map(({ advertiser, commission_minor, status }) => [advertiser, commission_minor, status])
  expect(await states()).toEqual([
    ['glow.example', 5000, 'pending'],
    ['mist.example', 2000, 'reversed'],
  ])
  // A program that was renamed keeps its sales.
  await app.db.updateTable('programs').set({ name: 'Glow' }).where('key', '=', 'glow.example').execute()
  expect(await push(glow, 'commission=50&status=approved')).toBe('changed')
  expect((await states()).map(([, ...state]) => state)).toEqual([
    [5000, 'approved'],
    [2000, 'reversed'],
  ])
})

test('the code that the buyer used is kept', async () => {
  const { app, path } = await open('awin')
  await app.request(path, awin({ voucherCode: 'GLOW10' }))
  expect(await app.db.selectFrom('earning_events').select('promo_code').execute()).toEqual([{ promo_code: 'GLOW10' }])
})

test('amounts are read into the minor units of their currency', async () => {
  const { app, path } = await open('generic', 'EUR')
  const amounts = [
    ['jpy', 'JPY', '1200', '90', 1200, 90],
    ['kwd', 'KWD', '12.345', '1.5', 12_345, 1500],
    ['usd', 'USD', '0.1', '0.29', 10, 29],
    ['own', '', '19.995', '1', 2000, 100],
  ] as const
  for (const [tid, currency, amount, commission, saleMinor, commissionMinor] of amounts) {
    const query = new URLSearchParams({ tid, click: 'shop', currency, amount, commission })
    expect((await app.request(`${path}?${query}`)).status).toBe(200)
    const [sale] = (await readSales(app)).filter(({ external_id }) => external_id === tid)
    expect(sale).toMatchObject({ sale_minor: saleMinor, commission_minor: commissionMinor, source: 'shop' })
    expect(sale!.currency).toBe(currency || 'EUR')
  }
})

test('wrong input is rejected with a sentence, and nothing is stored', async () => {
  const { app, path } = await open('generic')
  const before = await countRows(app.db)
  const good = { tid: 't1', commission: '2.00', currency: 'USD' }
  const wrong: [number, RequestInit & { body?: string }][] = [
    [400, form({ AwinTransactionPush: '{"transactionId": 1,' })],
    [400, form({ AwinTransactionPush: '[]' })],
    [400, form({ ...good, tid: '' })],
    [400, form({ ...good, tid: '{ActionId}' })],
    [400, form({ ...good, tid: 'conversion:1' })],
    [400, form({ ...good, currency: 'XQZ' })],
    [400, form({ ...good, currency: '' })],
    [400, form({ ...good, commission: '2,00' })],
    [400, form({ ...good, commission: '1e3' })],
    [400, form({ ...good, commission: '-2' })],
    [400, form({ ...good, commission: '9'.repeat(13) })],
    [400, form({ ...good, amount: 'NaN' })],
    [400, form({ ...good, status: 'maybe' })],
    [413, form({ ...good, padding: 'x'.repeat(300_000) })],
    [415, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    [403, { ...form(good), headers: { ...form(good).headers, 'sec-fetch-site': 'none' } }],
  ]
  for (const [status, init] of wrong) {
    const response = await app.request(path, init as Parameters<TestApp['request']>[1])
    expect([response.status, init.body?.slice(0, 80)]).toEqual([status, init.body?.slice(0, 80)])
    await expectSentence(response)
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('an unknown, a rotated and a removed secret are not found, and many of them are slowed down', async () => {
  const { app, path } = await open('generic')
  const sale = '?tid=1&commission=1&currency=USD'
  const program = '/api/programs/1/postback'
  expect((await app.asOwner(program, { method: 'POST' })).status).toBe(200)
  const { url } = (await (await app.asOwner(program)).json()) as PostbackAddress
  const rotated = new URL(url!).pathname
  expect(rotated).not.toBe(path)
  for (const wrong of ['/postback/made-up', path, `${rotated}x`]) {
    const response = await app.request(`${wrong}${sale}`)
    expect(response.status).toBe(404)
    await expectSentence(response)
  }
  expect(await readSales(app)).toEqual([])
  expect((await app.request(`${rotated}${sale}`)).status).toBe(200)
  expect(await (await app.asOwner(program)).json()).toMatchObject({ usedAt: '2026-03-10T15:00:00.000Z' })
  expect((await app.asOwner(program, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(program, { method: 'DELETE' })).status).toBe(404)
  expect((await app.request(`${rotated}${sale}`)).status).toBe(404)
  expect(await (await app.asOwner(program)).json()).toEqual({ url: null, createdAt: null, usedAt: null })
  expect(await readSales(app)).toHaveLength(1)

  const statuses = []
  for (let count = 0; count < 12; count++)
    statuses.push((await app.request('/postback/guess', { from: '203.0.113.9' })).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404))
  expect(statuses.slice(10)).toEqual([429, 429])
})

test('only the owner sees an address, and no table and no log holds its secret in clear', async () => {
  const { app, path } = await open('awin')
  const secret = path.split('/').at(-1)!
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await app.request('/api/programs/1/postback', { method })).status).toBe(401)
  expect((await app.asOwner('/api/programs/99/postback')).status).toBe(404)
  await app.request(path, awin())
  for (const table of ['postback_addresses', 'audit_log', 'idempotency_keys', 'earning_events'] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
  expect(app.logged.join('')).not.toContain(secret)
})

test('HEAD records nothing, and a flood with one secret is refused after a thousand', async () => {
  const { app, path } = await open('generic', 'USD')
  const address = `${path}?tid=ORDER-1&amount=5&status=approved`
  expect((await app.request(address, { method: 'HEAD' })).status).toBe(200)
  expect(await readSales(app)).toEqual([])
  const statuses = new Set<number>()
  for (let i = 0; i < 3000 && !statuses.has(429); i++) statuses.add((await app.request(path)).status)
  expect(statuses).toContain(429)
})
