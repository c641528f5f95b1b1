import { expect, test } from 'vitest'
import { fakeNetworks } from '../../../../../test/fake-networks.ts'
import { act } from '../../../../../test/import-report.ts'
import { makePostbackAddress, makeProgram, readSales } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { EarningAccount } from '../../../../contract/shop/earning-accounts.ts'
import type { EarningImport } from '../../../../contract/shop/earning-imports.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { runFetches } from './run-fetches.ts'

async function open() {
  const network = await fakeNetworks()
  const app = await testApp({ sales: network.options })
  return { app, network }
}

async function connect(app: TestApp, name: string, accountId = '77', token = 'a-token') {
  const response = await app.asOwner(`/api/earnings/accounts/${name}`, { method: 'PUT', json: { accountId, token } })
  expect(response.status).toBe(200)
}

/** Runs the fetch and the import that follows it. */
async function fetchNow(app: TestApp): Promise<EarningAccount[]> {
  expect((await app.asOwner('/api/jobs/fetch-sales/run', { method: 'POST' })).status).toBe(202)
  await app.jobs.settled()
  await app.jobs.runDueJobs()
  await app.jobs.runDueJobs()
  return (await (await app.asOwner('/api/earnings/accounts')).json()) as EarningAccount[]
}

const listImports = async (app: TestApp) =>
  (await (await app.asOwner('/api/earnings/imports')).json()) as EarningImport[]

const awinSale = {
  ...{ id: 991, advertiserId: 4242, commissionStatus: 'pending', orderRef: 'o-1', paidToPublisher: false },
  ...{ saleAmount: { amount: 100, currency: 'EUR' }, commissionAmount: { amount: 5.25, currency: 'EUR' } },
  ...{ clickRefs: { clickRef: 'shop' }, transactionDate: '2026-03-02T10:00:00', clickDate: '2026-03-01T09:00:00' },
  ...{ validationDate: null, ipHash: '-1234567', customerCountry: 'DE' },
}

test('Awin’s transactions of 90 days come in windows of 31, as one import that can be undone', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  network.answer = ({ url }) =>
    url.searchParams.get('startDate')! <= '2026-03-02' && url.searchParams.get('endDate')! >= '2026-03-02'
      ? { json: [awinSale] }
      : { json: [] }
  expect(await fetchNow(app)).toMatchObject([{ network: 'awin', sales: 1, error: null }])
  expect(network.requests.map(({ url }) => url.pathname)).toEqual(
    network.requests.map(() => '/publishers/77/transactions/'),
  )
  expect(network.requests.map(({ url }) => url.searchParams.get('startDate'))).toEqual([
    ...['2025-12-10T00:00:00', '2026-01-10T00:00:00', '2026-02-10T00:00:00'],
  ])
  expect(network.requests[0]!.authorization).toBe('Bearer a-token')
  const [sale] = await readSales(app)
  expect(sale).toMatchObject({
    ...{ network: 'awin', external_id: '991', sale_minor: 10_000, commission_minor: 525, currency: 'EUR' },
    ...{ click_ref: 'shop', ordered_day: '2026-03-02', clicked_day: '2026-03-01', status: 'pending' },
  })
  const imports = await listImports(app)
  expect(imports).toMatchObject([{ fileName: 'Awin on 2026-03-10.csv', state: 'done' }])

  // The same again changes nothing and lists nothing; a changed status is another import.
  await fetchNow(app)
  expect(await listImports(app)).toHaveLength(1)
  network.answer = ({ url }) =>
    url.searchParams.get('startDate') === '2026-02-10T00:00:00'
      ? { json: [{ ...awinSale, commissionStatus: 'declined', validationDate: '2026-03-09T00:00:00' }] }
      : { json: [] }
  await fetchNow(app)
  expect(await readSales(app)).toMatchObject([{ status: 'reversed', event_count: 2 }])
  const [latest] = await listImports(app)
  expect((await act(app, latest!.id, 'undo')).status).toBe(202)
  expect(await readSales(app)).toMatchObject([{ status: 'pending', event_count: 1 }])
})

test('the account says when its sales wait for the owner; a sale without an amount causes none', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  const without = { amount: null, currency: null }
  const serve = (sale: object) => {
    network.answer = ({ url }) =>
      url.searchParams.get('startDate') === '2026-02-10T00:00:00' ? { json: [awinSale, sale] } : { json: [] }
  }
  serve({ ...awinSale, id: 992, voucherCode: 'GLOW10', saleAmount: without, commissionAmount: without })
  expect(await fetchNow(app)).toMatchObject([{ waiting: 0 }])
  expect(await readSales(app)).toHaveLength(1)
  serve({ ...awinSale, id: 993, voucherCode: 'GLOW10', commissionAmount: { amount: 5.25, currency: null } })
  expect(await fetchNow(app)).toMatchObject([{ waiting: 1, error: null }])
})

