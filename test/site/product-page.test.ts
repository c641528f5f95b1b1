import { expect, test } from 'vitest'
import { addProductFacts } from '../product-facts.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { createVisitor, type SitePage } from './visitor.ts'

const site = openIsolatedSite({ prepare: addProductFacts })
const open = (path: string) => createVisitor().open(`${site.origin}${path}`)
const mainOf = ({ document }: SitePage) => document.querySelector('main')!
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)

test('the page of a product shows what the owner says of it', async () => {
  const page = await open('/shop/oat-cream')
  const { document, screen } = page
  const main = mainOf(page)
  expect(texts(document.querySelectorAll('h1'))).toEqual(['Oat Cream'])
  expect(texts(document.querySelectorAll('nav[aria-label=Breadcrumb] li'))).toEqual(['Home', 'Shop', 'Oat Cream'])
  const picture = document.querySelector<HTMLImageElement>('.product-pictures picture img')!
  expect(picture.dataset.pinUrl).toMatch(/^https?:\/\/.+\/shop\/oat-cream$/)
  expect(picture.dataset.pinMedia).toMatch(/^https?:\/\/.+\/media\/.+\.jpg$/)
  expect(picture.dataset.pinDescription).toBe('Gift from the brand: Oat Cream')
  for (const text of [
    'The one I repurchase without thinking.',
    'Skin that gets tight by noon.',
    'Anyone who wants a matte finish.',
    'Sinks in within a minute',
    'The jar',
  ])
    expect(screen.getAllByText(text)[0], text).toBeDefined()
  expect(main.textContent).toContain('4.5 out of 5')
  expect(main.textContent).toContain('$24.50 at Hearth & Haleprice checked on March 3, 2026')
  expect(main.textContent).toContain('$23.00 at Plain Jarprice checked on February 1, 2026')
  const facts = Object.fromEntries(
    [...main.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  )
  expect(facts).toMatchObject({
    'Skin types': 'Dry, sensitive',
    Concerns: 'Redness',
    'Key ingredients': 'Colloidal oatmeal, Glycerin',
    Texture: 'Rich cream',
    SPF: '30',
    'Fragrance-free': 'Yes',
    'Alcohol-free': 'No',
    Vegan: 'Not known',
    'Cruelty-free': 'Not known',
    'Tested for': '8 weeks',
    'Disclosed as': 'Gifted',
  })
  expect(facts.Size).toContain('50 ml ($0.49 per ml')
  const article = screen.getByText('Retinol for Beginners: Start Slow, Stay Patient', { selector: 'main a' })
  expect(article.getAttribute('href')).toBe('/blog/retinol-for-beginners')
  expect(main.querySelectorAll('article article')).toHaveLength(0)
  expect(main.querySelectorAll('.product-card').length).toBeLessThanOrEqual(4)
})

test('every shop has a link, after the disclosure in reading order', async () => {
  const { document } = await open('/shop/oat-cream')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.product-shops a')]
  expect(links).toHaveLength(4)
  for (const link of links) {
    expect(link.textContent).toMatch(/^Shop Now/)
    expect(link.rel).toBe('sponsored nofollow noopener')
    expect(link.target).toBe('_blank')
  }
  const disclosure = document.querySelector('main a[href="/affiliate-disclosure"]')!
  const first = document.querySelector('main a[rel~="sponsored"]')!
  const following = document.defaultView!.Node.DOCUMENT_POSITION_FOLLOWING
  expect(disclosure.compareDocumentPosition(first) & following).toBe(following)
})

test('the product is structured data, with review, notes and an offer for each price', async () => {
  const { document } = await open('/shop/oat-cream')
  const blocks = texts(document.querySelectorAll('script[type="application/ld+json"]'))
  const product = blocks.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Product')
  expect(product).toMatchObject({
    name: 'Oat Cream',
    brand: { '@type': 'Brand', name: 'Oatwhistle' },
    review: {
      '@type': 'Review',
      author: { '@type': expect.any(String), name: expect.any(String) },
      reviewRating: { ratingValue: 4.5, bestRating: 5, worstRating: 0 },
      positiveNotes: { itemListElement: [{ position: 1, name: 'Sinks in within a minute' }, { position: 2 }] },
      negativeNotes: { itemListElement: [{ position: 1, name: 'The jar' }] },
    },
    offers: [
      { price: '24.50', priceCurrency: 'USD', seller: { name: 'Hearth & Hale' } },
      { price: '23.00', priceCurrency: 'USD' },
      // In the currency of its shop.
      { price: '19.90', priceCurrency: 'EUR', seller: { name: 'Markt Drogerie' } },
    ],
  })
  expect(product).not.toHaveProperty('aggregateRating')
})

test('a former slug redirects, an unknown one is not found', async () => {
  const former = await createVisitor().fetch(`${site.origin}/shop/old-cream`, { redirect: 'manual' })
  expect([former.status, former.headers.get('location')]).toEqual([301, '/shop/oat-cream'])
  expect((await createVisitor().fetch(`${site.origin}/shop/unknown`)).status).toBe(404)
})

test('the number of an option is that of its products', async () => {
  const { document } = await open('/shop?brand=oatwhistle')
  const option = document.querySelectorAll('select[name=rating] option')[1]!
  const [, least, expected] = /^([\d.]+) and up \((\d+)\)$/.exec(option.textContent)!
  const filtered = await open(`/shop?brand=oatwhistle&rating=${least}`)
  expect(filtered.screen.getByText(expected === '1' ? '1 product' : `${expected} products`)).toBeDefined()
  expect(mainOf(filtered).querySelectorAll('article')).toHaveLength(Number(expected))
})

test('nothing found: the specified sentence and ways back', async () => {
  const page = await open('/shop?category=Serums&from=900000')
  expect(page.screen.getByText('No products found in this category.')).toBeDefined()
  expect(page.screen.getByText('View All Products', { selector: 'main a' }).getAttribute('href')).toBe('/shop')
  const clear = page.screen.getAllByText('Clear filters', { selector: 'a' }).at(-1)!
  expect(clear.getAttribute('href')).toBe('/shop?category=Serums')
})

test('combinations of filters are not indexed; categories are', async () => {
  const robots = async (path: string) =>
    (await open(path)).document.querySelector('meta[name=robots]')?.getAttribute('content')
  expect(await robots('/shop?skin=dry')).toBe('noindex, follow')
  expect(await robots('/shop?sort=price')).toBe('noindex, follow')
  for (const path of ['/shop', '/shop?category=Serums', '/shop?skin=', '/shop?unknown=1'])
    expect(await robots(path), path).toBeUndefined()
})

test('other spellings of one filter are one page', async () => {
  const etag = async (path: string) => (await createVisitor().fetch(`${site.origin}${path}`)).headers.get('etag')
  const canonical = await etag('/shop?skin=dry&free=fragrance-free')
  expect(canonical).toMatch(/./)
  expect(await etag('/shop?skin=DRY&free=fragrance-free&free=Fragrance-Free&brand=&from=x&rating=9')).toBe(canonical)
})

test('the form of the filters works without JavaScript', async () => {
  const visitor = createVisitor()
  const page = await visitor.open(`${site.origin}/shop?category=Serums`)
  const form = page.document.querySelector<HTMLFormElement>('form[aria-label="Filter products"]')!
  form.querySelector<HTMLInputElement>('input[name=free][value=fragrance-free]')!.checked = true
  const filtered = await visitor.submit(form, { skin: 'dry' })
  expect(filtered.url).toMatch(/category=Serums.*skin=dry.*free=fragrance-free/)
  const shown = mainOf(filtered).querySelectorAll('article').length
  expect(filtered.screen.getByText(`${shown} ${shown === 1 ? 'product' : 'products'}`)).toBeDefined()
  const clear = filtered.screen.getAllByText('Clear filters', { selector: 'a' })[0]!
  expect(clear.getAttribute('href')).toBe('/shop?category=Serums')
})
