import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { redirectTo, type ShopSimulator, sendPage, startShopSimulator } from '../../../../test/shop-simulator.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { LinkSummary } from '../../../contract/shop/links.ts'
import { refreshLinks } from '../../content/link-replacements/find-links.repo.ts'
import { makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import { createLinkProbe } from './link-probe.ts'

const asin = 'B000000001'
const page = '<title>Oat cream</title><h1>Oat cream</h1><p>Calms dry skin.</p>'

/** Every form of the links of the networks; what follows the bar is what a check requests. */
function linksOf(shop: ShopSimulator): [link: string, requested: string | undefined][] {
  const amazon = (path: string) => shop.at('www.amazon.com', path)
  const cream = shop.at('shop.test', '/cream?size=50')
  const to = (host: string, path: string, url = cream) => shop.at(host, path + encodeURIComponent(url))
  const atShop = 'shop.test/cream?size=50'
  const atAmazon = `www.amazon.com/dp/${asin}`
  return [
    [amazon(`/dp/${asin}?tag=mia-20&linkCode=ll1&linkId=1&ref_=as_li_ss_tl&ascsubtag=d1`), atAmazon],
    [amazon(`/exec/obidos/ASIN/${asin}/mia-20`), atAmazon],
    [shop.at('amzn.to', '/3abc'), undefined],
    [shop.at('a.co', '/d/3abc'), undefined],
    [to('www.awin1.com', '/cread.php?awinmid=1&awinaffid=2&clickref=a&ued='), atShop],
    [to('www.awin1.com', '/awclick.php?mid=1&id=2&p='), atShop],
    [to('www.awin1.com', '/cread.php?awinmid=1&awinaffid=2&ued=', amazon(`/dp/${asin}?tag=mia-20`)), atAmazon],
    [shop.at('www.awin1.com', '/cread.php?awinmid=1&awinaffid=2'), undefined],
    [shop.at('tidd.ly', '/4abc'), undefined],
    [to('www.jdoqocy.com', '/click-1-2?sid=a&url='), atShop],
    [shop.at('www.tkqlhce.com', `/links/1/type/dlg/sid/a/${cream}`), atShop],
    [shop.at('www.dpbolvw.net', '/click-1-2'), undefined],
    [to('fernway.sjv.io', '/c/1/2/3?subId1=a&u=', `${cream}&irclickid=9`), atShop],
    [shop.at('fernway.pxf.io', '/k0Abc'), undefined],
    [to('click.linksynergy.com', '/deeplink?id=a&mid=1&u1=a&murl='), atShop],
    [shop.at('click.linksynergy.com', '/fs-bin/click?id=a&offerid=1.2'), undefined],
    [to('go.skimresources.com', '/?id=1X2&xcust=a&url='), atShop],
    [shop.at('go.skimresources.com', '/?id=1X2'), undefined],
    [to('redirect.viglink.com', '/?key=a&cuid=b&u='), atShop],
    [shop.at('redirect.viglink.com', '/?key=a'), undefined],
    [to('www.shareasale.com', '/r.cfm?b=1&u=2&m=3&urllink='), undefined],
    [shop.at('shrsl.com', '/2x'), undefined],
    [shop.at('geni.us', '/x'), undefined],
    [shop.at('rstyle.me', '/+x'), undefined],
    [shop.at('own.test', '/to-amazon'), 'own.test/to-amazon'],
    [shop.at('own.test', '/to-awin'), 'own.test/to-awin'],
    [shop.at('own.test', '/to-click-id'), 'own.test/to-click-id'],
  ]
}

async function openShop(): Promise<ShopSimulator> {
  const shop = await startShopSimulator()
  shop.on('/cream', sendPage(page))
  shop.on(`/dp/${asin}`, sendPage(page))
  shop.on('/to-amazon', redirectTo(shop.at('www.amazon.com', `/dp/${asin}?tag=mia-20`)))
  shop.on('/to-awin', redirectTo(shop.at('www.awin1.com', '/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fa.test')))
  shop.on('/to-click-id', redirectTo(shop.at('shop.test', '/cream?awc=1_2')))
  return shop
}

/** The requests, each once, without the method. */
const requested = (shop: ShopSimulator) => [...new Set(shop.requests.map((line) => line.replace(/^\w+ /, '')))].sort()
const expected = (shop: ShopSimulator) => [...new Set(linksOf(shop).flatMap(([, url]) => url ?? []))].sort()

async function openSite(shop: ShopSimulator): Promise<TestApp> {
  const app = await testApp({ links: { request: shop.request, spacing: 0 } })
  for (const [affiliate_link] of linksOf(shop)) await makeProduct(app.db, { affiliate_link })
  await refreshLinks(app.db, { now: '2026-03-10T15:00:00.000Z' })
  return app
}

async function list({ asOwner }: TestApp, query: string): Promise<LinkSummary[]> {
  return (await (await asOwner(`/api/links?limit=100&${query}`)).json()) as LinkSummary[]
}

test('the nightly check requests no tracking link and no tag, whatever the form of the link', async () => {
  const shop = await openShop()
  const app = await openSite(shop)
  app.setNow('2026-03-11T07:00:00.000Z')
  await makeJobDue(app.db, 'check-links', { now: '2026-03-11T07:00:00.000Z', isManual: false })
  await app.jobs.runDueJobs()
  expect(requested(shop)).toEqual(expected(shop))
  for (const { url, state, reason } of await list(app, 'state=all')) {
    const [, target] = linksOf(shop).find(([link]) => link === url)!
    const isClosed = /shareasale|shrsl/.test(url)
    const isStopped = target === undefined || target.startsWith('own.test')
    const settled = isClosed
      ? { state: 'gone', reason: 'closed-network' }
      : isStopped
        ? { state: 'unchecked', reason: 'own-click' }
        : { state: 'ok', reason: 'none' }
    expect({ state, reason }, url).toEqual(settled)
  }
})

test('neither does a check that the owner requests', async () => {
  const shop = await openShop()
  const app = await openSite(shop)
  const ids = (await list(app, 'state=all')).map(({ id }) => id)
  expect((await app.asOwner('/api/links/check', { json: { ids } })).status).toBe(200)
  await app.jobs.runDueJobs()
  await app.jobs.settled()
  expect(requested(shop)).toEqual(expected(shop))
  expect((await list(app, 'state=new')).length).toBe(0)
})

test('neither does the check of a newsletter', async () => {
  const shop = await openShop()
  const probe = createLinkProbe({ request: shop.request })
  const links = linksOf(shop).map(([link]) => link)
  const found = await probe.check(links)
  expect(requested(shop)).toEqual(expected(shop))
  expect(found).toMatchObject({ unclear: [], pending: 0, leftOut: 0 })
  expect(found.ownClicks).toBe(
    links.filter((link) => /own\.test|amzn|a\.co|tidd|pxf|geni|rstyle/.test(link)).length + 5,
  )
  expect(found.failing).toEqual(links.filter((link) => /shareasale|shrsl/.test(link)))
})

test('a link without a tracking tag, or with one that is not hers, is an alert, whatever its shop says', async () => {
  const shop = await openShop()
  const app = await testApp({ links: { request: shop.request, spacing: 0 } })
  const own = { name: 'Amazon.com', hosts: ['amazon.com'], trackingIds: ['mia-20'] }
  const { id } = await app.db
    .insertInto('programs')
    .values({
      network: 'amazon',
      key: 'amazon.com',
      name: own.name,
      advertiser: '',
      hosts: '[]',
      tracking_ids: '[]',
      sub_id_parameter: '',
      allows_sub_ids: false,
      currency: 'USD',
      disclosure: '',
      hide_price_hours: null,
      replaces_mail_links: true,
      is_edited: false,
      created_at: '2026-03-01T00:00:00.000Z',
      updated_at: '2026-03-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const amazon = (path: string) => shop.at('www.amazon.com', path)
  shop.on('/captcha', sendPage('<title>Robot Check</title><form action="/errors/validateCaptcha">'))
  const links = [`/dp/${asin}`, `/dp/${asin}?tag=zoe-20`, `/dp/${asin}?tag=mia-20`, '/captcha'].map(amazon)
  for (const affiliate_link of links) await makeProduct(app.db, { affiliate_link })
  await refreshLinks(app.db, { now: '2026-03-10T15:00:00.000Z' })
  const checkOn = async (day: string) => {
    const now = `${day}T07:00:00.000Z`
    app.setNow(now)
    await app.db.updateTable('links').set({ due_on: '' }).execute()
    await makeJobDue(app.db, 'check-links', { now, isManual: false })
    await app.jobs.runDueJobs()
    const found = await list(app, 'state=all')
    return links.map((link) => found.find(({ url }) => url === link)!).map(({ state, reason }) => [state, reason])
  }
  const untagged = ['tag-lost', 'no-tag']
  expect(await checkOn('2026-03-11')).toEqual([untagged, ['ok', 'none'], ['ok', 'none'], untagged])
  // Once she has entered her IDs, another one is not hers.
  const saved = await app.asOwner(`/api/programs/${id}`, { method: 'PUT', json: own })
  expect(saved.status, await saved.clone().text()).toBe(200)
  expect(await checkOn('2026-03-12')).toEqual([untagged, ['tag-lost', 'other-tag'], ['ok', 'none'], untagged])
  const both = { ...own, trackingIds: ['mia-20', 'zoe-20'] }
  expect((await app.asOwner(`/api/programs/${id}`, { method: 'PUT', json: both })).status).toBe(200)
  expect((await checkOn('2026-03-13'))[1]).toEqual(['ok', 'none'])
})

test('a product of a closed network shows its fallback at once, and the night counts without it', async () => {
  const shop = await openShop()
  const app = await testApp({ links: { request: shop.request, spacing: 0 } })
  const fallback = shop.at('shop.test', '/cream')
  await makeProduct(app.db, {
    affiliate_link: 'https://shrsl.com/2x',
    facts: JSON.stringify({ fallbackUrl: fallback }),
  })
  app.setNow('2026-03-11T07:00:00.000Z')
  await makeJobDue(app.db, 'check-links', { now: '2026-03-11T07:00:00.000Z', isManual: false })
  await app.jobs.runDueJobs()
  const [product] = (await (await app.request('/api/products')).json()) as { affiliateLink: string }[]
  expect(product?.affiliateLink).toBe(fallback)
  expect(await list(app, 'state=attention')).toMatchObject([
    { url: 'https://shrsl.com/2x', state: 'gone', reason: 'closed-network', fallbacks: 1 },
  ])
})