test('a code that Awin reports is kept', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  network.answer = ({ url }) =>
    url.searchParams.get('startDate') === '2026-02-10T00:00:00'
      ? { json: [{ ...awinSale, voucherCode: 'GLOW10' }] }
      : { json: [] }
  await fetchNow(app)
  expect(await app.db.selectFrom('earning_events').select('promo_code').execute()).toEqual([{ promo_code: 'GLOW10' }])
})

test('Impact’s actions come in pages, and confirm what it pushed', async () => {
  const { app, network } = await open()
  await connect(app, 'impact', 'IRsid')
  const path = await makePostbackAddress(app, await makeProgram(app.db, { network: 'impact' }))
  await app.request(`${path}?action_id=A.2&payout=1.00&currency=USD&status=PENDING`)
  const action = (Id: string) => ({
    ...{ Id, CampaignId: '4242', CampaignName: 'Glow', State: 'APPROVED', Payout: '4.10', Amount: '41.00' },
    ...{ Currency: 'USD', EventDate: '2026-03-02T10:00:00Z', ActionTrackerId: '9', SubId1: 'shop', SharedId: '' },
  })
  network.answer = ({ url }) => {
    if (!url.searchParams.get('ActionDateStart')!.startsWith('2026-02-10'))
      return { json: { '@numpages': '0', Actions: [] } }
    const page = url.searchParams.get('Page')
    return { json: { '@page': page, '@numpages': '2', Actions: [action(page === '1' ? 'A.1' : 'A.2')] } }
  }
  expect(await fetchNow(app)).toMatchObject([{ sales: 2, error: null }])
  expect(network.requests).toHaveLength(4)
  expect(network.requests[0]!.authorization).toBe(`Basic ${Buffer.from('IRsid:a-token').toString('base64')}`)
  expect(await readSales(app)).toMatchObject([
    { external_id: 'A.1', status: 'approved', commission_minor: 410, event_count: 1 },
    { external_id: 'A.2', status: 'approved', commission_minor: 410, event_count: 2 },
  ])
})

test('a change among Impact’s actions lowers its action by the difference, once', async () => {
  const { app, network } = await open()
  await connect(app, 'impact', 'IRsid')
  const common = { CampaignId: '4242', State: 'PENDING', Currency: 'USD', EventDate: '2026-03-02T10:00:00Z' }
  const amounts = (payout: string, delta: string) => ({
    Payout: payout,
    Amount: '0',
    DeltaPayout: delta,
    DeltaAmount: '0',
  })
  const Actions = [
    { ...common, ...amounts('4.10', '4.10'), Id: 'A.1', SubId1: 'shop' },
    { ...common, ...amounts('', '-1.05'), Id: 'U.7', ActionId: 'A.1', UpdateDate: '2026-03-05T10:00:00Z' },
  ]
  network.answer = ({ url }) => {
    const isLast = url.searchParams.get('ActionDateStart')!.startsWith('2026-02-10')
    return { json: { '@numpages': '1', Actions: isLast ? Actions : [] } }
  }
  const expected = [
    { external_id: 'A.1', commission_minor: 410, source: 'shop', event_count: 1 },
    { external_id: 'A.1:update:U.7', commission_minor: -105, source: 'shop', posted_day: '2026-03-05' },
  ]
  expect(await fetchNow(app)).toMatchObject([{ sales: 2, error: null }])
  expect(await readSales(app)).toMatchObject(expected)
  await fetchNow(app)
  expect(await readSales(app)).toMatchObject(expected)
  // The next response has the action as it is now.
  Actions[0] = { ...common, ...amounts('3.05', '-1.05'), Id: 'A.1', SubId1: 'shop' }
  await fetchNow(app)
  expect(await readSales(app)).toMatchObject([{ external_id: 'A.1', commission_minor: 305 }])
})

