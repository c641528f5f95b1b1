import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeProduct } from '../../../../test/factories.ts'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Conflict } from '../../../contract/platform/row-endpoints.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'

const input = {
  name: 'Oat cream',
  category: 'Moisturizers',
  price: '24.50',
  imageUrl: 'https://pictures.example/oat.jpg',
  imageAlt: 'A jar',
  affiliateLink: 'https://shop.example/oat?ref=dewlight&a=1',
}

async function create({ asOwner }: TestApp, over: object = {}): Promise<OwnerProduct> {
  const response = await asOwner('/api/products', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerProduct
}

function save({ asOwner }: TestApp, id: number, over: object, headers: Record<string, string> = {}): Promise<Response> {
  return asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...input, ...over }, headers })
}

async function post({ asOwner }: TestApp, path: string, json?: unknown): Promise<void> {
  const response = await asOwner(`/api/products${path}`, { method: 'POST', json })
  expect(response.status, await response.clone().text()).toBe(200)
}

/** Name and place of all products, in the owner's order. */
async function order({ asOwner }: TestApp): Promise<string[]> {
  const rows = (await (await asOwner('/api/products?status=all')).json()) as OwnerProduct[]
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => index + 1))
  return rows.map((row) => row.name)
}

async function makeFive(app: TestApp): Promise<number[]> {
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push((await create(app, { name })).id)
  return ids
}

async function names(
  { request, asOwner }: TestApp,
  path: string,
  who: 'owner' | 'stranger' = 'owner',
): Promise<string[]> {
  const response = await (who === 'owner' ? asOwner(path) : request(path))
  expect(response.status, path).toBe(200)
  return ((await response.json()) as OwnerProduct[]).map((product) => product.name)
}

test('a product is created at the end of the shop, read, saved and shown to visitors', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'First', position: 1 })
  const product = await create(app, { price: '24.5' })
  expect(product).toMatchObject({
    ...input,
    price: '24.50',
    currency: 'USD',
    isActive: true,
    position: 2,
    version: 1,
    createdAt: '2026-03-10T15:00:00.000Z',
  })
  app.setNow('2026-03-10T15:05:00.000Z')
  const saved = await save(app, product.id, { name: 'Oat balm', isActive: false, currency: 'eur' })
  expect(saved.status).toBe(200)
  expect(saved.headers.get('etag')).toBe('"2"')
  expect(await saved.json()).toMatchObject({
    name: 'Oat balm',
    isActive: false,
    currency: 'EUR',
    version: 2,
    position: 2,
    updatedAt: '2026-03-10T15:05:00.000Z',
    createdAt: '2026-03-10T15:00:00.000Z',
  })
  expect(await names(app, '/api/products', 'stranger')).toEqual(['First'])
  expect(await names(app, '/api/products?status=inactive')).toEqual(['Oat balm'])
  expect(app.changes()).toBe(2)
  expect(await (await app.asOwner('/api/audit')).json()).toMatchObject([
    { method: 'PUT', path: `/products/${product.id}`, subject: 'Oat balm' },
    { method: 'POST', path: '/products', subject: 'Oat cream' },
  ])
})

test('each field is refused with its sentence, and nothing is kept', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const before = await countRows(app.db)
  for (const [field, value, message] of [
    ['name', 'A', 'Name must be at least 2 characters'],
    ['name', 'a'.repeat(201), 'Please keep this under 200 characters'],
    ['name', 'a\0b', 'Invalid input'],
    ['category', '  ', 'Please enter a category'],
    ['price', 'free', 'Please enter a price such as 24.50'],
    ['price', '1e3', 'Please enter a price such as 24.50'],
    ['price', '-0.01', 'A price cannot be negative'],
    ['price', '24.505', 'A price has at most two digits after the point'],
    ['price', '1000000.01', 'A price is at most 1,000,000'],
    ['price', '99999999999999999999', 'A price is at most 1,000,000'],
    ['currency', 'DOLLAR', 'Please use the code of a currency, such as USD'],
    ['currency', 'XYZ', 'Please use the code of a currency, such as USD'],
    ['imageUrl', 'javascript:alert(1)', 'Use an image of the media library or an address with https://'],
    ['imageUrl', '//evil.example/x.jpg', 'Use an image of the media library or an address with https://'],
    ['affiliateLink', '', 'Please enter a link that begins with http:// or https://'],
    ['affiliateLink', 'javascript:alert(1)', 'Please enter a link that begins with http:// or https://'],
    ['affiliateLink', 'ftp://shop.example/a', 'Please enter a link that begins with http:// or https://'],
    ['affiliateLink', 'shop', 'Please enter a link that begins with http:// or https://'],
    ['isActive', 'yes', 'Invalid input'],
  ] as const) {
    for (const response of [
      await app.asOwner('/api/products', { json: { ...input, [field]: value } }),
      await save(app, id, { [field]: value }),
    ]) {
      expect(response.status, `${field}: ${value}`).toBe(400)
      expect(await response.json(), `${field}: ${value}`).toEqual({ message, issues: [{ path: field, message }] })
    }
  }
  expect({ ...(await countRows(app.db)), audit_log: before.audit_log }).toEqual(before)
})

