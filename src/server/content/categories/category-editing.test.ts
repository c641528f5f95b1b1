import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Category, CategoryInUse, OwnerCategory } from '../../../contract/content/categories.ts'

const input = {
  name: 'Sun care',
  slug: 'sun-care',
  description: 'Every day, all year.',
  imageUrl: 'https://pictures.example/sun.jpg',
  imageAlt: 'A tube in the sun',
}

async function create({ asOwner }: TestApp, over: object = {}): Promise<OwnerCategory> {
  const response = await asOwner('/api/categories', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerCategory
}

function save({ asOwner }: TestApp, id: number, over: object = {}): Promise<Response> {
  return asOwner(`/api/categories/${id}`, { method: 'PUT', json: { ...input, ...over } })
}

async function names({ request }: TestApp): Promise<string[]> {
  return ((await (await request('/api/categories')).json()) as Category[]).map((category) => category.name)
}

/** The slug of the category that `slug` finds; undefined if none. */
async function slugFor({ request }: TestApp, slug: string): Promise<string | undefined> {
  const response = await request(`/api/categories/${slug}`)
  return response.status === 404 ? undefined : ((await response.json()) as Category).slug
}

test('a category is created at the end, saved, and shown to visitors', async () => {
  const app = await testApp()
  await makeCategory(app.db, { name: 'First', position: 1 })
  const category = await create(app)
  expect(category).toMatchObject({ ...input, position: 2, postCount: 0 })
  expect(await names(app)).toEqual(['First', 'Sun care'])
  const saved = await save(app, category.id, { name: 'Sun protection', description: '' })
  expect(saved.status).toBe(200)
  expect(await saved.json()).toMatchObject({ name: 'Sun protection', description: '', slug: 'sun-care' })
  expect(await (await app.request('/api/categories/sun-care')).json()).toEqual({
    ...input,
    id: category.id,
    name: 'Sun protection',
    description: '',
    picture: null,
  })
  expect(app.changes()).toBe(2)
  expect(await (await app.asOwner('/api/audit')).json()).toMatchObject([
    { method: 'PUT', path: `/categories/${category.id}`, subject: 'Sun protection' },
    { method: 'POST', path: '/categories', subject: 'Sun care' },
  ])
  expect((await save(app, 999)).status).toBe(404)
})

test('each field is rejected with its message, and nothing is stored', async () => {
  const app = await testApp()
  const { id } = await create(app, { name: 'Another', slug: 'another' })
  const before = await countRows(app.db)
  for (const [field, value, message] of [
    ['name', 'A', 'Name must be at least 2 characters'],
    ['name', 'a'.repeat(61), 'Please keep this under 60 characters'],
    ['name', 'two\nlines', 'Invalid input'],
    ['slug', 'a', 'Slug must be at least 2 characters'],
    ['slug', 'a'.repeat(81), 'Please keep this under 80 characters'],
    ['slug', 'Sun-Care', 'Use lowercase letters, digits and single hyphens'],
    ['slug', 'sun care', 'Use lowercase letters, digits and single hyphens'],
    ['slug', 'sun/care', 'Use lowercase letters, digits and single hyphens'],
    ['slug', 'sun--care', 'Use lowercase letters, digits and single hyphens'],
    ['slug', '-sun', 'Use lowercase letters, digits and single hyphens'],
    ['slug', '2026', 'A slug needs at least one letter'],
    ['description', 'a'.repeat(301), 'Please keep this under 300 characters'],
    ['imageUrl', 'javascript:alert(1)', 'Use an image of the media library or an address with https://'],
  ] as const) {
    for (const response of [
      await app.asOwner('/api/categories', { json: { ...input, [field]: value } }),
      await save(app, id, { [field]: value }),
    ]) {
      expect(response.status, `${field}: ${value}`).toBe(400)
      expect(await response.json(), `${field}: ${value}`).toEqual({ message, issues: [{ path: field, message }] })
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('names and slugs are unique', async () => {
  const app = await testApp()
  await create(app)
  const other = await create(app, { name: 'Masks', slug: 'masks' })
  for (const [over, field] of [
    [{ name: 'SUN CARE', slug: 'other' }, 'name'],
    [{ name: 'Other', slug: 'sun-care' }, 'slug'],
  ] as const) {
    const message = `Another category has this ${field}. Please choose another one.`
    for (const response of [
      await app.asOwner('/api/categories', { json: { ...input, ...over } }),
      await save(app, other.id, over),
    ]) {
      expect(response.status).toBe(422)
      expect(await response.json()).toEqual({ message, issues: [{ path: field, message }] })
    }
  }
  expect((await save(app, other.id, { name: 'masks', slug: 'masks' })).status).toBe(200)
})

test('of concurrent categories with the same slug, one is created', async () => {
  const app = await testApp()
  await app.asOwner('/api/categories?status=all')
  const responses = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      app.asOwner('/api/categories', { json: { ...input, name: `Name ${index}` } }),
    ),
  )
  expect(responses.map((result) => result.status).sort()).toEqual([201, 422, 422, 422])
  expect((await countRows(app.db)).categories).toBe(1)
})

test('the owner’s list has post counts, the public list has none', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await makePost(app.db, { category_id: id })
  await makePost(app.db, { category_id: id, published_at: null })
  const deleted = await makePost(app.db, { category_id: id })
  await app.asOwner(`/api/posts/${deleted}`, { method: 'DELETE' })
  expect(await (await app.asOwner('/api/categories?status=all')).json()).toMatchObject([
    { id, postCount: 2, position: 1 },
  ])
  expect(await (await app.request('/api/categories')).json()).toEqual([{ ...input, id, picture: null }])
  expect((await app.request('/api/categories?status=all')).status).toBe(401)
  expect((await app.asOwner('/api/categories?status=some')).status).toBe(400)
})

test('categories are reordered by one request', async () => {
  const app = await testApp()
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await create(app, { name, slug: name.toLowerCase() })).id)
  const put = (json: object) => app.asOwner('/api/categories/order', { method: 'PUT', json })
  expect((await put({ ids: [ids[2], ids[0], ids[1]] })).status).toBe(200)
  expect(await names(app)).toEqual(['Three', 'One', 'Two'])
  for (const wrong of [[ids[0]], [...ids, 999], [ids[0], ids[0], ids[1]]]) {
    const response = await put({ ids: wrong })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      message: 'The categories have changed in the meantime. Please look at them again.',
    })
  }
  expect((await put({ ids: [] })).status).toBe(400)
  expect(await names(app)).toEqual(['Three', 'One', 'Two'])
})

