import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { BulkResult } from '../../../contract/content/post-bulk.ts'
import type { EditablePost, OwnerPostSummary } from '../../../contract/content/posts.ts'
import { cleanUp } from '../../app/cleanup.ts'

const published_at = '2026-03-01T00:00:00.000Z'
const cover_image = 'https://example.com/a.jpg'

function admin({ asOwner }: TestApp) {
  return {
    bulk: async (path: string, json: object, key?: string) => {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      const response = await asOwner(`/api/posts/${path}`, { json, headers })
      expect(response.status, await response.clone().text()).toBe(200)
      return (await response.json()) as BulkResult
    },
    source: async (id: number) => (await (await asOwner(`/api/posts/${id}/source`)).json()) as EditablePost,
    list: async (query: string) => (await (await asOwner(`/api/posts?${query}`)).json()) as OwnerPostSummary[],
    duplicate: async (id: number, json: object = {}) => {
      const response = await asOwner(`/api/posts/${id}/duplicate`, { json })
      expect(response.status).toBe(201)
      return (await response.json()) as EditablePost
    },
    autosave: (id: number, json: object) => asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json }),
  }
}

test('drafts are published in bulk, and those that break a rule are reported and stay', async () => {
  const app = await testApp()
  const { bulk, source } = admin(app)
  const ready = await makePost(app.db, { published_at: null, cover_image })
  const scheduled = await makePost(app.db, { published_at: '2026-05-01T00:00:00.000Z', cover_image })
  const publicPost = await makePost(app.db, { published_at, cover_image })
  const bare = await makePost(app.db, { title: 'Bare post', published_at: null })
  const { id: begun } = (await (
    await app.asOwner('/api/posts/drafts', { json: { title: 'Be' } })
  ).json()) as EditablePost
  const ids = [ready, scheduled, publicPost, bare, begun, 9999]
  expect(await bulk('publish', { ids }, 'publish-all')).toEqual({
    ids: [ready, scheduled],
    failed: [
      { id: bare, title: 'Bare post', message: 'Cover image URL is required' },
      { id: begun, title: 'Be', message: 'Title must be at least 5 characters' },
    ],
  })
  expect(await bulk('publish', { ids }, 'publish-all')).toMatchObject({ ids: [ready, scheduled] })
  for (const id of [ready, scheduled])
    expect(await source(id)).toMatchObject({ status: 'published', publishedAt: '2026-03-10T15:00:00.000Z', version: 2 })
  expect((await source(bare)).status).toBe('draft')
})

test('unpublished posts leave the site and keep the text of their working copies', async () => {
  const app = await testApp()
  const { bulk, source, autosave } = admin(app)
  const id = await makePost(app.db, {
    title: 'As readers saw it',
    slug: 'as-readers-saw-it',
    published_at,
    cover_image,
  })
  await autosave(id, { title: 'As it was being changed', slug: 'as-readers-saw-it' })
  expect(await bulk('unpublish', { ids: [id] })).toEqual({ ids: [id], failed: [] })
  expect(await source(id)).toMatchObject({
    status: 'draft',
    draft: { title: 'As it was being changed', publishedAt: null },
  })
  expect((await app.request('/api/posts/as-readers-saw-it')).status).toBe(404)
  const revisions = await (await app.asOwner(`/api/posts/${id}/revisions`)).json()
  expect(revisions).toContainEqual(expect.objectContaining({ kind: 'published', title: 'As readers saw it' }))
})

test('a bulk change takes everything that a query of the list matches', async () => {
  const app = await testApp()
  const { bulk, list } = admin(app)
  const category = await makeCategory(app.db)
  for (let count = 0; count < 130; count++) await makePost(app.db, { published_at, cover_image })
  const draft = await makePost(app.db, { published_at: null })
  const changed = await bulk('category', { query: { status: 'published' }, categoryId: category })
  expect([changed.ids.length, changed.ids.includes(draft)]).toEqual([130, false])
  expect((await bulk('category', { query: { status: 'published' }, categoryId: category })).ids).toEqual([])
  expect(await list(`status=all&categoryId=${category}`)).toHaveLength(100)
  expect((await bulk('featured', { query: { status: 'all' }, isFeatured: true })).ids).toHaveLength(131)
  expect((await bulk('trash', { query: { status: 'published' } })).ids).toHaveLength(130)
  expect(await list('status=all')).toMatchObject([{ id: draft }])
  for (const json of [{}, { ids: [1], query: { status: 'all' } }, { ids: [] }])
    expect((await app.asOwner('/api/posts/publish', { json })).status).toBe(400)
  expect((await app.asOwner('/api/posts/category', { json: { ids: [draft], categoryId: 99 } })).status).toBe(400)
})