test('a link without its scheme is taken as https', async () => {
  const app = await testApp()
  for (const [sent, stored] of [
    ['amzn.to/x', 'https://amzn.to/x'],
    ['www.shop.example/a?b=1', 'https://www.shop.example/a?b=1'],
    ['http://shop.example/a', 'http://shop.example/a'],
  ]) {
    const response = await app.asOwner('/api/products', { json: { ...input, affiliateLink: sent } })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ affiliateLink: stored })
  }
})

test('prices are kept to the cent', async () => {
  const app = await testApp()
  for (const [sent, kept] of [
    ['', ''],
    ['0', ''],
    ['0.00', ''],
    ['0.1', '0.10'],
    ['14,99', '14.99'],
    ['1.234,50', '1234.50'],
    ['1.15', '1.15'],
    ['0070', '70.00'],
    ['999999.99', '999999.99'],
    ['1000000', '1000000.00'],
  ] as const) {
    const { id, price } = await create(app, { price: sent })
    expect(price, sent).toBe(kept)
    expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject({ price: kept })
  }
})

test.each([
  ['JPY', '1500', '1500', '¥1,500'],
  ['JPY', '1,500', '1500', '¥1,500'],
  ['JPY', '1500.00', '1500', '¥1,500'],
  ['KRW', '2500000', '2500000', '₩2,500,000'],
  ['KRW', '100000000', '100000000', '₩100,000,000'],
  ['KWD', '4.25', '4.250', 'KWD\u00a04.250'],
  ['KWD', '1,234.5', '1234.500', 'KWD\u00a01,234.500'],
  ['KWD', '0.005', '0.005', 'KWD\u00a00.005'],
  ['KWD', '100000', '100000.000', 'KWD\u00a0100,000.000'],
  ['HUF', '4990', '4990.00', 'HUF\u00a04,990.00'],
  ['IQD', '1500.000', '1500.000', 'IQD\u00a01,500.000'],
])('%s %s is kept as %s, at another shop too, and shown as %s', async (currency, sent, kept, shown) => {
  const app = await testApp()
  const shop = { name: 'Jar', link: 'https://jar.example/', currency, checkedOn: '' }
  const { id } = await create(app, { currency, price: sent, facts: { otherShops: [{ ...shop, price: sent }] } })
  const saved = (await (await app.asOwner(`/api/products/${id}/source`)).json()) as OwnerProduct
  expect(saved).toMatchObject({ price: kept, currency, facts: { otherShops: [{ ...shop, price: kept }] } })
  expect(formatPrice(saved.price, currency)).toBe(shown)
  // What was read can be sent back, and changes nothing.
  const again = await save(app, id, { currency, price: kept, facts: saved.facts })
  expect(await again.json()).toMatchObject({ price: kept, version: 1 })
})

test('a price is refused in the digits of its currency, at another shop too, and where only the currency changes', async () => {
  const app = await testApp()
  const message = 'A price in JPY has no digits after the point'
  const { id } = await create(app)
  const changed = await save(app, id, { currency: 'JPY' })
  expect([changed.status, await changed.json()]).toEqual([400, { message, issues: [{ path: 'price', message }] }])
  const all = await app.asOwner('/api/products', { json: { price: '1.5', currency: 'jpy', affiliateLink: 'no' } })
  const { issues } = (await all.json()) as { issues: { path: string }[] }
  expect(issues.map(({ path }) => path).sort()).toEqual(['affiliateLink', 'category', 'name', 'price'])
  const shop = { name: 'Jar', link: 'https://jar.example/', price: '1.500', currency: 'JPY' }
  const other = await save(app, id, { facts: { otherShops: [shop] } })
  expect(other.status).toBe(400)
  expect(await other.json()).toEqual({ message, issues: [{ path: 'facts.otherShops.0.price', message }] })
})

