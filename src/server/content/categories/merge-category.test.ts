import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { defaultMenus, type EditableMenus } from '../../../contract/content/menus.ts'

async function twoCategories() {
  const app = await testApp()
  const from = await makeCategory(app.db, { name: 'Cleanser', slug: 'cleanser' })
  const into = await makeCategory(app.db, { name: 'Cleansers', slug: 'cleansers' })
  const merge = (target = into) => app.asOwner(`/api/categories/${from}/merge`, { json: { into: target } })
  const categoryOf = async (id: number) =>
    (await app.db.selectFrom('posts').select('category_id').where('id', '=', id).executeTakeFirstOrThrow()).category_id
  return { ...app, from, into, merge, categoryOf }
}

test('posts, drafts and posts of the trash move, and the merged category is gone', async () => {
  const { db, from, into, merge, categoryOf, asOwner, purged } = await twoCategories()
  const post = await makePost(db, { slug: 'washing', category_id: from })
  const draft = await makePost(db, { category_id: from, published_at: null })
  const trashed = await makePost(db, { category_id: from })
  expect((await asOwner(`/api/posts/${trashed}`, { method: 'DELETE' })).status).toBe(200)
  const response = await merge()
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: into, name: 'Cleansers', postCount: 2 })
  for (const id of [post, draft, trashed]) expect(await categoryOf(id)).toBe(into)
  const left = (await (await asOwner('/api/categories?status=all')).json()) as { id: number }[]
  expect(left.map(({ id }) => id)).toEqual([into])
  expect(purged.at(-1)).toEqual(expect.arrayContaining(['categories', 'posts', 'pages', 'settings']))
  const [entry] = (await (await asOwner('/api/audit')).json()) as { text: string }[]
  expect(entry?.text).toBe('Merged category “Cleanser into Cleansers”')
})

test('the address and former addresses lead to the other category', async () => {
  const { request, asOwner, from, merge } = await twoCategories()
  const input = { name: 'Cleanser', slug: 'face-cleanser', description: '', imageUrl: '', imageAlt: '' }
  expect((await asOwner(`/api/categories/${from}`, { method: 'PUT', json: input })).status).toBe(200)
  expect((await merge()).status).toBe(200)
  for (const slug of ['cleanser', 'face-cleanser'])
    expect(await (await request(`/api/categories/${slug}`)).json()).toMatchObject({ slug: 'cleansers' })
})

test('menus, working copies and tracking IDs follow', async () => {
  const { db, asOwner, from, into, merge } = await twoCategories()
  const header = [{ label: 'Cleanser', target: { kind: 'category', id: from }, isHidden: false }]
  expect((await asOwner('/api/menus', { method: 'PUT', json: { ...defaultMenus, header } })).status).toBe(200)
  const post = await makePost(db, { category_id: into })
  const draft = JSON.stringify({ title: 'Later', categoryId: from })
  await db
    .insertInto('post_drafts')
    .values({ post_id: post, title: 'Later', draft, updated_at: '2026-03-10T15:00:00.000Z' })
    .execute()
  const program = (await (await asOwner('/api/programs', { json: { name: 'A shop' } })).json()) as { id: number }
  await db
    .insertInto('program_tracking_ids')
    .values({ program_id: program.id, tracking_id: 'nora-20', kind: 'category', ref_id: from })
    .execute()
  expect((await merge()).status).toBe(200)
  const { menus } = (await (await asOwner('/api/menus')).json()) as EditableMenus
  expect(menus.header[0]?.target).toEqual({ kind: 'category', id: into })
  const copy = await db.selectFrom('post_drafts').select('draft').where('post_id', '=', post).executeTakeFirstOrThrow()
  expect(JSON.parse(copy.draft)).toMatchObject({ title: 'Later', categoryId: into })
  const ids = await db.selectFrom('program_tracking_ids').select(['ref_id', 'tracking_id']).execute()
  expect(ids).toEqual([{ ref_id: into, tracking_id: 'nora-20' }])
})

test('a category is not merged into itself, into a missing one, or twice', async () => {
  const { db, from, merge, categoryOf } = await twoCategories()
  const post = await makePost(db, { category_id: from })
  for (const target of [from, 4711]) {
    const response = await merge(target)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ message: 'Please choose another category to merge it into' })
  }
  expect(await categoryOf(post)).toBe(from)
  expect((await merge()).status).toBe(200)
  expect((await merge()).status).toBe(404)
})
