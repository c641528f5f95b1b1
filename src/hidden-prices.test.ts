import { expect, test, vi } from 'vitest'
import { makeCategory, makePost, makeProduct, makeUser } from '../test/factories.ts'
import { rendered } from '../test/rendered-newsletter.ts'
import { testSite } from '../test/test-site.ts'
import type { Endpoint } from './contract/platform/endpoint.ts'
import { blankFacts } from './contract/shop/product-facts.ts'
import { recognisePrograms } from './server/app/recognise-programs.ts'
import { refreshLinks } from './server/content/link-replacements/find-links.repo.ts'
import type { Db } from './server/platform/db/schema.ts'
import { routes } from './web/routes.ts'

const past = '2026-02-01T12:00:00.000Z'
const AMAZON = 'https://www.amazon.se/dp/B01?tag=nora-20'
/** The price of Amazon's products here, in minor units and as texts show it, and its currency. */
const PRICE = { price_minor: 8765, currency: 'SEK' }
const FORBIDDEN = /87[.,]65|\b8765\b|\bSEK\b/

/** With these the site has an imprint and versions of its policy. */
const legalFacts = {
  ownerName: 'Nora',
  postalAddress: 'PO box 1',
  email: 'nora@site.example',
  serverCountry: 'Norway',
  children: 'no',
  readers: 'de',
}

const facts = (over: object) => JSON.stringify({ ...blankFacts, ...over })

const body = `<h2>Cleansing</h2><p>Wash gently, with <a href="LINK" rel="sponsored">my cream</a>.</p>
  <div data-product-id="1"></div><div data-product-id="3"></div>
  <section data-block="review" data-product-id="1"><p>I like it.</p></section>
  <section data-block="review" data-product-id="2"><p>I like it.</p></section>
  <aside data-block="note" data-product-id="1"><p>I like it.</p></aside>
  <div data-block="comparison" data-product-ids="1,2,3" data-rows="price,price-per-unit,size"></div>
  <div data-block="products" data-product-ids="1,2"></div>
  <section data-block="picks"><section data-block="pick" data-product-id="1"><h3>Best</h3><p>I like it.</p></section></section>
  <div data-block="routine" data-routine-id="1"></div>`

/** A site whose product, other shop and fallback lead to a link, everywhere that a site can use them. */
async function createRows(db: Db, link: string): Promise<void> {
  const shop = { name: 'Petal', link, price: '87.65', currency: 'SEK', checkedOn: '2026-11-01' }
  const size = { sizeAmount: 50, keyIngredients: ['Urea'], rating: 4, verdict: 'Calm.', pros: ['Soft', 'Light'] }
  const own = { name: 'Oat cream', slug: 'oat-cream', affiliate_link: link, rating_halves: 8, ...PRICE }
  await makeProduct(db, { ...own, facts: facts({ ...size, shopName: 'Petal', priceCheckedOn: '2026-11-01' }) })
  await makeProduct(db, { name: 'Oat toner', slug: 'oat-toner', facts: facts({ otherShops: [shop] }) })
  const failing = { affiliate_link: 'https://gone.example/oat', facts: facts({ fallbackUrl: link }) }
  await makeProduct(db, { name: 'Oat milk', slug: 'oat-milk', ...failing, ...PRICE })
  await refreshLinks(db, { now: past })
  await db.updateTable('links').set({ state: 'broken' }).where('url', '=', failing.affiliate_link).execute()
  const shown = { is_active: true, created_at: past, updated_at: past }
  const urea = { slug: 'urea', name: 'Urea', inci: '', synonyms: '[]', summary: 'It holds water.', details: '{}' }
  await db
    .insertInto('ingredients')
    .values({ ...urea, is_linked: false, ...shown })
    .execute()
  for (const product_id of [1, 2, 3])
    await db
      .insertInto('product_ingredients')
      .values({ product_id, position: 1, name: 'Urea', key: 'urea', ingredient_id: 1 })
      .execute()
  const words = { time: 'morning', amount: '', often: '', wait: '', why: '', swap: '', swapProductId: null }
  const steps = [1, 2, 3].map((productId) => ({ ...words, kind: 'Cleanser', productId }))
  const details = JSON.stringify({ summary: '', forWhom: '', skinTypes: ['dry'], concerns: ['Redness'], steps })
  await db
    .insertInto('routines')
    .values({ slug: 'short', name: 'A short one', image_url: '', image_alt: '', details, position: 1, ...shown })
    .execute()
  await makeUser(db)
  for (const [key, value] of Object.entries(legalFacts))
    await db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), updated_at: past })
      .execute()
  const category_id = await makeCategory(db, { slug: 'cleansing' })
  const content = body.replace('LINK', link.replaceAll('&', '&amp;'))
  await makePost(db, { slug: 'a-post', title: 'Oat', content, category_id })
  await makePost(db, { slug: 'a-page', title: 'A page', content, kind: 'page' })
  const letter = await makePost(db, { slug: 'a-letter', content, kind: 'newsletter' })
  await db
    .updateTable('newsletters')
    .set({ state: 'sent', has_page: true, is_indexable: true, started_at: past, sent_subject: 'Hello' })
    .set({ sent_preview: 'Three steps.', sent_content: content })
    .where('post_id', '=', letter)
    .execute()
}

