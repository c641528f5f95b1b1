import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { facetNames } from '../../../contract/shop/product-filters.ts'
import type { Product, ProductFacets } from '../../../contract/shop/products.ts'
import type { Db } from '../../platform/db/schema.ts'

type Terms = { brand?: string; skin?: string[]; concern?: string[]; free?: string[]; ingredient?: string[] }

/** A product with what is stored of its facts to filter by. */
async function addProduct(db: Db, over: Parameters<typeof makeProduct>[1], terms: Terms = {}): Promise<number> {
  const id = await makeProduct(db, over)
  const { brand, ingredient = [], ...lists } = terms
  const labels = [
    ...(brand === undefined ? [] : [{ kind: 'brand' as const, label: brand }]),
    ...(['skin', 'concern', 'free'] as const).flatMap((kind) => (lists[kind] ?? []).map((label) => ({ kind, label }))),
  ]
  for (const { kind, label } of labels)
    await db.insertInto('product_terms').values({ product_id: id, kind, key: label.toLowerCase(), label }).execute()
  for (const [position, name] of ingredient.entries())
    await db
      .insertInto('product_ingredients')
      .values({ product_id: id, position, name, key: name.toLowerCase(), ingredient_id: null })
      .execute()
  return id
}

async function list(request: TestApp['request'], query: string): Promise<{ names: string[]; total: number }> {
  const response = await request(`/api/products?${query}`)
  expect(response.status, query).toBe(200)
  const products = (await response.json()) as Product[]
  return { names: products.map(({ name }) => name), total: Number(response.headers.get('x-total-count')) }
}

async function facets(request: TestApp['request'], query = ''): Promise<ProductFacets> {
  const response = await request(`/api/product-facets?${query}`)
  expect(response.status, query).toBe(200)
  return (await response.json()) as ProductFacets
}

const counts = (values: { key: string; count: number }[]) =>
  Object.fromEntries(values.map(({ key, count }) => [key, count]))

async function shop() {
  const app = await testApp()
  const { db } = app
  await addProduct(
    db,
    {
      name: 'Oat Cream',
      category: 'Creams',
      price_minor: 1999,
      rating_halves: 9,
      created_at: '2026-01-03T00:00:00.000Z',
    },
    {
      brand: 'Oatwhistle',
      skin: ['Dry', 'Sensitive'],
      concern: ['Redness'],
      free: ['Fragrance-free', 'Vegan'],
      ingredient: ['Oat'],
    },
  )
  await addProduct(
    db,
    { name: 'Foam', category: 'Cleansers', price_minor: 900, rating_halves: 6, created_at: '2026-01-05T00:00:00.000Z' },
    {
      brand: 'Linnet Row',
      skin: ['Oily'],
      concern: ['Clogged pores'],
      free: ['Vegan'],
      ingredient: ['Salicylic acid'],
    },
  )
  await addProduct(
    db,
    { name: 'Drops', category: 'Serums', price_minor: 1500, rating_halves: 8, created_at: '2026-01-04T00:00:00.000Z' },
    { brand: 'Linnet Row', skin: ['Dry', 'Oily'], concern: ['Redness'], free: [], ingredient: ['Niacinamide', 'Oat'] },
  )
  await addProduct(db, { name: 'Hidden', is_active: false }, { brand: 'Linnet Row', skin: ['Dry'] })
  await addProduct(db, { name: 'Gone', deleted_at: '2026-02-01T00:00:00.000Z' }, { brand: 'Linnet Row', skin: ['Dry'] })
  return app
}

