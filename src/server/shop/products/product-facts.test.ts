import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { findProductId } from '../../../../test/find-product-id.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { blankFacts, type ProductFactsInput } from '../../../contract/shop/product-facts.ts'
import type { ProductRevision } from '../../../contract/shop/product-revisions.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { storeDerivedRows } from './derived-rows.repo.ts'

const input = {
  name: 'Oat cream',
  category: 'Moisturizers',
  price: '24.50',
  currency: 'USD',
  imageUrl: '',
  imageAlt: 'A jar',
  affiliateLink: 'https://shop.example/oat',
  isActive: true,
}
const facts: ProductFactsInput = {
  brand: 'Birch & Oat',
  keyIngredients: ['Niacinamide', 'colloidal  OATMEAL', 'Water'],
  skinTypes: ['dry', 'sensitive'],
  concerns: ['Redness', 'redness'],
  vegan: true,
  fragranceFree: false,
  rating: 4.5,
}

async function create({ asOwner }: TestApp, over: object = {}): Promise<OwnerProduct> {
  const response = await asOwner('/api/products', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerProduct
}

async function save({ asOwner }: TestApp, id: number, over: object = {}): Promise<OwnerProduct> {
  const response = await asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as OwnerProduct
}

async function makeIngredient({ db }: TestApp, name: string, inci: string, synonyms: string[]): Promise<number> {
  const { id } = await db
    .insertInto('ingredients')
    .values({
      slug: name.toLowerCase(),
      name,
      inci,
      synonyms: JSON.stringify(synonyms),
      summary: '',
      details: '{}',
      is_linked: true,
      is_active: true,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const terms = async ({ db }: TestApp, id: number) =>
  (
    await db
      .selectFrom('product_terms')
      .selectAll()
      .where('product_id', '=', id)
      .orderBy('kind')
      .orderBy('key')
      .execute()
  ).map(({ kind, key, label }) => `${kind} ${key} (${label})`)

test('a save with the specified fields alone keeps the facts, and one with some facts the others', async () => {
  const app = await testApp()
  const { id } = await create(app, { facts })
  expect((await save(app, id, { price: '30.00' })).facts).toEqual({ ...blankFacts, ...facts })
  expect((await save(app, id, { facts: { brand: 'Other' } })).facts).toEqual({
    ...blankFacts,
    ...facts,
    brand: 'Other',
  })
  expect((await save(app, id, { facts: { vegan: null, rating: 0 } })).facts).toMatchObject({ vegan: null, rating: 0 })
  const row = await app.db.selectFrom('products').select(['facts', 'version']).where('id', '=', id).executeTakeFirst()
  expect(JSON.parse(row!.facts)).toEqual({ ...facts, brand: 'Other', vegan: undefined, rating: 0 })
  expect(row!.version).toBe(4)
  expect((await save(app, id, { facts: { brand: 'Other' } })).version).toBe(4)
  expect((await save(app, id)).version).toBe(4)
})

test('a product without facts stores none', async () => {
  const app = await testApp()
  const { id } = await create(app, { facts: { ...blankFacts } })
  const row = await app.db.selectFrom('products').select('facts').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ facts: '{}' })
})

test.each([
  [{ rating: 4.25 }, 'Please use steps of 0.5'],
  [{ rating: 5.5 }, 'Please enter a number up to 5'],
  [{ spf: 0 }, 'Please enter a number from 1'],
  [{ brand: 'x'.repeat(101) }, 'Please keep this under 100 characters'],
  [{ otherShops: [{ name: '', link: 'https://shop.example' }] }, 'Please name the shop'],
  [{ priceCheckedOn: '31.1.2026' }, 'Please enter a date'],
])('the facts %j are refused with a sentence', async (faulty, sentence) => {
  const app = await testApp()
  const response = await app.asOwner('/api/products', { json: { ...input, facts: faulty } })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(sentence)
})

test('terms, key ingredients and the rating are derived with each write', async () => {
  const app = await testApp()
  const niacinamide = await makeIngredient(app, 'Vitamin B3', 'NIACINAMIDE', [])
  const oat = await makeIngredient(app, 'Oat', 'Avena Sativa', ['Colloidal oatmeal'])
  const { id } = await create(app, { facts })
  expect(await terms(app, id)).toEqual([
    'brand birch & oat (Birch & Oat)',
    'concern redness (Redness)',
    'free vegan (Vegan)',
    'skin dry (dry)',
    'skin sensitive (sensitive)',
  ])
  const linked = () =>
    app.db
      .selectFrom('product_ingredients')
      .select(['name', 'ingredient_id'])
      .where('product_id', '=', id)
      .orderBy('position')
      .execute()
  const expected = [
    { name: 'Niacinamide', ingredient_id: niacinamide },
    { name: 'colloidal  OATMEAL', ingredient_id: oat },
    { name: 'Water', ingredient_id: null },
  ]
  expect(await linked()).toEqual(expected)
  await app.db.transaction().execute((db) => storeDerivedRows(db, [id, id + 1]))
  expect(await linked()).toEqual(expected)
  const halves = () => app.db.selectFrom('products').select('rating_halves').where('id', '=', id).executeTakeFirst()
  expect(await halves()).toEqual({ rating_halves: 9 })

  await save(app, id, { facts: { ...blankFacts, concerns: ['Acne'] } })
  expect(await terms(app, id)).toEqual(['concern acne (Acne)'])
  expect(await linked()).toEqual([])
  expect(await halves()).toEqual({ rating_halves: null })
})

test('restoring a version brings its facts back and keeps the slug; a version from before facts keeps them', async () => {
  const app = await testApp()
  const { id } = await create(app, { facts })
  await save(app, id, { facts: { ...blankFacts, brand: 'Other' }, slug: 'new-slug' })
  const list = (await (await app.asOwner(`/api/products/${id}/revisions`)).json()) as ProductRevision[]
  expect(list.map(({ product }) => product.facts)).toEqual([
    { ...blankFacts, brand: 'Other' },
    { ...blankFacts, ...facts },
  ])
  const restore = async (revision: ProductRevision) =>
    (await (
      await app.asOwner(`/api/products/${id}/revisions/${revision.id}/restore`, { method: 'POST' })
    ).json()) as OwnerProduct
  expect(await restore(list[1]!)).toMatchObject({ facts: { ...blankFacts, ...facts }, slug: 'new-slug' })
  expect(await terms(app, id)).toContain('brand birch & oat (Birch & Oat)')
  await app.db
    .updateTable('product_revisions')
    .set({ product: JSON.stringify({ ...input, price: '9.00' }) })
    .where('id', '=', list[0]!.id)
    .execute()
  expect(await restore(list[0]!)).toMatchObject({ price: '9.00', facts: { ...blankFacts, ...facts } })
})

test('a slug is made from the name, is unique, and stays when the name changes', async () => {
  const app = await testApp()
  const one = await create(app, { name: 'Crème & Öl No. 5' })
  expect(one.slug).toBe('creme-ol-no-5')
  const two = await create(app, { name: 'Creme, Ol: No 5' })
  expect(two.slug).toBe('creme-ol-no-5-2')
  expect((await create(app, { name: '+++' })).slug).toBe('product')
  expect((await create(app, { name: 'スキンケア クリーム' })).slug).toBe('スキンケア-クリーム')
  expect((await save(app, one.id, { name: 'Renamed' })).slug).toBe('creme-ol-no-5')
  expect((await save(app, one.id, { name: 'Renamed', slug: '' })).slug).toBe('renamed')
  const long = 'a'.repeat(200)
  expect((await create(app, { name: long })).slug).toHaveLength(100)
  expect((await create(app, { name: long })).slug).toBe(`${'a'.repeat(98)}-2`)
})

test('a slug that another product has is refused at its field', async () => {
  const app = await testApp()
  const one = await create(app, { slug: 'own-slug' })
  const two = await create(app, { name: 'Other' })
  const message = 'Another product has this slug. Please choose another one.'
  const responses = [
    await app.asOwner('/api/products', { json: { ...input, slug: 'own-slug' } }),
    await app.asOwner(`/api/products/${two.id}`, { method: 'PUT', json: { ...input, slug: 'own-slug' } }),
  ]
  for (const response of responses) {
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ message, issues: [{ path: 'slug', message }] })
  }
  for (const slug of ['Upper', 'two--hyphens', 'with space', '-'])
    expect((await app.asOwner('/api/products', { json: { ...input, slug } })).status, slug).toBe(400)
  expect((await save(app, one.id, { slug: 'own-slug' })).version).toBe(1)
})