/** Addresses of pages with parameters; none for those that show one reader or the owner something. */
const pages: Record<string, string[]> = {
  '/blog/category/:slug': ['/blog/category/cleansing'],
  '/blog/:slug': ['/blog/a-post'],
  '/preview/:id': [],
  '/shared-preview/:token': [],
  '/shop/:slug': ['/shop/oat-cream', '/shop/oat-toner', '/shop/oat-milk'],
  '/ingredients/:slug': ['/ingredients/urea'],
  '/routines/:slug': ['/routines/short'],
  '/preview/routines/:id': [],
  '/newsletter/:act': [],
  '/letters/:slug': ['/letters/a-letter'],
  '/:slug': ['/a-page'],
  '/:slug/versions/:version': ['/privacy-policy/versions/2024-06-14'],
}

const queries = [
  ...['/shop?sort=price', '/shop?sort=price-desc', '/shop?from=1&to=200', '/search?q=oat'],
  ...['/routines/build?skin=dry', '/routines/build?skin=dry&budget=500', '/routines/build?concern=redness'],
  ...['/api/products?sort=price', '/api/products?from=1', '/api/product-facets?from=1', '/api/search?q=oat'],
  ...['/api/routines/build?skin=dry', '/api/routines/build?skin=any&budget=500', '/api/posts?limit=3'],
]
const documents = ['/feed.xml', '/feed.json', '/letters/feed.xml', '/letters/feed.json', '/sitemap.xml']

/** Values of parameters in the paths of public reads, with a space between those of one path; none for a secret that only one reader has. */
const parameters: Record<string, string[]> = {
  '/categories/:slugOrId': ['cleansing'],
  '/legal-texts/:slug': ['privacy-policy', 'affiliate-disclosure'],
  '/legal-texts/:slug/versions': ['privacy-policy', 'affiliate-disclosure'],
  '/legal-texts/:slug/versions/:version': ['privacy-policy 2024-06-14'],
  '/previews/:token': [],
  '/users/:id': ['1'],
  '/posts/:slug': ['a-post'],
  '/posts/category/:id': ['1'],
  '/posts/:id/further-reading': ['1'],
  '/pages/:slug': ['a-page'],
  '/ingredients/:slug': ['urea'],
  '/routines/:slug': ['short'],
  '/product-pages/:slug': ['oat-cream', 'oat-toner', 'oat-milk'],
  '/newsletter-pages/:slug': ['a-letter'],
}

