import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type ShopSimulator, sendPage, startShopSimulator } from '../../../../test/shop-simulator.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Post } from '../../../contract/content/posts.ts'
import { addDays } from '../../../contract/platform/days.ts'
import type { LinkDetails, LinkPlace, LinkSummary } from '../../../contract/shop/links.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { refreshLinks } from '../../content/link-replacements/find-links.repo.ts'
import { makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import { createPace } from './pace.ts'
import { runLinkChecks } from './run-checks.ts'

const page = '<title>Oat cream</title><p>Calms dry skin.</p>'
const soldOut =
  '<title>Oat cream</title><p>Sold out</p><link itemprop="availability" href="https://schema.org/OutOfStock">'

type Opened = TestApp & {
  shop: ShopSimulator
  link: string
  fallback: string
  id: number
  /** Runs a night after another; how often pages were announced and purged. */
  nights: (count: number) => Promise<{ announced: number; purged: number }>
}

/** A site with one product, whose link works. */
async function open(facts: object = {}): Promise<Opened> {
  const shop = await startShopSimulator()
  const app = await testApp()
  shop.on('/cream', sendPage(page))
  shop.on('/spare', sendPage(page))
  const [link, fallback] = [shop.at('shop.test', '/cream'), shop.at('other.test', '/spare')]
  const id = await makeProduct(app.db, {
    name: 'Oat cream',
    affiliate_link: link,
    facts: JSON.stringify({ shopName: 'The shop', priceCheckedOn: '2026-03-01', fallbackUrl: fallback, ...facts }),
  })
  let night = 0
  const nights = async (count: number) => {
    const calls = { announced: 0, purged: 0 }
    for (let left = count; left > 0; left--) {
      const now = `${addDays('2026-03-11', night++)}T07:00:00.000Z`
      app.setNow(now)
      await refreshLinks(app.db, { now })
      await app.db.updateTable('links').set({ due_on: '' }).execute()
      await runLinkChecks(app.db, {
        request: shop.request,
        pace: createPace(0),
        timeZone: 'America/New_York',
        clock: () => new Date(now),
        signal: new AbortController().signal,
        pages: {
          announce: async (db) => {
            expect(db.isTransaction).toBe(true)
            calls.announced += 1
          },
          purge: () => {
            calls.purged += 1
          },
        },
      })
    }
    return calls
  }
  return { ...app, shop, link, fallback, id, nights }
}

async function shown({ request }: TestApp): Promise<Product> {
  return ((await (await request('/api/products')).json()) as Product[])[0]!
}

async function listed(app: TestApp, query: string): Promise<LinkSummary> {
  return ((await (await app.asOwner(`/api/links?${query}`)).json()) as LinkSummary[])[0]!
}

async function details(app: TestApp, id: number): Promise<LinkDetails> {
  return (await (await app.asOwner(`/api/links/${id}`)).json()) as LinkDetails
}

test('a product shows its fallback from the third night on which its link fails until the link works again', async () => {
  const app = await open()
  const { link, fallback, shop } = app
  expect(await app.nights(1)).toEqual({ announced: 0, purged: 0 })
  shop.on('/cream', (_request, response) => void response.writeHead(404).end())
  expect(await app.nights(2)).toEqual({ announced: 0, purged: 0 })
  expect(await shown(app)).toMatchObject({ affiliateLink: link, facts: { shopName: 'The shop' } })

  expect(await app.nights(1)).toEqual({ announced: 1, purged: 1 })
  // The shop's name and the day of the price are those of the link that fails.
  expect(await shown(app)).toMatchObject({
    affiliateLink: fallback,
    failedLink: link,
    price: '12.50',
    facts: { shopName: '', priceCheckedOn: '' },
  })
  const owned = (await (await app.asOwner(`/api/products/${app.id}/source`)).json()) as Product
  expect(owned).toMatchObject({ affiliateLink: link, facts: { shopName: 'The shop', fallbackUrl: fallback } })
  expect(owned.failedLink).toBeUndefined()
  const alert = await listed(app, 'state=attention')
  expect(alert).toMatchObject({ url: link, state: 'broken', fallbacks: 1 })
  const place = { kind: 'product', id: app.id, title: 'Oat cream', isHidden: false }
  expect((await details(app, alert.id)).places).toEqual([{ ...place, place: 'link', fallback }])
  const spare = await listed(app, 'q=other.test')
  expect(spare).toMatchObject({ url: fallback, state: 'ok', uses: 1, fallbacks: 0 })
  expect((await details(app, spare.id)).places).toEqual([{ ...place, place: 'fallback' }])

  // An acknowledgement says that the owner knows; readers still cannot buy.
  await app.asOwner('/api/links/acknowledge', { json: { ids: [alert.id] } })
  expect(await app.nights(1)).toEqual({ announced: 0, purged: 0 })
  expect((await shown(app)).affiliateLink).toBe(fallback)

  shop.on('/cream', sendPage(page))
  expect(await app.nights(1)).toEqual({ announced: 1, purged: 1 })
  expect(await shown(app)).toMatchObject({ affiliateLink: link, facts: { shopName: 'The shop' } })
  expect((await listed(app, `q=shop.test`)).fallbacks).toBe(0)
})

test('a fallback that fails too is not shown, and neither state purges pages where there is none', async () => {
  const app = await open()
  app.shop.on('/cream', (_request, response) => void response.writeHead(404).end())
  await app.nights(3)
  expect((await shown(app)).affiliateLink).toBe(app.fallback)
  app.shop.on('/spare', (_request, response) => void response.writeHead(404).end())
  expect(await app.nights(3)).toEqual({ announced: 1, purged: 1 })
  expect((await shown(app)).affiliateLink).toBe(app.link)
  expect(await listed(app, 'q=shop.test')).toMatchObject({ state: 'broken', fallbacks: 0 })

  const without = await open({ fallbackUrl: undefined })
  without.shop.on('/cream', (_request, response) => void response.writeHead(404).end())
  expect(await without.nights(3)).toEqual({ announced: 0, purged: 0 })
  expect((await shown(without)).affiliateLink).toBe(without.link)
})

test('a product shows its fallback from the second night on which it is sold out, and one whose tracking tag is lost does not', async () => {
  const app = await open()
  await app.nights(1)
  app.shop.on('/cream', sendPage(soldOut, { etag: '"1"' }))
  expect(await app.nights(1)).toEqual({ announced: 0, purged: 0 })
  expect((await shown(app)).affiliateLink).toBe(app.link)
  expect(await app.nights(1)).toEqual({ announced: 1, purged: 1 })
  expect(await listed(app, 'q=shop.test')).toMatchObject({ state: 'out-of-stock', fallbacks: 1 })
  expect((await shown(app)).affiliateLink).toBe(app.fallback)
  await app.db.updateTable('links').set({ state: 'tag-lost' }).where('url', '=', app.link).execute()
  expect((await shown(app)).affiliateLink).toBe(app.link)
})

test('a page that is gone is read again on each night, also where its shop says that it is unchanged', async () => {
  const app = await open()
  await app.nights(1)
  app.shop.on('/cream', sendPage('<title>Page not found</title>', { etag: '"1"' }))
  await app.nights(3)
  expect(await listed(app, 'q=shop.test')).toMatchObject({ state: 'gone', fallbacks: 1 })
})

test('a failure without a response shows the fallback once the night is settled', async () => {
  const app = await open()
  const gone = app.shop.at('nowhere.gone', '/cream')
  await app.db.updateTable('products').set({ affiliate_link: gone }).where('id', '=', app.id).execute()
  expect(await app.nights(3)).toEqual({ announced: 1, purged: 1 })
  expect((await shown(app)).affiliateLink).toBe(app.fallback)
})

test('a link in a text follows the product that it belongs to', async () => {
  const app = await open()
  const { db, link, fallback } = app
  await makePost(db, { slug: 'dry', content: `<p><a href="${link}">The cream</a></p>` })
  await app.nights(1)
  const read = async () => ((await (await app.request('/api/posts/dry')).json()) as Post).content
  expect(await read()).toContain(`href="${link}"`)
  await db.updateTable('links').set({ state: 'broken' }).where('url', '=', link).execute()
  const content = await read()
  expect(content).toContain(
    `<a href="${fallback}" target="_blank" rel="sponsored nofollow noopener" data-affiliate="post-text" data-product-id="${app.id}">`,
  )
  expect(content).not.toContain(link)
})

test('a fallback is replaced everywhere like any link, and an undo brings it back', async () => {
  const app = await open()
  await app.nights(1)
  const spare = await listed(app, 'q=other.test')
  const places = (await (await app.asOwner(`/api/links/${spare.id}/places`)).json()) as LinkPlace[]
  expect(places).toMatchObject([{ place: 'fallback', count: 1 }])
  const chosen = places.map(({ kind, id, version }) => ({ kind, id, version }))
  const replaced = await app.asOwner(`/api/links/${spare.id}/replace`, {
    json: { url: 'https://new.example/cream', places: chosen },
    headers: { 'idempotency-key': 'replace-the-fallback' },
  })
  expect(replaced.status, await replaced.clone().text()).toBe(200)
  expect((await shown(app)).facts.fallbackUrl).toBe('https://new.example/cream')
  const { id } = (await replaced.json()) as { id: number }
  const undone = await app.asOwner(`/api/links/replacements/${id}/undo`, {
    json: {},
    headers: { 'idempotency-key': 'undo-the-fallback' },
  })
  expect(undone.status).toBe(200)
  expect((await shown(app)).facts.fallbackUrl).toBe(app.fallback)
})

test('a fallback is checked like the affiliate link, may be empty, and stays where a request says nothing of it', async () => {
  const app = await open()
  const save = (facts: object) =>
    app.asOwner(`/api/products/${app.id}`, {
      method: 'PUT',
      json: { name: 'Oat cream', category: 'Masks', price: '5', affiliateLink: app.link, facts },
    })
  const refused = await save({ fallbackUrl: 'javascript:alert(1)' })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(await refused.json())).toContain('Please enter a link that begins with http:// or https://')
  expect((await save({ fallbackUrl: ' amzn.to/x ' })).status).toBe(200)
  expect((await save({ brand: 'Oat' })).status).toBe(200)
  expect((await shown(app)).facts.fallbackUrl).toBe('https://amzn.to/x')
  expect((await save({ fallbackUrl: '' })).status).toBe(200)
  expect((await shown(app)).facts.fallbackUrl).toBe('')
})

