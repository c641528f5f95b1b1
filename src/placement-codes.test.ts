import { expect, test, vi } from 'vitest'
import { makePost, makeProduct, makeUser } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { readPlacementCode } from './contract/shop/placements.ts'
import { blankFacts } from './contract/shop/product-facts.ts'
import type { Program } from './contract/shop/programs.ts'
import { recogniseLink } from './contract/shop/recognise-link.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'
import { recognisePrograms } from './server/app/recognise-programs.ts'
import { refreshLinks } from './server/content/link-replacements/find-links.repo.ts'
import type { Db } from './server/platform/db/schema.ts'

const past = '2026-02-01T12:00:00.000Z'
const awin = (number: number) =>
  `https://www.awin1.com/cread.php?awinmid=${number}&awinaffid=7&ued=https%3A%2F%2Fa.example%2F`
const impact = 'https://fernway.pxf.io/c/1/22/333?u=x#top'
const ownSubId = 'https://www.awin1.com/cread.php?awinmid=5&clickref=mine'
const amazon = 'https://www.amazon.com/dp/B000?tag=site-20&th=1'

const facts = (over: object) => JSON.stringify({ ...blankFacts, ...over })
const otherShops = [{ name: 'Fernway', link: impact, price: '9.00', currency: 'USD', checkedOn: '2026-01-01' }]

const body = `<h2>Cleansing</h2><p>Wash gently. <a href="${awin(1).replaceAll('&', '&amp;')}">The cleanser</a>, <a href="${impact}" rel="sponsored">or this</a>,
  <a href="${ownSubId.replaceAll('&', '&amp;')}">mine</a>, <a href="${amazon.replaceAll('&', '&amp;')}">Amazon</a>, <a href="https://plain.example/">a source</a>.</p>
  <div data-product-id="1"></div>
  <section data-block="review" data-product-id="1"><p>I like it.</p></section>
  <aside data-block="note" data-product-id="2"><p>I like it.</p></aside>
  <div data-block="comparison" data-product-ids="1,2" data-rows="price"></div>
  <div data-block="products" data-product-ids="1,2"></div>
  <section data-block="picks"><section data-block="pick" data-product-id="2"><h3>Best</h3><p>I like it.</p></section></section>
  <div data-block="routine" data-routine-id="1"></div>`

