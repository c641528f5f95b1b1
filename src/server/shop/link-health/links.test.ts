import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { awinReport, importReport } from '../../../../test/import-report.ts'
import {
  redirectTo,
  type ShopSimulator,
  sendPage,
  sendStatus,
  startShopSimulator,
} from '../../../../test/shop-simulator.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { addDays } from '../../../contract/platform/days.ts'
import type { LinkDetails, LinkSummary } from '../../../contract/shop/links.ts'
import { placementCode } from '../../../contract/shop/placements.ts'
import { refreshLinks } from '../../content/link-replacements/find-links.repo.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { countLinkAlerts } from './links.repo.ts'
import { createPace } from './pace.ts'
import { runLinkChecks } from './run-checks.ts'

const page = '<title>Oat cream</title><p>Calms dry skin.</p>'

type Opened = TestApp & { isOnline: (isOnline: boolean) => void; run: (now: Date) => Promise<number> }

async function open(shop: ShopSimulator): Promise<Opened> {
  let isOnline = true
  const request: GuardedRequest = (...call) => (isOnline ? shop.request : shop.offline)(...call)
  const app = await testApp({ links: { request, spacing: 0 } })
  const pace = createPace(0)
  const { signal } = new AbortController()
  return {
    ...app,
    isOnline: (value) => {
      isOnline = value
    },
    run: (now) => runLinkChecks(app.db, { request, pace, timeZone: 'America/New_York', clock: () => now, signal }),
  }
}

function refresh({ db }: TestApp): Promise<void> {
  return refreshLinks(db, { now: '2026-03-10T15:00:00.000Z' })
}