test.each([
  ['brand=linnet-row', ['Foam', 'Drops']],
  ['skin=dry', ['Oat Cream', 'Drops']],
  ['concern=clogged-pores', ['Foam']],
  ['concern=Clogged%20pores', ['Foam']],
  ['ingredient=oat', ['Oat Cream', 'Drops']],
  ['free=vegan', ['Oat Cream', 'Foam']],
  ['free=vegan,fragrance-free', ['Oat Cream']],
  ['from=15', ['Oat Cream', 'Drops']],
  ['from=9&to=15', ['Foam', 'Drops']],
  ['to=19', ['Foam', 'Drops']],
  ['rating=4', ['Oat Cream', 'Drops']],
  ['rating=4.5', ['Oat Cream']],
  ['category=Serums', ['Drops']],
  ['category=Serums&skin=oily&ingredient=oat&from=10&rating=4', ['Drops']],
  ['skin=dry&concern=clogged-pores', []],
  ['brand=nobody', []],
  ['sort=price', ['Foam', 'Drops', 'Oat Cream']],
  ['sort=price-desc', ['Oat Cream', 'Drops', 'Foam']],
  ['sort=rating', ['Oat Cream', 'Drops', 'Foam']],
  ['sort=newest', ['Foam', 'Drops', 'Oat Cream']],
  ['skin=oily&sort=price-desc', ['Drops', 'Foam']],
])('GET /api/products?%s', async (query, names) => {
  const { request } = await shop()
  expect(await list(request, query)).toEqual({ names, total: names.length })
})

test('a filtered list has pages', async () => {
  const { request } = await shop()
  expect(await list(request, 'sort=price&limit=2&page=2')).toEqual({ names: ['Oat Cream'], total: 3 })
})

test.each([
  'from=-1',
  'to=2000000',
  'from=x',
  'rating=6',
  'rating=4.2',
  'sort=name',
  `brand=${'a%00'.repeat(3)}%20`,
  'brand=!',
])('GET /api/products?%s has a sentence as its response, or filters by what is left', async (query) => {
  const { request } = await shop()
  const response = await request(`/api/products?${query}`)
  expect([200, 400]).toContain(response.status)
  if (response.status === 400) expect(await response.json()).toHaveProperty('message')
})

test('facets count active products, without their own filter', async () => {
  const { request } = await shop()
  const all = await facets(request)
  expect(all.total).toBe(3)
  expect(counts(all.brand)).toEqual({ 'linnet-row': 2, oatwhistle: 1 })
  expect(all.brand[0]).toEqual({ key: 'linnet-row', label: 'Linnet Row', count: 2 })
  expect(counts(all.skin)).toEqual({ dry: 2, oily: 2, sensitive: 1 })
  expect(counts(all.rating)).toEqual({ '4.5': 1, '4': 2, '3.5': 2, '3': 3 })
  expect(all.price).toEqual({ from: 9, to: 20, currency: 'USD' })

  const dry = await facets(request, 'skin=dry')
  expect(dry.total).toBe(2)
  expect(counts(dry.skin)).toEqual({ dry: 2, oily: 2, sensitive: 1 })
  expect(counts(dry.brand)).toEqual({ 'linnet-row': 1, oatwhistle: 1 })
  expect(counts(dry.category)).toEqual({ Creams: 1, Serums: 1 })
})

test('a chosen value without products stays, a made-up one does not', async () => {
  const { request } = await shop()
  const none = await facets(request, 'skin=sensitive&concern=clogged-pores&brand=nobody')
  expect(none.total).toBe(0)
  expect(counts(none.skin)).toEqual({ sensitive: 0 })
  expect(none.brand).toEqual([])
})