async function createRows(db: Db): Promise<void> {
  // Prices of these networks are shown for 30 days.
  const updated_at = new Date().toISOString()
  await makeProduct(db, {
    name: 'Birch cleanser',
    slug: 'birch',
    affiliate_link: awin(1),
    updated_at,
    facts: facts({ otherShops, keyIngredients: ['Urea'] }),
  })
  await makeProduct(db, { name: 'Birch toner', slug: 'birch-toner', affiliate_link: awin(2), updated_at })
  await makeProduct(db, { name: 'Birch oil', slug: 'birch-oil', affiliate_link: amazon })
  await makeProduct(db, { name: 'Birch soap', slug: 'birch-soap', affiliate_link: ownSubId })
  const shown = { is_active: true, created_at: past, updated_at: past }
  const { id } = await db
    .insertInto('ingredients')
    .values({
      slug: 'urea',
      name: 'Urea',
      inci: '',
      synonyms: '[]',
      summary: 'It holds water.',
      details: '{}',
      is_linked: false,
      ...shown,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_ingredients')
    .values({ product_id: 1, position: 1, name: 'Urea', key: 'urea', ingredient_id: id })
    .execute()
  const step = {
    time: 'morning',
    kind: 'Cleanser',
    productId: 1,
    amount: '',
    often: '',
    wait: '',
    why: '',
    swap: '',
    swapProductId: null,
  }
  const details = JSON.stringify({
    summary: '',
    forWhom: '',
    skinTypes: ['dry'],
    concerns: [],
    steps: [step, { ...step, kind: 'Toner', productId: 2 }],
  })
  await db
    .insertInto('routines')
    .values({ slug: 'short', name: 'A short one', image_url: '', image_alt: '', details, position: 1, ...shown })
    .execute()
  await makePost(db, { slug: 'a-post', title: 'Birch', content: body })
  await makePost(db, { slug: 'a-page', title: 'A page', content: body, kind: 'page' })
}

/** The start tags of links in a page or in the HTML of a feed, with their attributes decoded. */
function linksOf(text: string): Record<string, string>[] {
  return [...text.matchAll(/<a (?:[^>"]|"[^"]*")*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
      ]),
    ),
  )
}

const codesOf = (href: string) => [...new URL(href).searchParams.values()].filter((value) => readPlacementCode(value))

const paths = [
  '/',
  '/shop',
  '/shop?category=Cleansers',
  '/shop/birch',
  '/search?q=birch',
  '/ingredients/urea',
  '/routines/short',
  '/routines/build?skin=dry',
  '/blog/a-post',
  '/a-page',
  '/feed.xml',
  '/feed.json',
]

test('every affiliate link of every page and feed carries its code exactly once, and is marked as sponsored', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { get } = await testSite({ rows: createRows })
  const seen = new Set<string>()
  for (const path of paths) {
    const response = await get(path)
    expect(response.status, path).toBe(200)
    const text = await response.text()
    const html =
      path === '/feed.json' ? (JSON.parse(text) as { items: { content_html: string }[] }).items[0]!.content_html : text
    const links = linksOf(html).filter(
      ({ href = '' }) => /^https?:/.test(href) && recogniseLink(href)?.network !== 'generic',
    )
    expect(links.length, path).toBeGreaterThan(0)
    for (const { href = '', rel } of links) {
      expect(rel, `${path} ${href}`).toBe('sponsored nofollow noopener')
      if (href.includes('clickref=mine') || href.includes('amazon.com')) {
        expect([ownSubId, amazon], path).toContain(href)
        continue
      }
      const codes = codesOf(href)
      expect(codes, `${path} ${href}`).toHaveLength(1)
      const placement = readPlacementCode(codes[0]!)!
      seen.add(`${placement.source} ${placement.position}`)
      // Without the code the link is what the owner entered.
      expect([awin(1), awin(2), impact], path).toContain(href.replace(/&(?:clickref|subId1)=\w+/, ''))
      if (path === '/blog/a-post') expect(placement, href).toMatchObject({ source: 'post', sourceId: 1 })
      if (path === '/a-page') expect(placement, href).toMatchObject({ source: 'page', sourceId: 2 })
    }
    if (path === '/blog/a-post') expect(html).toContain('<a href="https://plain.example/">')
  }
  expect([...seen].sort()).toEqual(
    [
      ...['box', 'comparison', 'pick', 'review', 'text'].flatMap((position) => [
        `post ${position}`,
        `page ${position}`,
      ]),
      ...[
        'home card',
        'shop card',
        'search card',
        'product button',
        'product card',
        'ingredient card',
        'routine routine',
      ],
    ].sort(),
  )
})

test('every place shows the fallback of a product whose link fails, with its own code, and the link again when it works', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fallback = 'https://fernway.pxf.io/c/1/22/999'
  const { db, get, purgeAll } = await testSite({
    rows: async (database) => {
      await createRows(database)
      await database
        .updateTable('products')
        .set({ facts: facts({ otherShops, keyIngredients: ['Urea'], shopName: 'Birch & Co', fallbackUrl: fallback }) })
        .where('id', '=', 1)
        .execute()
      await refreshLinks(database, { now: past })
    },
  })
  const shown = async (path: string) => {
    const response = await get(path)
    expect(response.status, path).toBe(200)
    const text = await response.text()
    return path === '/feed.json'
      ? (JSON.parse(text) as { items: { content_html: string }[] }).items[0]!.content_html
      : text
  }
  const setState = async (state: 'ok' | 'broken') => {
    await db.updateTable('links').set({ state }).where('url', '=', awin(1)).execute()
    purgeAll()
  }
  const isOfAwin = (href: string) => new URL(href).searchParams.get('awinmid') === '1'
  const isOfFallback = (href: string) => new URL(href).pathname.endsWith('/999')
  for (const state of ['ok', 'broken', 'ok'] as const) {
    await setState(state)
    for (const path of paths) {
      const html = await shown(path)
      const links = linksOf(html).filter(({ href = '' }) => /^https?:/.test(href))
      const [stated, other] = state === 'ok' ? [isOfAwin, isOfFallback] : [isOfFallback, isOfAwin]
      const found = links.filter(({ href = '' }) => stated(href))
      expect(found.length, `${path} ${state}`).toBeGreaterThan(0)
      expect(links.filter(({ href = '' }) => other(href)).length, `${path} ${state}`).toBe(0)
      expect(html, path).not.toContain(`"url":"${fallback}`)
      for (const { href = '', rel } of found) {
        expect(rel, path).toBe('sponsored nofollow noopener')
        expect(codesOf(href), `${path} ${href}`).toHaveLength(1)
        expect(new URL(href).searchParams.has(state === 'ok' ? 'clickref' : 'subId1'), href).toBe(true)
      }
    }
    // Search engines are not told a price for a link that it does not belong to.
    const page = await shown('/shop/birch')
    expect(page.includes('"price":"12.50","priceCurrency":"USD","url":"https://www.awin1.com')).toBe(state === 'ok')
    expect(page.includes('at Birch &amp; Co')).toBe(state === 'ok')
  }
})