test('a former slug leads to its product, until another product takes it', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { slug: 'second' })
  await save(app, id, { slug: 'third' })
  for (const slug of ['oat-cream', 'second', 'third']) expect(await findProductId(app.db, slug), slug).toBe(id)
  const other = await create(app, { slug: 'second' })
  expect(await findProductId(app.db, 'second')).toBe(other.id)
  // A made slug leaves redirects alone.
  expect((await create(app)).slug).toBe('oat-cream-2')
  await save(app, id, { slug: 'oat-cream' })
  expect(await findProductId(app.db, 'oat-cream')).toBe(id)
  await save(app, id, { isActive: false })
  for (const slug of ['oat-cream', 'third', 'unknown']) expect(await findProductId(app.db, slug), slug).toBeUndefined()
})

test('a deleted product keeps its slug for the undo, unless another product takes it', async () => {
  const app = await testApp()
  const restore = (id: number) => app.asOwner(`/api/products/${id}/restore`, { method: 'POST' })
  const slugOf = async (id: number) =>
    ((await (await app.asOwner(`/api/products/${id}/source`)).json()) as OwnerProduct).slug
  const one = await create(app, { facts })
  await app.asOwner(`/api/products/${one.id}`, { method: 'DELETE' })
  expect((await restore(one.id)).status).toBe(200)
  expect(await slugOf(one.id)).toBe('oat-cream')
  await app.asOwner(`/api/products/${one.id}`, { method: 'DELETE' })
  const two = await create(app)
  expect(two.slug).toBe('oat-cream')
  expect((await restore(one.id)).status).toBe(200)
  expect(await slugOf(one.id)).toBe('oat-cream-2')
  expect(await slugOf(two.id)).toBe('oat-cream')
  expect(await terms(app, one.id)).toContain('brand birch & oat (Birch & Oat)')
})

