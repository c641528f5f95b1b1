import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { FurtherReading } from '../../../contract/content/further-reading.ts'
import type { Post } from '../../../contract/content/posts.ts'

const day = (number: number) => `2026-02-0${number}T12:00:00.000Z`

async function below({ request }: TestApp, id: number): Promise<FurtherReading> {
  const response = await request(`/api/posts/${id}/further-reading`)
  expect(response.status).toBe(200)
  return (await response.json()) as FurtherReading
}

async function makeIngredient({ db }: TestApp, name: string, over: object = {}): Promise<number> {
  const texts = { slug: name.toLowerCase(), name, inci: name, synonyms: '[]', summary: '', details: '{}' }
  const rest = { is_linked: true, is_active: true, created_at: day(1), updated_at: day(1) }
  const { id } = await db
    .insertInto('ingredients')
    .values({ ...texts, ...rest, ...over })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('the next article is the older one of the category, after its last one the older one of all', async () => {
  const app = await testApp()
  const { db } = app
  const [care, sun] = [await makeCategory(db), await makeCategory(db)]
  const oldest = await makePost(db, { title: 'Oldest of sun', category_id: sun, published_at: day(1) })
  const old = await makePost(db, { title: 'Old of care', category_id: care, published_at: day(2) })
  const between = await makePost(db, { title: 'Between', published_at: day(3) })
  await makePost(db, { title: 'A draft', category_id: care, published_at: null })
  const later = await makePost(db, { title: 'Later of care', category_id: care, published_at: day(4) })
  for (const number of [5, 6, 7]) await makePost(db, { category_id: care, published_at: day(number) })
  expect((await below(app, later)).next?.title).toBe('Old of care')
  expect((await below(app, old)).next?.title).toBe('Oldest of sun')
  expect((await below(app, between)).next?.title).toBe('Old of care')
  expect((await below(app, oldest)).next).toBeNull()
})

test('the next article is none of the related ones', async () => {
  const app = await testApp()
  const care = await makeCategory(app.db)
  await makePost(app.db, { title: 'Elsewhere', published_at: day(1) })
  for (const number of [2, 3]) await makePost(app.db, { category_id: care, published_at: day(number) })
  const newest = await makePost(app.db, { category_id: care, published_at: day(4) })
  expect((await below(app, newest)).next?.title).toBe('Elsewhere')
})

test('of two posts of the same moment each one is reached, and none twice', async () => {
  const app = await testApp()
  const first = await makePost(app.db, { published_at: day(1) })
  const second = await makePost(app.db, { published_at: day(1) })
  expect((await below(app, second)).next?.id).toBe(first)
  expect((await below(app, first)).next).toBeNull()
})

test('a post that is not public has nothing below it', async () => {
  const { db, request } = await testApp()
  const draft = await makePost(db, { published_at: null })
  expect((await request(`/api/posts/${draft}/further-reading`)).status).toBe(404)
  expect((await request('/api/posts/999/further-reading')).status).toBe(404)
})

test('what was mentioned names active products and ingredients, those of its products included', async () => {
  const app = await testApp()
  const { db } = app
  const post = await makePost(db)
  const cream = await makeProduct(db, { name: 'Oat cream', slug: 'oat-cream' })
  const old = await makeProduct(db, { name: 'Without a slug', slug: null })
  const hidden = await makeProduct(db, { name: 'Hidden', is_active: false })
  const oat = await makeIngredient(app, 'Oat')
  const zinc = await makeIngredient(app, 'Zinc')
  const inHidden = await makeIngredient(app, 'Secret')
  const inactive = await makeIngredient(app, 'Inactive', { is_active: false })
  const references = [
    ...[cream, old, hidden].map((ref_id) => ({ post_id: post, kind: 'product' as const, ref_id })),
    ...[zinc, inactive, 999].map((ref_id) => ({ post_id: post, kind: 'ingredient' as const, ref_id })),
  ]
  await db.insertInto('post_references').values(references).execute()
  for (const [product_id, ingredient_id] of [
    [cream, oat],
    [hidden, inHidden],
  ] as const)
    await db
      .insertInto('product_ingredients')
      .values({ product_id, ingredient_id, position: 0, name: 'x', key: 'x' })
      .execute()
  const { products, ingredients } = await below(app, post)
  expect(products).toEqual([
    { name: 'Oat cream', href: '/shop/oat-cream' },
    { name: 'Without a slug', href: `/shop/product-${old}` },
  ])
  expect(ingredients).toEqual([
    { name: 'Oat', href: '/ingredients/oat' },
    { name: 'Zinc', href: '/ingredients/zinc' },
  ])
})

test('what a revision changed has the date of the note, which the same note again keeps', async () => {
  const { db, asOwner, request, setNow } = await testApp()
  const id = await makePost(db, { slug: 'a-post' })
  const shown = async () => {
    const { updateNote, updateNotedAt } = (await (await request('/api/posts/a-post')).json()) as Post
    return { updateNote, updateNotedAt }
  }
  const write = async (note: string, at: string) => {
    setNow(at)
    const response = await asOwner(`/api/posts/${id}/update-note`, { method: 'PUT', json: { note } })
    expect(response.status).toBe(200)
  }
  expect(await shown()).toEqual({})
  await write('  A gentler way to begin. ', '2026-04-01T10:00:00.000Z')
  const noted = { updateNote: 'A gentler way to begin.', updateNotedAt: '2026-04-01T10:00:00.000Z' }
  expect(await shown()).toEqual(noted)
  await write('A gentler way to begin.', '2026-04-02T10:00:00.000Z')
  expect(await shown()).toEqual(noted)
  await write('', '2026-04-03T10:00:00.000Z')
  expect(await shown()).toEqual({})
  expect((await asOwner('/api/posts/999/update-note', { method: 'PUT', json: { note: 'x' } })).status).toBe(404)
  const long = await asOwner(`/api/posts/${id}/update-note`, { method: 'PUT', json: { note: 'x'.repeat(201) } })
  expect(long.status).toBe(400)
})

test('a body of three sections or more has a list of them, each with an id of its own', async () => {
  const { db, request } = await testApp()
  const heading = (text: string) => `<h2>${text}</h2><p>Some words.</p>`
  const read = async (slug: string, content: string) => {
    await makePost(db, { slug, content })
    return (await (await request(`/api/posts/${slug}`)).json()) as Post
  }
  const two = await read('two', heading('One') + heading('Two'))
  expect(two).not.toHaveProperty('contents')
  expect(two.content).toBe(heading('One') + heading('Two'))
  const titles = ['Introduction', 'What it <em>is</em>', 'État &amp; été', 'What it is?', '…']
  const many = await read(
    'many',
    `${titles.map(heading).join('')}<aside data-block="callout">${heading('Aside')}</aside>`,
  )
  expect(many.contents).toEqual([
    { id: 'on-what-it-is', text: 'What it is' },
    { id: 'on-état-été', text: 'État & été' },
    { id: 'on-what-it-is-2', text: 'What it is?' },
    { id: 'on-', text: '…' },
  ])
  expect([...many.content.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(
    many.contents!.map(({ id }) => id),
  )
  expect(many).not.toHaveProperty('readingMinutes')
  const long = await read('long', `<p>${'word '.repeat(2200)}</p>`)
  expect(long.readingMinutes).toBe(10)
})
