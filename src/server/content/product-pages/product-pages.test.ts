import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ProductPage } from '../../../contract/content/product-pages.ts'
import type { Db } from '../../platform/db/schema.ts'

const stamp = '2026-01-01T00:00:00.000Z'

async function read(request: TestApp['request'], slug: string): Promise<ProductPage> {
  const response = await request(`/api/product-pages/${encodeURIComponent(slug)}`)
  expect(response.status, slug).toBe(200)
  return (await response.json()) as ProductPage
}

function addConcern(db: Db, product_id: number, label: string) {
  return db.insertInto('product_terms').values({ product_id, kind: 'concern', key: label, label }).execute()
}

test('GET /api/product-pages/{slug} has the product with its facts', async () => {
  const { db, request } = await testApp()
  const facts = { brand: 'Oatwhistle', verdict: 'Calm in a jar.', pros: ['Rich'], rating: 4.5 }
  await makeProduct(db, { name: 'Oat Cream', slug: 'oat-cream', facts: JSON.stringify(facts), rating_halves: 9 })
  const page = await read(request, 'oat-cream')
  expect(page).toMatchObject({ name: 'Oat Cream', slug: 'oat-cream', price: '12.50', facts, posts: [], routines: [] })
})

test('a product that is inactive, deleted or unknown has no page', async () => {
  const { db, request } = await testApp()
  await makeProduct(db, { slug: 'hidden', is_active: false })
  await makeProduct(db, { slug: 'gone', deleted_at: stamp })
  for (const slug of ['hidden', 'gone', 'unknown', 'product-0', 'product-99999999999', '%00']) {
    const response = await request(`/api/product-pages/${slug}`)
    expect(response.status, slug).toBe(404)
  }
})

test('a product without a slug has the page product-{id}', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { slug: null })
  expect((await read(request, `product-${id}`)).slug).toBe(`product-${id}`)
})

test('a product is found by its former slug and by its id, under its current slug', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { slug: 'new-name' })
  await db
    .insertInto('redirects')
    .values({ kind: 'products', from_slug: 'old-name', target_id: id, created_at: stamp })
    .execute()
  for (const slug of ['old-name', `product-${id}`]) expect((await read(request, slug)).slug).toBe('new-name')
})

test('posts and routines that show a product are listed while they are public', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { slug: 'oat-cream' })
  for (const post of [
    { title: 'Older', slug: 'older', published_at: '2026-01-01T00:00:00.000Z' },
    { title: 'Newer', slug: 'newer', published_at: '2026-02-01T00:00:00.000Z' },
    { title: 'Draft', slug: 'draft', published_at: null },
    { title: 'Scheduled', slug: 'scheduled', published_at: '2026-12-01T00:00:00.000Z' },
    { title: 'Deleted', slug: 'deleted', deleted_at: stamp },
  ])
    await db
      .insertInto('post_references')
      .values({ post_id: await makePost(db, post), kind: 'product', ref_id: id })
      .execute()
  for (const [position, routine] of [
    { slug: 'calm', is_active: true },
    { slug: 'hidden', is_active: false },
    { slug: 'gone', is_active: true, deleted_at: stamp },
  ].entries()) {
    const row = { ...routine, name: routine.slug, image_url: '', image_alt: '', details: '{}', position }
    const { id: routineId } = await db
      .insertInto('routines')
      .values({ ...row, created_at: stamp, updated_at: stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('routine_products').values({ routine_id: routineId, product_id: id }).execute()
  }
  const page = await read(request, 'oat-cream')
  expect(page.posts).toEqual([
    { title: 'Newer', slug: 'newer' },
    { title: 'Older', slug: 'older' },
  ])
  expect(page.routines).toEqual([{ title: 'calm', slug: 'calm' }])
})

test('alternatives are of the same category or for the same concerns, at most four, most alike first', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { slug: 'oat-cream', category: 'Creams' })
  for (const concern of ['redness', 'dullness', 'dryness']) await addConcern(db, id, concern)
  const add = async (name: string, over: Parameters<typeof makeProduct>[1], concerns: string[] = []) => {
    const other = await makeProduct(db, { name, slug: name, ...over })
    for (const concern of concerns) await addConcern(db, other, concern)
  }
  await add('three-concerns', { category: 'Serums' }, ['redness', 'dullness', 'dryness'])
  await add('one-concern', { category: 'Serums' }, ['redness'])
  await add('category', { category: 'Creams' })
  await add('both', { category: 'Creams' }, ['redness', 'dullness'])
  await add('inactive', { category: 'Creams', is_active: false }, ['redness'])
  await add('deleted', { category: 'Creams', deleted_at: stamp }, ['redness'])
  await add('neither', { category: 'Tools' }, ['age'])
  const page = await read(request, 'oat-cream')
  expect(page.alternatives.map(({ name }) => name)).toEqual(['both', 'three-concerns', 'category', 'one-concern'])
})

test('a key ingredient has its current name, and a slug while its page is public', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { slug: 'drops' })
  const blank = { inci: '', synonyms: '[]', summary: '', details: '{}', is_linked: true, created_at: stamp }
  const { id: ingredientId } = await db
    .insertInto('ingredients')
    .values({ ...blank, slug: 'niacinamide', name: 'Niacinamide', is_active: true, updated_at: stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, name] of ['Vitamin B3', 'Oat'].entries())
    await db
      .insertInto('product_ingredients')
      .values({
        product_id: id,
        position,
        name,
        key: name.toLowerCase(),
        ingredient_id: position === 0 ? ingredientId : null,
      })
      .execute()
  expect((await read(request, 'drops')).ingredients).toEqual([
    { name: 'Niacinamide', slug: 'niacinamide' },
    { name: 'Oat', slug: null },
  ])
  await db.updateTable('ingredients').set({ is_active: false }).execute()
  expect((await read(request, 'drops')).ingredients[0]).toEqual({ name: 'Vitamin B3', slug: null })
})

test('two names of one ingredient are shown once', async () => {
  const { asOwner, request } = await testApp()
  const ingredient = { name: 'Vitamin C', inci: 'Ascorbic Acid' }
  expect((await asOwner('/api/ingredients', { json: ingredient })).status).toBe(201)
  const facts = { keyIngredients: ['Vitamin C', 'Oat', 'Ascorbic Acid', 'oat'] }
  const product = { name: 'Drops', category: 'Serums', price: '10.00', affiliateLink: 'https://shop.example/drops' }
  expect((await asOwner('/api/products', { json: { ...product, facts } })).status).toBe(201)
  expect((await read(request, 'drops')).ingredients).toEqual([
    { name: 'Vitamin C', slug: 'vitamin-c' },
    { name: 'Oat', slug: null },
  ])
})

test('the sitemap lists the pages of active products that have words of the owner', async () => {
  const { db, request } = await testApp()
  const facts = JSON.stringify({ verdict: 'Rich.' })
  await makeProduct(db, { slug: 'oat-cream', facts })
  await makeProduct(db, { slug: 'hidden', facts, is_active: false })
  const id = await makeProduct(db, { slug: null, facts: JSON.stringify({ cons: ['A jar'] }) })
  await makeProduct(db, { slug: 'thin', facts: JSON.stringify({ brand: 'Oatwhistle', forWhom: 'Dry skin' }) })
  const xml = await (await request('/sitemap.xml')).text()
  expect(xml).toContain('<loc>http://localhost:3000/shop/oat-cream</loc>')
  expect(xml).toContain(`/shop/product-${id}</loc>`)
  expect(xml).not.toMatch(/hidden|thin/)
})