test('a category with posts is not deleted, and they are listed', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const published = await makePost(app.db, { title: 'Sunscreen under makeup', category_id: id })
  const draft = await makePost(app.db, { title: 'a draft about hats', category_id: id, published_at: null })
  const response = await app.asOwner(`/api/categories/${id}`, { method: 'DELETE' })
  expect(response.status).toBe(409)
  expect((await response.json()) as CategoryInUse).toEqual({
    message: '“Sun care” is in use by 2 posts. Move them to another category first.',
    total: 2,
    posts: [
      { id: draft, title: 'a draft about hats' },
      { id: published, title: 'Sunscreen under makeup' },
    ],
  })
  expect(await names(app)).toEqual(['Sun care'])
})

test('deleted posts do not prevent the deletion of a category, and are restored without it', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const post = await makePost(app.db, { slug: 'about-hats', category_id: id })
  await app.asOwner(`/api/posts/${post}`, { method: 'DELETE' })
  expect((await app.asOwner(`/api/categories/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(`/api/posts/${post}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await (await app.request('/api/posts/about-hats')).json()).toMatchObject({
    categoryId: null,
    categoryName: null,
  })
})

test('a deleted category is hidden, and restored with its position and slug', async () => {
  const app = await testApp()
  await create(app, { name: 'One', slug: 'one' })
  const { id } = await create(app)
  await create(app, { name: 'Three', slug: 'three' })
  expect((await app.asOwner(`/api/categories/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await names(app)).toEqual(['One', 'Three'])
  for (const name of ['sun-care', String(id), `~${id}`]) {
    expect((await app.request(`/api/categories/${encodeURIComponent(name)}`)).status, name).toBe(404)
  }
  expect((await save(app, id)).status).toBe(404)
  expect((await app.asOwner(`/api/categories/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await app.asOwner(`/api/categories/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await names(app)).toEqual(['One', 'Sun care', 'Three'])
  expect(await slugFor(app, 'sun-care')).toBe('sun-care')
})

test('a category whose slug was taken meanwhile cannot be restored, and the response says why', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await app.asOwner(`/api/categories/${id}`, { method: 'DELETE' })
  const other = await create(app, { name: 'Sunscreen' })
  const restore = () => app.asOwner(`/api/categories/${id}/restore`, { method: 'POST' })
  const refused = await restore()
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({
    message: 'The category cannot come back: another one has the slug “sun-care” now. Change that one first.',
  })
  await save(app, other.id, { name: 'Sunscreen', slug: 'sunscreen' })
  expect((await restore()).status).toBe(200)
  expect(await slugFor(app, 'sun-care')).toBe('sun-care')
})

test('every former slug of a category redirects to the current one', async () => {
  const app = await testApp()
  const { id } = await create(app)
  for (const slug of ['second', 'third']) expect((await save(app, id, { slug })).status).toBe(200)
  for (const slug of ['sun-care', 'second', 'third', String(id)]) expect(await slugFor(app, slug), slug).toBe('third')
  await save(app, id, { slug: 'sun-care' })
  expect(await slugFor(app, 'third')).toBe('sun-care')
  const other = await create(app, { name: 'Other', slug: 'second' })
  expect(await (await app.request('/api/categories/second')).json()).toMatchObject({ id: other.id })
})