test('pages follow a program that the owner changes: codes, tracking IDs, its disclosure and prices', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { db, origin, get } = await testSite({
    rows: async (database) => {
      await createRows(database)
      await recognisePrograms(database, { now: past, signal: new AbortController().signal, onChange: async () => {} })
    },
  })
  const cookie = `session=${await createSession(db, await makeUser(db), new Date())}`
  const call = async (method: string, path: string, json?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(origin + path, { method, headers, ...(json && { body: JSON.stringify(json) }) })
    expect(response.status, path).toBeLessThan(300)
    return response.json()
  }
  const read = async (path: string) => (await get(path)).text()
  const amazonLinks = async (path: string) =>
    linksOf(await read(path)).flatMap(({ href = '' }) => (href.includes('amazon.com') ? [href] : []))
  const programs = (await call('GET', '/api/programs')) as Program[]
  expect(
    programs.map(({ network, name, productLinks, postLinks }) => [network, name, productLinks, postLinks]),
  ).toEqual(
    [
      ['amazon', 'Amazon.com', 1, 2],
      ['awin', 'a.example (Awin)', 1, 2],
      ['impact', 'fernway (Impact)', 1, 2],
      ['awin', 'Advertiser 5 (Awin)', 1, 2],
      ['awin', 'a.example (Awin)', 1, 0],
    ].sort((a, b) => Number(b[2]) + Number(b[3]) - Number(a[2]) - Number(a[3]) || (a[1]! < b[1]! ? -1 : 1)),
  )
  const found = programs.find(({ network }) => network === 'amazon')!
  expect(found).toMatchObject({
    ...{ trackingIds: ['site-20'], allowsSubIds: false, currency: 'USD', isEdited: false, replacesMailLinks: true },
    disclosure: 'As an Amazon Associate I earn from qualifying purchases.',
  })

  expect(await read('/')).toContain('<p>As an Amazon Associate I earn from qualifying purchases.</p>')
  expect(await read('/shop/birch-oil')).toContain('See price at Amazon')
  expect(await amazonLinks('/shop/birch-oil')).toEqual([amazon])
  expect(await amazonLinks('/blog/a-post')).toEqual([amazon])
  const {
    id,
    network: _network,
    productLinks: _p,
    postLinks: _q,
    isEdited: _e,
    version: _v,
    updatedAt: _u,
    ...input
  } = found
  const given = { ...input, hidePriceHours: 24, assignments: [{ trackingId: 'post-20', kind: 'post', id: 1 }] }
  await call('PUT', `/api/programs/${id}`, { ...given, disclosure: 'Amazon pays me.' })
  expect(await amazonLinks('/blog/a-post')).toEqual(['https://www.amazon.com/dp/B000?tag=post-20&th=1'])
  expect(await amazonLinks('/a-page')).toEqual([amazon])
  expect(await read('/blog/a-post')).toContain('<p>Amazon pays me.</p>')
  expect(await read('/blog/a-post')).not.toContain('Amazon Associate')
  const product = await read('/shop/birch-oil')
  expect(product.slice(0, product.indexOf('Alternatives'))).not.toContain('12.50</b>')
  expect(product).not.toContain('"price":"12.50","priceCurrency":"USD","url":"https://www.amazon.com')
  expect(await read('/shop/birch-toner')).toContain('$12.50</b>')

  await call('PUT', `/api/programs/${id}`, { ...given, allowsSubIds: true })
  const [coded] = await amazonLinks('/shop/birch-oil')
  expect(readPlacementCode(new URL(coded!).searchParams.get('ascsubtag')!)).toMatchObject({
    source: 'product',
    productId: 3,
  })
})

test('a host that the owner gives to a program carries codes in the parameter that she names', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { db, origin, get } = await testSite({
    rows: async (database) => {
      await makeProduct(database, { affiliate_link: 'https://shop.example/p?a=1#x' })
      await recognisePrograms(database, { now: past, signal: new AbortController().signal, onChange: async () => {} })
    },
  })
  const cookie = `session=${await createSession(db, await makeUser(db), new Date())}`
  const hrefs = async () =>
    linksOf(await (await get('/shop')).text()).flatMap(({ href = '' }) => (href.includes('shop.example') ? [href] : []))
  expect(await hrefs()).toEqual(['https://shop.example/p?a=1#x'])
  const [program] = (await (await fetch(`${origin}/api/programs`, { headers: { cookie } })).json()) as Program[]
  const response = await fetch(`${origin}/api/programs/${program!.id}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Our shop', hosts: ['shop.example'], subIdParameter: 'ref' }),
  })
  expect(response.status).toBe(200)
  const [href] = await hrefs()
  expect(href).toMatch(/^https:\/\/shop\.example\/p\?a=1&ref=d1cl\w+#x$/)
})
