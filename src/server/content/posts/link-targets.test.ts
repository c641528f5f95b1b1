import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { LINK_TARGETS_MAX, type LinkTarget } from '../../../contract/content/link-targets.ts'
import { fillPostReferences } from './post-references.repo.ts'

const day = (number: number) => `2026-02-0${number}T12:00:00.000Z`
const boxOf = (product: number) => `<div data-product-id="${product}"></div>`

async function targetsOf({ db, asOwner }: TestApp, id: number): Promise<LinkTarget[]> {
  await fillPostReferences(db)
  const response = await asOwner(`/api/posts/${id}/link-targets`)
  expect(response.status).toBe(200)
  return (await response.json()) as LinkTarget[]
}

async function makeIngredient({ db }: TestApp, name: string): Promise<number> {
  const texts = { slug: name.toLowerCase(), name, inci: name, synonyms: '[]', summary: '', details: '{}' }
  const { id } = await db
    .insertInto('ingredients')
    .values({ ...texts, is_linked: true, is_active: true, created_at: day(1), updated_at: day(1) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('published articles with the products, ingredients or words of a draft are suggested until it links to them', async () => {
  const app = await testApp()
  const { db } = app
  const niacinamide = await makeIngredient(app, 'Niacinamide')
  const [serum, cream] = [
    await makeProduct(db, { name: 'Serum', affiliate_link: 'https://shop.example/serum' }),
    await makeProduct(db, { name: 'Cream' }),
  ]
  await db
    .insertInto('product_ingredients')
    .values({ product_id: cream, ingredient_id: niacinamide, position: 0, name: 'x', key: 'x' })
    .execute()
  const shows = await makePost(db, {
    title: 'Two favourites',
    content: boxOf(serum) + boxOf(cream),
    published_at: day(1),
  })
  const contains = await makePost(db, { title: 'A cream', content: boxOf(cream), published_at: day(2) })
  const named = await makePost(db, { title: 'Double cleansing at night', published_at: day(3), keywords: 'oil' })
  await makePost(db, { title: 'Nothing of it', published_at: day(4) })
  await makePost(db, { title: 'Double cleansing for later', published_at: null })
  await makePost(db, { title: 'Double cleansing of a page', kind: 'page' })
  const draft = await makePost(db, {
    title: 'Draft',
    published_at: null,
    content:
      '<h2>Double cleansing</h2><p>After double cleansing I take niacinamide from <a href="https://shop.example/serum">here</a>.</p>',
  })
  const rows = Object.fromEntries((await targetsOf(app, draft)).map((row) => [row.id, row]))
  expect(Object.keys(rows).map(Number).toSorted()).toEqual([shows, contains, named].toSorted())
  expect(rows[shows]).toMatchObject({ products: 1, ingredients: ['Niacinamide'], words: null })
  expect(rows[contains]).toMatchObject({ products: 0, ingredients: ['Niacinamide'] })
  expect(rows[named]).toMatchObject({ title: 'Double cleansing at night', words: 'double cleansing', ingredients: [] })
  const linked = await makePost(db, {
    published_at: null,
    content: `<p>After <a href="/blog/${rows[named]!.slug}">double cleansing</a> niacinamide.</p>`,
  })
  expect((await targetsOf(app, linked)).map(({ id }) => id)).toEqual([contains, shows])
})

test('the unpublished text of a public post counts, and the post itself is never suggested', async () => {
  const app = await testApp()
  const { db, asOwner } = app
  const other = await makePost(db, { title: 'Slugging for dry skin', published_at: day(1) })
  const id = await makePost(db, { title: 'Slugging for dry skin again', published_at: day(2) })
  expect(await targetsOf(app, id)).toEqual([])
  const source = (await (await asOwner(`/api/posts/${id}/source`)).json()) as object
  const text = { content: '<p>Slugging for dry skin is an evening thing.</p>' }
  const saved = await asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { ...source, ...text } })
  expect(saved.status).toBe(200)
  expect(await targetsOf(app, id)).toMatchObject([{ id: other, words: 'Slugging for dry skin' }])
})

test('ten rows at most, for the owner alone, and 404 for a post that is not there', async () => {
  const app = await testApp()
  for (let number = 1; number <= LINK_TARGETS_MAX + 2; number++)
    await makePost(app.db, { title: `Gua sha ${number}`, keywords: `gua sha ${number}` })
  const numbers = Array.from({ length: 12 }, (_, index) => `gua sha ${index + 1}`).join('. ')
  const draft = await makePost(app.db, { published_at: null, content: `<p>${numbers}</p>` })
  expect(await targetsOf(app, draft)).toHaveLength(LINK_TARGETS_MAX)
  expect((await app.request(`/api/posts/${draft}/link-targets`)).status).toBe(401)
  expect((await app.asOwner('/api/posts/99999/link-targets')).status).toBe(404)
})