test('a row of a version before slugs has a page by its id, and keeps it when it is saved', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db)
  const shown = (await (await app.asOwner(`/api/products/${id}/source`)).json()) as OwnerProduct
  expect(shown.slug).toBe(`product-${id}`)
  expect(await save(app, id, { slug: shown.slug, facts: shown.facts })).toMatchObject({ slug: shown.slug, version: 2 })
  const response = await app.asOwner('/api/products', { json: { ...input, slug: shown.slug } })
  expect(response.status).toBe(422)
})

test('two products that are created at once with one name get two slugs', async () => {
  const app = await testApp()
  const created = await Promise.all([1, 2, 3, 4].map(() => create(app)))
  expect(created.map(({ slug }) => slug).sort()).toEqual(['oat-cream', 'oat-cream-2', 'oat-cream-3', 'oat-cream-4'])
})

test('half a character in any fact is replaced, which every database stores', async () => {
  const app = await testApp()
  const half = 'Oat \ud83d'
  const otherShops = [{ name: half, link: 'https://shop.example/oat', price: '', currency: 'USD', checkedOn: '' }]
  const { facts: stored } = await create(app, { facts: { ...facts, verdict: half, pros: [half], otherShops } })
  expect(JSON.stringify(stored)).not.toContain('\\ud83d')
  expect(stored.otherShops[0]!.name).toBe('Oat \ufffd')
})

test('a key ingredient that is named twice counts its product once', async () => {
  const app = await testApp()
  await create(app, { facts: { keyIngredients: ['Niacinamide', 'niacinamide'] } })
  const facets = (await (await app.request('/api/product-facets')).json()) as { ingredient: object[] }
  expect(facets.ingredient).toEqual([{ key: 'niacinamide', label: 'Niacinamide', count: 1 }])
})