test('an ingredient with a page has its name and slug', async () => {
  const { db, request } = await shop()
  const { id } = await db
    .insertInto('ingredients')
    .values({
      slug: 'colloidal-oatmeal',
      name: 'Colloidal oatmeal',
      inci: 'Avena Sativa Kernel Flour',
      synonyms: '[]',
      summary: '',
      details: '{}',
      is_linked: true,
      is_active: true,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('product_ingredients').set({ ingredient_id: id }).where('key', '=', 'oat').execute()
  const { ingredient } = await facets(request)
  expect(ingredient[0]).toEqual({ key: 'colloidal-oatmeal', label: 'Colloidal oatmeal', count: 2 })
  expect((await list(request, 'ingredient=colloidal-oatmeal')).names).toEqual(['Oat Cream', 'Drops'])
  await db.updateTable('ingredients').set({ is_active: false }).where('id', '=', id).execute()
  expect(counts((await facets(request)).ingredient)).toMatchObject({ oat: 2 })
})

test('the count of each value is the length of the list that it leads to', async () => {
  const { db, request } = await testApp()
  const values = {
    brand: ['Linnet Row', 'Oatwhistle', 'Möwe'],
    skin: ['Dry', 'Oily', 'Sensitive'],
    concern: ['Redness', 'Dullness', 'Clogged pores'],
    free: ['Fragrance-free', 'Vegan', 'Alcohol-free'],
    ingredient: ['Niacinamide', '1,2-Hexanediol', 'Oat'],
  }
  const random = fc.sample(
    fc.record({
      brand: fc.constantFrom(...values.brand),
      skin: fc.subarray(values.skin),
      concern: fc.subarray(values.concern),
      free: fc.subarray(values.free),
      ingredient: fc.subarray(values.ingredient),
      category: fc.constantFrom('Serums', 'Creams'),
      price_minor: fc.integer({ min: 100, max: 5000 }),
      rating_halves: fc.option(fc.integer({ min: 0, max: 10 })),
    }),
    { numRuns: 40, seed: 7 },
  )
  for (const { category, price_minor, rating_halves, ...terms } of random)
    await addProduct(db, { category, price_minor, rating_halves }, terms)

  const chosen = fc.record(
    {
      category: fc.constantFrom('Serums', 'Creams'),
      brand: fc.constantFrom('linnet-row', 'oatwhistle', 'mowe'),
      skin: fc.constantFrom('dry', 'oily'),
      concern: fc.constantFrom('redness', 'clogged-pores'),
      ingredient: fc.constantFrom('niacinamide', '1-2-hexanediol'),
      free: fc.constantFrom('vegan', 'alcohol-free,vegan'),
      from: fc.constantFrom('10', '20'),
      to: fc.constantFrom('30', '45'),
      rating: fc.constantFrom('3', '4'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(chosen, async (filters) => {
      const query = new URLSearchParams(filters)
      const found = await facets(request, query.toString())
      expect((await list(request, query.toString())).total).toBe(found.total)
      for (const name of ['category', 'rating', ...facetNames] as const)
        for (const { key, count } of found[name]) {
          const changed = new URLSearchParams(query)
          const free = filters.free?.split(',') ?? []
          changed.set(name, name === 'free' ? [...new Set([...free, key])].join(',') : key)
          expect((await list(request, changed.toString())).total, `${changed} (${name})`).toBe(count)
        }
    }),
    { numRuns: 12, seed: 3 },
  )
})

test('prices are filtered and sorted in whole units of their currencies, whatever digits these have', async () => {
  const app = await testApp()
  const { db, request } = app
  await addProduct(db, { name: 'Yen', price_minor: 1500, currency: 'JPY' })
  await addProduct(db, { name: 'Cheap yen', price_minor: 80, currency: 'JPY' })
  expect((await facets(request)).price).toEqual({ from: 80, to: 1500, currency: 'JPY' })
  expect((await list(request, 'from=100&to=1500')).names).toEqual(['Yen'])
  await addProduct(db, { name: 'Dollars', price_minor: 9000, currency: 'USD' })
  await addProduct(db, { name: 'Dinars', price_minor: 4250, currency: 'KWD' })
  expect((await list(request, 'sort=price')).names).toEqual(['Dinars', 'Cheap yen', 'Dollars', 'Yen'])
  expect((await list(request, 'to=4')).names).toEqual([])
  expect((await list(request, 'to=5')).names).toEqual(['Dinars'])
})
