import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Product, ProductFacets } from '../../../contract/shop/products.ts'
import type { Program } from '../../../contract/shop/programs.ts'
import { recognisePrograms } from '../../app/recognise-programs.ts'
import { refreshLinks } from '../../content/link-replacements/find-links.repo.ts'

const AMAZON = 'https://www.amazon.com/dp/B01?tag=nora-20'
const AWIN = 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=7&ued=https%3A%2F%2Fa.example%2F'
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const TODAY = dayBefore(0)

const read = async <Body>({ request }: TestApp, path: string) => (await (await request(path)).json()) as Body
const list = (app: TestApp, query = '') => read<Product[]>(app, `/api/products${query}`)

for (const link of [
  AMAZON,
  'https://amzn.to/x1',
  'https://amzn.eu/d/x',
  'https://a.co/d/x',
  'https://smile.amazon.de/dp/B',
  'https://WWW.AMAZON.COM.:443/dp/B01',
  'https://www.amazon.com:/dp/B01',
  'https://www.amaz%6fn.com/dp/B01',
  `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=${encodeURIComponent(AMAZON)}`,
  `https://go.skimresources.com/?id=1X2&url=${encodeURIComponent(AMAZON)}`,
  `https://redirect.viglink.com/?key=1&u=${encodeURIComponent('https://amzn.to/x1')}`,
  `https://fernway.sjv.io/c/1/2/3?u=${encodeURIComponent(`https://go.skimresources.com/?id=1&url=${encodeURIComponent(AMAZON)}`)}`,
])
  test(`a typed price is neither shown nor used next to ${link}, before any program is known`, async () => {
    const app = await testApp()
    await makeProduct(app.db, { name: 'Oat cream', affiliate_link: link, price_minor: 8765, currency: 'SEK' })
    const [product] = await list(app)
    expect(product).toMatchObject({
      price: '',
      currency: '',
      offers: [{ instead: 'See price at Amazon', button: 'View on Amazon' }],
    })
    expect(await list(app, '?from=1')).toEqual([])
    expect(await read<ProductFacets>(app, '/api/product-facets')).not.toHaveProperty('price')
  })

test('products without a visible price come last in both orders, and in no range of prices', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Amazon', affiliate_link: AMAZON, price_minor: 100, position: 1 })
  await makeProduct(app.db, { name: 'None', price_minor: 0, position: 2 })
  await makeProduct(app.db, { name: 'Dear', price_minor: 3000, position: 3 })
  await makeProduct(app.db, { name: 'Cheap', price_minor: 2000, position: 4 })
  const names = async (query: string) => (await list(app, query)).map(({ name }) => name)
  expect(await names('?sort=price')).toEqual(['Cheap', 'Dear', 'Amazon', 'None'])
  expect(await names('?sort=price-desc')).toEqual(['Dear', 'Cheap', 'Amazon', 'None'])
  expect(await names('?from=0')).toEqual(['Dear', 'Cheap'])
  expect(await read<ProductFacets>(app, '/api/product-facets')).toMatchObject({
    total: 4,
    price: { from: 20, to: 30, currency: 'USD' },
  })
  const owned = async (direction: string) =>
    ((await (await app.asOwner(`/api/products?status=all&sort=price&direction=${direction}`)).json()) as Product[]).map(
      ({ name }) => name,
    )
  // She sees what she typed.
  expect(await owned('asc')).toEqual(['Amazon', 'Cheap', 'Dear', 'None'])
  expect(await owned('desc')).toEqual(['Dear', 'Cheap', 'Amazon', 'None'])
})

test('a price at a network is hidden 30 days after its day, or after the last change of the product', async () => {
  const app = await testApp()
  const add = (name: string, day: string, priceCheckedOn = '') =>
    makeProduct(app.db, {
      name,
      affiliate_link: AWIN,
      price_minor: 2400,
      updated_at: `${day}T09:00:00.000Z`,
      facts: JSON.stringify({ priceCheckedOn }),
    })
  await add('changed lately', dayBefore(9))
  await add('changed long ago', dayBefore(64))
  await add('checked lately', dayBefore(64), dayBefore(18))
  await add('checked long ago', TODAY, dayBefore(49))
  const shown = (await list(app)).filter(({ price }) => price !== '')
  expect(shown.map(({ name }) => name)).toEqual(['changed lately', 'checked lately'])
  expect((await list(app, '?sort=price')).filter(({ price }) => price === '')).toHaveLength(2)
  expect((await list(app, '?from=1')).map(({ name }) => name)).toEqual(['changed lately', 'checked lately'])
})