async function list(app: TestApp, query = ''): Promise<LinkSummary[]> {
  const response = await app.asOwner(`/api/links?${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as LinkSummary[]
}

async function details(app: TestApp, id: number): Promise<LinkDetails> {
  return (await (await app.asOwner(`/api/links/${id}`)).json()) as LinkDetails
}

/** The runs of several nights, one after the other. */
async function nights(app: Opened, count: number, start = '2026-03-11'): Promise<void> {
  for (let night = 0; night < count; night++) {
    const now = `${addDays(start, night)}T07:00:00.000Z`
    app.setNow(now)
    await refreshLinks(app.db, { now })
    await app.run(new Date(now))
  }
}

/** As if every link were due each night. */
async function makeDue({ db }: TestApp): Promise<void> {
  await db.updateTable('links').set({ due_on: '' }).execute()
}

test('alerts follow what is deleted, restored and changed, before the links are searched again', async () => {
  const app = await testApp()
  const alerts = async () => [await countLinkAlerts(app.db), (await list(app, 'state=attention')).length]
  const none = { broken: 0, gone: 0, 'tag-lost': 0, 'out-of-stock': 0 }
  const product = await makeProduct(app.db, { affiliate_link: 'https://shop.example/cream' })
  const content = '<p><a href="https://paid.example/x" rel="sponsored nofollow noopener">Two</a></p>'
  const post = await makePost(app.db, { content })
  await refresh(app)
  await app.db.updateTable('links').set({ state: 'gone' }).execute()
  expect(await alerts()).toEqual([{ ...none, gone: 2 }, 2])
  await app.asOwner(`/api/posts/${post}`, { method: 'DELETE' })
  expect(await alerts()).toEqual([{ ...none, gone: 1 }, 1])
  await app.db.updateTable('products').set({ affiliate_link: 'https://shop.example/new' }).execute()
  expect(await alerts()).toEqual([none, 0])
  await app.db.updateTable('products').set({ affiliate_link: 'https://shop.example/cream' }).execute()
  expect(await alerts()).toEqual([{ ...none, gone: 1 }, 1])
  await app.asOwner(`/api/products/${product}`, { method: 'DELETE' })
  expect(await alerts()).toEqual([none, 0])
})

test('links of products and texts are found, with their places, and follow what is saved and deleted', async () => {
  const app = await testApp()
  const { db } = app
  const link = 'https://shop.example/cream?a=1&b=2'
  const cream = await makeProduct(db, {
    name: 'Oat cream',
    affiliate_link: link,
    facts: JSON.stringify({ otherShops: [{ name: 'Other', link: 'https://other.example/cream' }] }),
  })
  const hidden = await makeProduct(db, { name: 'Hidden', affiliate_link: link, is_active: false })
  await makeProduct(db, { name: 'Unlinked', affiliate_link: '', is_active: false })
  await makeProduct(db, { affiliate_link: 'https://gone.example/', deleted_at: '2026-03-01T00:00:00.000Z' })
  const post = await makePost(db, {
    title: 'Dry skin',
    content: `<p><a href="https://shop.example/cream?a=1&amp;b=2">One</a> <a href="https://paid.example/x" rel="sponsored nofollow noopener">Two</a> <a href="https://news.example/">News</a></p><div data-product-id="${cream}"></div>`,
  })
  await db.insertInto('daily_totals').values({ day: '2026-03-09', product_id: cream, clicks: 7 }).execute()
  await db.insertInto('daily_totals').values({ day: '2026-01-09', product_id: cream, clicks: 9 }).execute()
  await refresh(app)
  const links = await list(app, 'sort=url')
  expect(links.map(({ url, uses, state, clicks }) => [url, uses, state, clicks])).toEqual([
    ['https://other.example/cream', 1, 'new', 0],
    ['https://paid.example/x', 1, 'new', 0],
    [link, 3, 'new', 7],
  ])
  await importReport(
    app,
    awinReport([
      { id: 1, commission: '4.25', ref: placementCode({ source: 'shop', position: 'card', productId: cream }) },
      {
        id: 2,
        commission: '1.00',
        ref: placementCode({ source: 'post', sourceId: post, position: 'box', productId: cream }),
      },
      { id: 3, commission: '9.00', ref: placementCode({ source: 'shop', position: 'card', productId: hidden + 9 }) },
    ]),
  )
  expect((await list(app, 'sort=url')).map(({ earned }) => earned)).toEqual([
    { amount: 0, currency: 'USD' },
    { amount: 0, currency: 'USD' },
    { amount: 525, currency: 'USD' },
  ])
  const found = await details(app, links[2]!.id)
  expect(found.earned).toEqual({ amount: 525, currency: 'USD' })
  expect(found.places).toEqual([
    { kind: 'product', id: cream, title: 'Oat cream', place: 'link', isHidden: false },
    { kind: 'product', id: hidden, title: 'Hidden', place: 'link', isHidden: true },
    { kind: 'post', id: post, title: 'Dry skin', place: 'text', isHidden: false },
  ])
  expect(found.shownIn).toEqual([{ kind: 'post', id: post, title: 'Dry skin' }])
  expect((await list(app, 'q=PAID')).map(({ url }) => url)).toEqual(['https://paid.example/x'])
  expect((await app.asOwner('/api/links/999')).status).toBe(404)

  await app.asOwner(`/api/posts/${post}`, { method: 'DELETE' })
  await refreshLinks(db, { now: '2026-03-11T00:00:00.000Z' })
  expect((await list(app, 'sort=url')).map(({ uses }) => uses)).toEqual([1, 2])
  // Nothing of the third one is lost for a while, then it goes.
  expect(await db.selectFrom('links').select('id').execute()).toHaveLength(3)
  await refreshLinks(db, { now: '2026-04-20T00:00:00.000Z' })
  expect(await db.selectFrom('links').select('id').execute()).toHaveLength(2)
})

test('a second refresh changes nothing, and a link that is used again keeps its history', async () => {
  const { db } = await testApp()
  const id = await makeProduct(db, { affiliate_link: 'https://shop.example/a' })
  const refreshOn = async (day: string) => {
    await refreshLinks(db, { now: `2026-03-${day}T00:00:00.000Z` })
    return db.selectFrom('links').selectAll().execute()
  }
  const first = await refreshOn('10')
  expect(await refreshOn('11')).toEqual(first)
  await db.updateTable('products').set({ deleted_at: '2026-03-12T00:00:00.000Z' }).where('id', '=', id).execute()
  expect((await refreshOn('12'))[0]).toMatchObject({ id: first[0]!.id, unused_since: '2026-03-12T00:00:00.000Z' })
  await db.updateTable('products').set({ deleted_at: null }).where('id', '=', id).execute()
  expect(await refreshOn('13')).toEqual(first)
})

test('404 on three nights is one alert, which is acknowledged until the link works and fails again', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/fine', sendPage(page))
  await makeProduct(app.db, { name: 'Cream', affiliate_link: shop.at('shop.test', '/cream') })
  await makeProduct(app.db, { affiliate_link: shop.at('other.test', '/fine') })
  await nights(app, 2)
  expect(await list(app, 'state=attention')).toEqual([])
  expect((await list(app, 'q=cream'))[0]).toMatchObject({ state: 'new', failedDays: 2, status: 404 })
  await nights(app, 1, '2026-03-13')
  const [alert] = await list(app, 'state=attention')
  expect(alert).toMatchObject({
    state: 'broken',
    reason: 'status',
    usedIn: [{ kind: 'product', title: 'Cream' }],
    failedDays: 3,
  })
  const { changedAt, id } = alert!
  await makeDue(app)
  await nights(app, 5, '2026-03-14')
  expect(await list(app, 'state=attention')).toMatchObject([{ id, changedAt }])
  expect((await details(app, id)).checks.length).toBeGreaterThan(3)

  const act = async (action: string) =>
    expect((await app.asOwner(`/api/links/${action}`, { json: { ids: [id] } })).status).toBe(200)
  await act('acknowledge')
  expect(await list(app, 'state=attention')).toEqual([])
  await act('unacknowledge')
  expect(await list(app, 'state=attention')).toHaveLength(1)
  await act('acknowledge')
  await makeDue(app)
  await nights(app, 3, '2026-03-20')
  expect(await list(app, 'state=attention')).toEqual([])
  shop.on('/cream', sendPage(page))
  await makeDue(app)
  await nights(app, 1, '2026-03-24')
  shop.on('/cream', sendStatus(404))
  await makeDue(app)
  await nights(app, 3, '2026-03-25')
  expect(await list(app, 'state=attention')).toHaveLength(1)
  expect(await (await app.asOwner('/api/audit?area=links&limit=1')).json()).toMatchObject([
    { text: `Acknowledged links “${shop.at('shop.test', '/cream')}”` },
  ])
})

test('a shop that sends programs 503 for thirty days is never an alert', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/cream', sendStatus(503))
  await makeProduct(app.db, { affiliate_link: shop.at('shop.test', '/cream') })
  for (let night = 0; night < 30; night++) {
    await makeDue(app)
    await nights(app, 1, addDays('2026-03-11', night))
    expect(await list(app, 'state=attention')).toEqual([])
  }
  const [link] = await list(app)
  expect(link).toMatchObject({ state: 'unchecked', reason: 'not-for-robots', status: 503, failedDays: 0 })
  expect((await details(app, link!.id)).checks).toHaveLength(30)
})

test('nights without the internet do not count, and a shop whose domain is gone does', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/fine', sendPage(page))
  const hosts = ['a.test', 'b.test', 'c.test']
  for (const host of hosts) await makeProduct(app.db, { affiliate_link: shop.at(host, '/fine') })
  await makeProduct(app.db, { affiliate_link: shop.at('shop.gone', '/cream') })
  app.isOnline(false)
  for (const day of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']) {
    await makeDue(app)
    await nights(app, 1, day)
  }
  expect((await list(app)).map(({ state, failedDays }) => [state, failedDays])).toEqual(
    Array.from({ length: 4 }, () => ['new', 0]),
  )
  const [first] = await list(app)
  expect((await details(app, first!.id)).checks[0]).toMatchObject({
    outcome: 'broken',
    reason: 'dns',
    isCounted: false,
  })
  app.isOnline(true)
  await makeDue(app)
  await nights(app, 3, '2026-03-15')
  expect(await list(app, 'state=attention')).toMatchObject([
    { host: expect.stringContaining('shop.gone'), reason: 'dns' },
  ])
})

test('links that work are checked with a few failing ones, to know that the machine is online', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/fine', sendPage(page))
  for (const host of ['a.test', 'b.test']) await makeProduct(app.db, { affiliate_link: shop.at(host, '/fine') })
  await makeProduct(app.db, { affiliate_link: shop.at('shop.gone', '/cream') })
  // The two that work are due a week later.
  await nights(app, 3)
  expect(await list(app, 'state=broken')).toMatchObject([{ failedDays: 3, reason: 'dns' }])
})

test('a run that is killed goes on where it was, and a night checks a bounded number', async () => {
  const shop = await startShopSimulator()
  const { db } = await testApp()
  for (let number = 0; number < 6; number++) {
    shop.on(`/${number}`, sendPage(page))
    await makeProduct(db, { affiliate_link: shop.at(`s${number}.test`, `/${number}`) })
  }
  const now = new Date('2026-03-11T06:00:00.000Z')
  await refreshLinks(db, { now: now.toISOString() })
  const stop = new AbortController()
  let calls = 0
  const options = { pace: createPace(0), timeZone: 'America/New_York', clock: () => now, linksMax: 5 }
  const dying: GuardedRequest = (...call) => {
    calls += 1
    if (calls === 5) stop.abort(new Error('killed'))
    stop.signal.throwIfAborted()
    return shop.request(...call)
  }
  await expect(runLinkChecks(db, { ...options, request: dying, signal: stop.signal })).rejects.toThrow('killed')
  const checked = () => db.selectFrom('links').select('id').where('checked_at', 'is not', null).execute()
  expect(await checked()).toHaveLength(2)
  const { signal } = new AbortController()
  expect(await runLinkChecks(db, { ...options, request: shop.request, signal })).toBe(3)
  expect(await runLinkChecks(db, { ...options, request: shop.request, signal })).toBe(0)
  expect(await checked()).toHaveLength(5)
  const next = { ...options, clock: () => new Date('2026-03-12T06:00:00.000Z') }
  expect(await runLinkChecks(db, { ...next, request: shop.request, signal })).toBeGreaterThanOrEqual(1)
  expect(await checked()).toHaveLength(6)
})

test('a host is called once in its time, and other hosts meanwhile; one that is overloaded is left alone', async () => {
  const shop = await startShopSimulator()
  const { db } = await testApp()
  shop.on('/busy', sendStatus(429))
  for (const path of ['/1', '/2']) {
    shop.on(path, sendPage(page))
    await makeProduct(db, { affiliate_link: shop.at('one.test', path) })
  }
  await makeProduct(db, { affiliate_link: shop.at('two.test', '/1') })
  for (const path of ['/busy', '/busy?2']) await makeProduct(db, { affiliate_link: shop.at('busy.test', path) })
  const now = new Date('2026-03-11T06:00:00.000Z')
  await refreshLinks(db, { now: now.toISOString() })
  const at = new Map<string, number[]>()
  const request: GuardedRequest = (url, options) => {
    const { host } = new URL(url)
    at.set(host, [...(at.get(host) ?? []), performance.now()])
    return shop.request(url, options)
  }
  const spacing = 150
  const { signal } = new AbortController()
  const pace = createPace(spacing)
  await runLinkChecks(db, { request, pace, timeZone: 'UTC', clock: () => now, signal })
  const times = [...at.values()]
  expect(times.map((list) => list.length).sort()).toEqual([1, 2, 4])
  for (const list of times)
    for (const [index, time] of list.entries())
      if (index > 0) expect(time - list[index - 1]!).toBeGreaterThanOrEqual(spacing - 2)
  expect(shop.requests.slice(0, 3).map((line) => line.split('/')[0])).not.toEqual(Array(3).fill('HEAD one.test'))
})

test('the nightly job finds links and checks them', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/fine', sendPage(page))
  await makeProduct(app.db, { affiliate_link: shop.at('shop.test', '/fine') })
  await app.jobs.runDueJobs()
  app.setNow('2026-03-11T04:59:00.000Z')
  expect(await app.jobs.runDueJobs()).not.toContain('check-links')
  app.setNow('2026-03-11T05:00:00.000Z')
  expect(await app.jobs.runDueJobs()).toContain('check-links')
  expect(await list(app)).toMatchObject([{ state: 'ok', status: 200, checkedAt: '2026-03-11T05:00:00.000Z' }])
})

test('the owner has links checked at once, and nothing else with them', async () => {
  const shop = await startShopSimulator()
  const app = await open(shop)
  shop.on('/a', redirectTo('/b'))
  shop.on('/b', sendPage(page))
  await makeProduct(app.db, { affiliate_link: shop.at('shop.test', '/a') })
  await makeProduct(app.db, { affiliate_link: shop.at('other.test', '/b') })
  await refresh(app)
  const [link] = await list(app, 'q=shop.test')
  const response = await app.asOwner('/api/links/check', { json: { ids: [link!.id] } })
  expect(response.status).toBe(200)
  await app.jobs.runDueJobs()
  await app.jobs.settled()
  expect(await details(app, link!.id)).toMatchObject({
    state: 'redirects',
    isRequested: false,
    finalUrl: shop.at('shop.test', '/b'),
    chain: [{ status: 302 }, { status: 200 }],
    checks: [{ outcome: 'redirects', isCounted: true }],
  })
  expect(shop.requests.some((line) => line.includes('other.test'))).toBe(false)
})

test('a site that does not check links says so', async () => {
  const app = await testApp()
  await makeProduct(app.db)
  await refresh(app)
  const [link] = await list(app)
  const response = await app.asOwner('/api/links/check', { json: { ids: [link!.id] } })
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({
    message: 'Links are not checked on this site. LINK_CHECKS=on in its configuration turns it on.',
  })
  app.setNow('2026-03-11T07:00:00.000Z')
  await app.jobs.runDueJobs()
  expect((await list(app))[0]).toMatchObject({ state: 'new', checkedAt: null })
})