test('the nightly job purges the pages with products when a fallback comes into use, and nothing otherwise', async () => {
  const shop = await startShopSimulator()
  const app = await testApp({ links: { request: shop.request, spacing: 0 } })
  shop.on('/spare', sendPage(page))
  shop.on('/cream', sendPage(page))
  await makeProduct(app.db, {
    affiliate_link: shop.at('shop.test', '/cream'),
    facts: JSON.stringify({ fallbackUrl: shop.at('other.test', '/spare') }),
  })
  const checkLinks = async (now: string) => {
    app.setNow(now)
    await app.db.updateTable('links').set({ due_on: '' }).execute()
    await makeJobDue(app.db, 'check-links', { now, isManual: false })
    const before = app.purged.length
    await app.jobs.runDueJobs()
    return app.purged.slice(before).flat()
  }
  const tags = ['products', 'posts', 'pages', 'routines', 'ingredients']
  // The first run also does what is due at a start.
  await checkLinks('2026-03-11T07:00:00.000Z')
  expect(await checkLinks('2026-03-11T07:10:00.000Z')).not.toContain('products')
  shop.on('/cream', sendPage(soldOut))
  expect(await checkLinks('2026-03-11T07:20:00.000Z')).not.toContain('products')
  expect(await checkLinks('2026-03-12T07:20:00.000Z')).toEqual(expect.arrayContaining(tags))
  expect(await checkLinks('2026-03-12T07:30:00.000Z')).not.toContain('products')
  shop.on('/cream', sendPage(page))
  expect(await checkLinks('2026-03-12T07:40:00.000Z')).toEqual(tags)
})