test('a day to come does not keep a price', async () => {
  const app = await testApp()
  const facts = JSON.stringify({ priceCheckedOn: dayBefore(-400) })
  const updated_at = `${dayBefore(64)}T09:00:00.000Z`
  await makeProduct(app.db, { affiliate_link: AWIN, price_minor: 2400, facts, updated_at })
  expect(await list(app)).toMatchObject([{ price: '' }])
  expect(await list(app, '?from=1')).toEqual([])
})

test('next to a fallback the price is as old as its day, on its card and in filters', async () => {
  const app = await testApp()
  const add = (name: string, priceCheckedOn: string) =>
    makeProduct(app.db, {
      name,
      affiliate_link: `${AWIN}${name}`,
      price_minor: 2400,
      updated_at: `${TODAY}T00:00:00.000Z`,
      facts: JSON.stringify({ priceCheckedOn, fallbackUrl: 'https://petal.example/' }),
    })
  await add('old', dayBefore(49))
  await add('new', dayBefore(9))
  await refreshLinks(app.db, { now: `${TODAY}T00:00:00.000Z` })
  await app.db.updateTable('links').set({ state: 'broken' }).where('url', 'like', `${AWIN}%`).execute()
  expect(await list(app)).toMatchObject([
    { name: 'old', affiliateLink: 'https://petal.example/', price: '' },
    { name: 'new', affiliateLink: 'https://petal.example/', price: '24.00', facts: { priceCheckedOn: '' } },
  ])
  expect(await list(app, '?from=1')).toMatchObject([{ name: 'new' }])
})

test('each other shop follows the rules of its own link, and no price of the owner is missing in her list', async () => {
  const app = await testApp()
  const shop = { name: 'Petal', price: '87.65', currency: 'SEK', checkedOn: TODAY }
  const facts = {
    otherShops: [
      { ...shop, link: AMAZON },
      { ...shop, link: 'https://petal.example/' },
    ],
  }
  const id = await makeProduct(app.db, { facts: JSON.stringify(facts) })
  const [product] = await list(app)
  expect(product!.facts.otherShops).toMatchObject([{ name: 'Petal', price: '', currency: '' }, shop])
  expect(product!.offers).toEqual([{}, { instead: 'See price at Amazon', button: 'View on Amazon' }, {}])
  expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject({ facts })
})

test('prices at Amazon are shown with a stated reason for a day, and the reason has ten characters', async () => {
  const app = await testApp()
  const facts = (priceCheckedOn: string) => JSON.stringify({ priceCheckedOn })
  await makeProduct(app.db, { name: 'Today', affiliate_link: AMAZON, price_minor: 2400, facts: facts(TODAY) })
  await makeProduct(app.db, { name: 'Earlier', affiliate_link: AMAZON, price_minor: 2500, facts: facts(dayBefore(2)) })
  await makeProduct(app.db, { name: 'No day', affiliate_link: AMAZON, price_minor: 2600 })
  const now = `${TODAY}T12:00:00.000Z`
  await recognisePrograms(app.db, { now, signal: new AbortController().signal, onChange: async () => {} })
  const [program] = (await (await app.asOwner('/api/programs')).json()) as Program[]
  const {
    id,
    network: _n,
    productLinks: _p,
    postLinks: _q,
    isEdited: _e,
    version: _v,
    updatedAt: _u,
    ...input
  } = program!
  const save = (priceReason: string) =>
    app.asOwner(`/api/programs/${id}`, { method: 'PUT', json: { ...input, priceReason } })
  const short = await save('API')
  expect([short.status, ((await short.json()) as { message: string }).message]).toEqual([
    400,
    'Please give the reason in 10 characters or more',
  ])
  expect((await list(app)).map(({ price }) => price)).toEqual(['', '', ''])
  expect((await save('I take them from the Creators API.')).status).toBe(200)
  expect((await list(app)).map(({ price }) => price)).toEqual(['24.00', '', ''])
})