test('a category set in bulk is not undone by a working copy', async () => {
  const app = await testApp()
  const { bulk, source, autosave } = admin(app)
  const category = await makeCategory(app.db)
  const id = await makePost(app.db, { published_at, cover_image })
  await autosave(id, { title: 'Being changed' })
  await bulk('category', { ids: [id], categoryId: category })
  await bulk('featured', { ids: [id], isFeatured: true })
  expect(await source(id)).toMatchObject({
    ...{ categoryId: category, isFeatured: true },
    draft: { title: 'Being changed', categoryId: category, isFeatured: true },
  })
})

test('the trash holds deleted posts for 30 days, then they are purged', async () => {
  const app = await testApp()
  const { bulk, list } = admin(app)
  const [one, two] = [
    await makePost(app.db, { slug: 'first-one', published_at }),
    await makePost(app.db, { published_at }),
  ]
  await makePost(app.db)
  await bulk('trash', { ids: [one, two] })
  const trash = await list('status=trash&sort=title&direction=asc')
  expect(trash).toMatchObject([{ id: one, slug: 'first-one', deletedAt: '2026-03-10T15:00:00.000Z' }, { id: two }])
  expect((await app.asOwner(`/api/posts/${one}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await list('status=trash')).toMatchObject([{ id: two }])
  expect(await bulk('trash/delete', { ids: [one, two] })).toMatchObject({ ids: [two] })
  expect(await list('status=trash')).toEqual([])
  await bulk('trash', { ids: [one] })
  await cleanUp(app.db, new Date('2026-04-09T14:00:00.000Z'))
  expect(await app.db.selectFrom('posts').select('id').where('id', '=', one).execute()).toHaveLength(1)
  await cleanUp(app.db, new Date('2026-04-09T16:00:00.000Z'))
  expect(await app.db.selectFrom('posts').select('id').where('id', '=', one).execute()).toEqual([])
})

test('a draft in which nothing was typed is purged after a day', async () => {
  const app = await testApp()
  const begin = async (json: object) =>
    ((await (await app.asOwner('/api/posts/drafts', { json })).json()) as { id: number }).id
  await begin({ content: '<p></p>', metaTitle: ' | Dewlight' })
  const kept = [await begin({ title: 'T' }), await begin({ content: '<p><img src="/media/key/320.jpg"></p>' })]
  await cleanUp(app.db, new Date('2026-03-11T14:00:00.000Z'))
  expect(await app.db.selectFrom('posts').select('id').execute()).toHaveLength(3)
  await cleanUp(app.db, new Date('2026-03-11T16:00:00.000Z'))
  expect((await app.db.selectFrom('posts').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(kept)
})

test('a duplicate is a draft with the text that the editor shows', async () => {
  const app = await testApp()
  const { duplicate, autosave } = admin(app)
  const id = await makePost(app.db, { title: 'Original', slug: 'the-original', published_at, is_featured: true })
  await autosave(id, { title: 'Changed', slug: 'the-original', content: '<p>New</p>' })
  expect(await duplicate(id)).toMatchObject({
    ...{ title: 'Changed (copy)', slug: 'the-original-copy', content: '<p>New</p>' },
    ...{ status: 'draft', kind: 'post', isFeatured: false, publishedAt: null },
  })
  expect(await duplicate(id)).toMatchObject({ slug: 'the-original-copy-2' })
  const template = await duplicate(id, { kind: 'template' })
  expect(template).toMatchObject({ title: 'Changed', kind: 'template', draft: { slug: '' } })
  expect(await duplicate(template.id, { kind: 'post' })).toMatchObject({
    title: 'Changed',
    kind: 'post',
    status: 'draft',
  })
  expect((await app.asOwner('/api/posts/999/duplicate', { json: {} })).status).toBe(404)
})