test('two tabs that edit one product do not overwrite each other', async () => {
  const app = await testApp()
  const { id } = await create(app)
  expect((await save(app, id, { price: '20' }, { 'if-match': '"1"' })).status).toBe(200)
  const second = await save(app, id, { name: 'Oat balm' }, { 'if-match': '"1"' })
  expect(second.status).toBe(409)
  const { message, current } = (await second.json()) as Conflict<OwnerProduct>
  expect(message).toBe('This product was saved elsewhere in the meantime')
  expect(current).toMatchObject({ name: 'Oat cream', price: '20.00', version: 2 })
  expect((await save(app, id, { name: 'Oat balm', price: '20' }, { 'if-match': '"2"' })).status).toBe(200)
  expect((await save(app, id, {}, { 'if-match': 'newest' })).status).toBe(400)
})

test('a save that changes nothing makes no version', async () => {
  const app = await testApp()
  const { id, updatedAt } = await create(app)
  app.setNow('2026-03-11T15:00:00.000Z')
  expect(await (await save(app, id, {})).json()).toMatchObject({ version: 1, updatedAt })
})

test('the same create twice makes one product', async () => {
  const app = await testApp()
  const send = () => app.asOwner('/api/products', { json: input, headers: { 'idempotency-key': 'key-of-oat-1' } })
  expect(await (await send()).json()).toEqual(await (await send()).json())
  expect((await countRows(app.db)).products).toBe(1)
})

test('many products created at once stand one after another', async () => {
  const app = await testApp()
  await app.asOwner('/api/products?status=all')
  await Promise.all(Array.from({ length: 8 }, (_, index) => create(app, { name: `At once ${index}` })))
  expect(await order(app)).toHaveLength(8)
})