/** Addresses without a page, a session or a query. */
const refused: Record<string, number> = {
  '/not-found': 404,
  '/api/analytics/postback': 401,
  '/api/auth/user': 401,
  '/api/newsletter-choices': 400,
  '/api/redirects/target': 400,
  '/api/search': 400,
}

const contract = import.meta.glob<Record<string, unknown>>('./contract/**/*.ts', { eager: true })

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'responses' in value
}

function apiPaths(): string[] {
  const exported = Object.values(contract).flatMap(Object.values)
  const all = exported.flatMap((value) => (isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint)))
  const reads = all.filter(({ method, access, when }) => method === 'GET' && access === 'public' && !when)
  return [...new Set(reads.map(({ path }) => path))].flatMap((path) => {
    if (!path.includes(':')) return [`/api${path}`]
    expect(parameters, `parameters of ${path}`).toHaveProperty([path])
    return (parameters[path] ?? []).map((values) =>
      values.split(' ').reduce((filled, value) => filled.replace(/:\w+/, encodeURIComponent(value)), `/api${path}`),
    )
  })
}

function pagePaths(): string[] {
  return routes.flatMap(({ pattern }) => {
    if (/^\/admin/.test(pattern)) return []
    if (!pattern.includes(':')) return [pattern]
    expect(pages, `an address of ${pattern}`).toHaveProperty([pattern])
    return pages[pattern] ?? []
  })
}

/** What each address of the site sends, and the mail of a newsletter. */
async function readEverything({ db, get }: Pick<Awaited<ReturnType<typeof testSite>>, 'db' | 'get'>, link: string) {
  const sitemap = await (await get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  const texts = new Map<string, string>()
  for (const path of new Set([...pagePaths(), ...listed, ...apiPaths(), ...documents, ...queries])) {
    const response = await get(path)
    expect(response.status, path).toBe(refused[path] ?? 200)
    texts.set(path, await response.text())
  }
  const content = body.replace('LINK', link.replaceAll('&', '&amp;'))
  const { html, text } = await rendered({ db }, content, { sourcePost: { slug: 'a-post' } })
  return texts.set('the HTML of a mail', html).set('the text of a mail', text)
}

async function findShown(site: Parameters<typeof readEverything>[0], link: string): Promise<string[]> {
  const texts = await readEverything(site, link)
  return [...texts].flatMap(([path, text]) => (FORBIDDEN.test(text) ? [path] : []))
}

test('the walk finds a price that may be shown, wherever prices are', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const link = 'https://petal.example/oat'
  const found = await findShown(await testSite({ rows: (db) => createRows(db, link) }), link)
  for (const path of [
    ...['/', '/shop', '/shop?sort=price', '/search?q=oat', '/blog/a-post', '/a-page', '/letters/a-letter'],
    ...['/shop/oat-cream', '/shop/oat-toner', '/ingredients/urea', '/routines/short', '/routines/build?skin=dry'],
    ...['/feed.xml', '/feed.json', '/letters/feed.json', 'the HTML of a mail', 'the text of a mail'],
    ...[
      '/api/products',
      '/api/products?from=1',
      '/api/product-facets',
      '/api/product-pages/oat-toner',
      '/api/posts/a-post',
    ],
    ...['/api/search?q=oat', '/api/routines/short', '/api/routines/build?skin=dry'],
  ])
    expect(found, path).toContain(path)
})

for (const link of [AMAZON, 'https://amzn.to/x1'])
  test(`no page, feed, mail or response of the API has a typed price next to ${link}, nor its currency`, async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const site = await testSite({ rows: (db) => createRows(db, link) })
    expect(await findShown(site, link)).toEqual([])
    const page = await (await site.get('/blog/a-post')).text()
    expect(page).toContain('See price at Amazon')
    expect(page).toContain('As an Amazon Associate I earn from qualifying purchases.')
    await recognisePrograms(site.db, { now: past, signal: new AbortController().signal, onChange: async () => {} })
    site.purgeAll()
    expect(await findShown(site, link)).toEqual([])
  })