test('CJ’s commissions come by posting date; an incomplete window is halved, and a correction lowers the sale', async () => {
  const { app, network } = await open()
  await connect(app, 'cj')
  const record = {
    ...{ commissionId: '1', original: true, originalActionId: '500', actionStatus: 'new', advertiserName: 'Glow' },
    ...{ eventDate: '2026-03-01T10:00:00Z', postingDate: '2026-03-02T10:00:00Z', shopperId: 'shop' },
    ...{ pubCommissionAmountUsd: '4.00', saleAmountUsd: '40.00' },
  }
  const correction = {
    ...record,
    commissionId: '2',
    original: false,
    pubCommissionAmountUsd: '-4.00',
    saleAmountUsd: '-40.00',
  }
  network.answer = ({ body }) => {
    const [, since = '', before = ''] =
      /sincePostingDate: "([^T]+).*beforePostingDate: "([^T]+)/.exec(JSON.parse(body).query) ?? []
    const days = (Date.parse(before) - Date.parse(since)) / 86_400_000
    const records = since <= '2026-03-02' && before > '2026-03-02' ? [record, correction] : []
    return { json: { data: { publisherCommissions: { payloadComplete: days <= 16, count: records.length, records } } } }
  }
  expect(await fetchNow(app)).toMatchObject([{ sales: 2, error: null }])
  expect((await readSales(app)).map(({ commission_minor }) => commission_minor)).toEqual([-400, 400])
})

test('a rejected token is one request and a sentence; the site keeps what it has', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  network.answer = () => ({ status: 401 })
  expect(await fetchNow(app)).toMatchObject([
    { error: 'Awin rejected the token. Please check the account ID and the token.', sales: null },
  ])
  expect(network.requests).toHaveLength(1)
  expect(await listImports(app)).toEqual([])
})

test('429 waits as long as Retry-After says, 5xx and a lost connection are repeated, and then the job is retried', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  network.answer = () =>
    network.requests.length === 1 ? { status: 429, headers: { 'retry-after': '7' } } : { json: [] }
  expect(await fetchNow(app)).toMatchObject([{ error: null, sales: 0 }])
  expect(network.pauses[0]).toBe(7000)

  for (const answer of [{ status: 503 }, { drop: true }]) {
    network.requests.length = 0
    network.answer = () => answer
    const [account] = await fetchNow(app)
    expect(account!.error).toMatch(/^Awin .*tried again later\.$/)
    expect(network.requests.length).toBeLessThanOrEqual(8)
  }
  network.requests.length = 0
  network.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } })
  expect((await fetchNow(app))[0]!.error).toBe('Awin received too many requests. It is tried again later.')
  expect(network.requests.length).toBeLessThanOrEqual(2)
})

test('a broken response and one that goes on in the middle of the windows store nothing', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  network.answer = () => (network.requests.length === 1 ? { json: [awinSale] } : { text: '[{"id": 1,' })
  expect((await fetchNow(app))[0]!.error).toBe('The response of Awin is not valid JSON.')
  network.answer = () => ({ json: { message: 'no list' } })
  expect((await fetchNow(app))[0]!.error).toBe('The response of Awin holds no list of sales.')
  network.answer = () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
  expect((await fetchNow(app))[0]!.error).toMatch(/status 302/)
  expect(await readSales(app)).toEqual([])
  expect(await listImports(app)).toEqual([])
})

test('a fetch that is killed in the middle stores nothing and is repeated', async () => {
  const { app, network } = await open()
  await connect(app, 'awin')
  const kill = new AbortController()
  network.answer = () => {
    if (network.requests.length === 2) kill.abort()
    return { json: [awinSale] }
  }
  const run = runFetches(app.db, {
    ...network.options,
    ...{ secrets: createSecrets('a key for the tests, which is long enough'), today: '2026-03-10' },
    ...{
      clock: () => new Date('2026-03-10T15:00:00.000Z'),
      signal: kill.signal,
      onProgress: () => {},
      startImport: async () => {},
    },
  })
  await expect(run).rejects.toThrow()
  expect(await listImports(app)).toEqual([])
  expect(await fetchNow(app)).toMatchObject([{ error: null }])
  expect(await readSales(app)).toMatchObject([{ external_id: '991', event_count: 1 }])
})

test('the token is stored encrypted, never sent back, kept without a new one, and gone after disconnecting', async () => {
  const { app } = await open()
  const path = '/api/earnings/accounts/awin'
  expect((await app.request('/api/earnings/accounts')).status).toBe(401)
  expect((await app.asOwner(path, { method: 'PUT', json: { accountId: '77' } })).status).toBe(400)
  expect((await app.asOwner(path, { method: 'PUT', json: { accountId: '../x', token: 't' } })).status).toBe(400)
  await connect(app, 'awin', '77', 'secret-token')
  await connect(app, 'awin', '78', '')
  const text = await (await app.asOwner('/api/earnings/accounts')).text()
  expect(JSON.parse(text)).toMatchObject([{ network: 'awin', accountId: '78' }])
  expect(text).not.toContain('oken')
  for (const table of ['earning_accounts', 'audit_log', 'idempotency_keys'] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain('secret-token')
  expect((await app.asOwner(path, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(path, { method: 'DELETE' })).status).toBe(404)
})