test('a deleted product is nowhere, its clicks stay, and undoing brings it back to its place', async () => {
  const app = await testApp()
  const [, two] = await makeFive(app)
  await app.request('/api/analytics/click', { json: { linkId: 'shop', productId: two, postId: null } })
  expect((await app.asOwner(`/api/products/${two}`, { method: 'DELETE' })).status).toBe(200)
  expect(await order(app)).toEqual(['One', 'Three', 'Four', 'Five'])
  expect(await names(app, '/api/products', 'stranger')).not.toContain('Two')
  expect(await (await app.request('/api/search?q=two')).json()).toMatchObject({ products: [] })
  expect((await app.asOwner(`/api/products/${two}/source`)).status).toBe(404)
  expect((await save(app, two!, {})).status).toBe(404)
  expect((await app.asOwner(`/api/products/${two}`, { method: 'DELETE' })).status).toBe(404)
  expect((await countRows(app.db)).products).toBe(5)
  await post(app, `/${two}/restore`)
  expect(await order(app)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
  expect((await app.asOwner(`/api/products/${two}/restore`, { method: 'POST' })).status).toBe(404)
})

test('several products are shown, hidden, deleted and brought back at once', async () => {
  const app = await testApp()
  const [one, two, three] = await makeFive(app)
  await post(app, '/deactivate', { ids: [one, three] })
  expect(await names(app, '/api/products', 'stranger')).toEqual(['Two', 'Four', 'Five'])
  await post(app, '/activate', { ids: [one, two] })
  expect(await names(app, '/api/products?status=inactive')).toEqual(['Three'])
  expect(await (await app.asOwner(`/api/products/${two}/source`)).json()).toMatchObject({ version: 1 })
  expect(await (await app.asOwner(`/api/products/${one}/source`)).json()).toMatchObject({ version: 3 })
  await post(app, '/delete', { ids: [one, three] })
  expect(await order(app)).toEqual(['Two', 'Four', 'Five'])
  await post(app, '/restore', { ids: [three, one] })
  expect(await order(app)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
})

test('products are moved to a place, and the others keep their order', async () => {
  const app = await testApp()
  const [one, two, three, four, five] = await makeFive(app)
  const put = (json: object) => app.asOwner('/api/products/order', { method: 'PUT', json })
  for (const [json, expected] of [
    [{ ids: [five], position: 1 }, ['Five', 'One', 'Two', 'Three', 'Four']],
    [{ ids: [one], position: 4 }, ['Five', 'Two', 'Three', 'One', 'Four']],
    [{ ids: [two, one], position: 99 }, ['Five', 'Three', 'Four', 'Two', 'One']],
    [{ ids: [one, five, four] }, ['One', 'Three', 'Five', 'Two', 'Four']],
    [{ ids: [one, two, three, four, five] }, ['One', 'Two', 'Three', 'Four', 'Five']],
  ] as const) {
    expect((await put(json)).status, JSON.stringify(json)).toBe(200)
    expect(await order(app), JSON.stringify(json)).toEqual(expected)
  }
  expect(await names(app, '/api/products?limit=2', 'stranger')).toEqual(['One', 'Two'])
  const gone = await put({ ids: [one, 999], position: 1 })
  expect(gone.status).toBe(409)
  await expectSentence(gone)
  for (const json of [{ ids: [] }, { ids: [one, one] }, { ids: [one], position: 0 }, {}]) {
    expect((await put(json)).status, JSON.stringify(json)).toBe(400)
  }
  expect(await order(app)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
})

test('the owner’s list is sorted by whole units of each currency, like the shop', async () => {
  const app = await testApp()
  await create(app, { name: 'Dollars', price: '24.50', currency: 'USD' })
  await create(app, { name: 'Yen', price: '1500', currency: 'JPY' })
  await create(app, { name: 'Dinars', price: '4.250', currency: 'KWD' })
  await create(app, { name: 'Most won', price: '100000000', currency: 'KRW' })
  const sorted = ['Dinars', 'Dollars', 'Yen', 'Most won']
  expect(await names(app, '/api/products?status=all&sort=price')).toEqual(sorted)
  expect(await names(app, '/api/products?status=all&sort=price&direction=desc')).toEqual(sorted.toReversed())
})

test('the owner’s list is searched, filtered, sorted and paged', async () => {
  const app = await testApp()
  await create(app, { name: 'apricot scrub', category: 'Masks', price: '9.00' })
  await create(app, { name: 'Birch toner', category: 'Toners', price: '30.00', isActive: false })
  await create(app, { name: 'Clay mask', category: 'Masks', price: '12.00' })
  const at = (query: string) => names(app, `/api/products?${query}`)
  expect(await at('status=all')).toEqual(['apricot scrub', 'Birch toner', 'Clay mask'])
  expect(await at('status=all&sort=name&direction=desc')).toEqual(['Clay mask', 'Birch toner', 'apricot scrub'])
  expect(await at('status=all&sort=price')).toEqual(['apricot scrub', 'Clay mask', 'Birch toner'])
  expect(await at('status=all&sort=category')).toEqual(['apricot scrub', 'Clay mask', 'Birch toner'])
  expect(await at('status=active&category=Masks')).toEqual(['apricot scrub', 'Clay mask'])
  expect(await at('status=inactive')).toEqual(['Birch toner'])
  expect(await at('status=all&q=mask')).toEqual(['apricot scrub', 'Clay mask'])
  expect(await at('status=all&q=toner&category=Masks')).toEqual([])
  const page = await app.asOwner('/api/products?status=all&limit=2&page=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(((await page.json()) as OwnerProduct[]).map((product) => product.name)).toEqual(['Clay mask'])
  for (const query of ['status=maybe', 'status=all&sort=colour', 'status=all&limit=0', 'status=all&direction=up']) {
    expect((await app.asOwner(`/api/products?${query}`)).status, query).toBe(400)
  }
  expect((await app.request('/api/products?status=all')).status).toBe(401)
})

test('the owner is offered the categories of inactive products too', async () => {
  const app = await testApp()
  await create(app, { category: 'Masks', isActive: false })
  await create(app, { category: 'Toners' })
  expect(await (await app.request('/api/product-categories')).json()).toEqual(['Toners'])
  expect(await (await app.asOwner('/api/product-categories?status=all')).json()).toEqual(['Masks', 'Toners'])
  expect((await app.request('/api/product-categories?status=all')).status).toBe(401)
})
