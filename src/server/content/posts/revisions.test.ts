import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost, PostConflict } from '../../../contract/content/posts.ts'
import type { Revision, RevisionSummary } from '../../../contract/content/revisions.ts'

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const input = { title: 'The first title', slug: 'a-slug-of-mine', content: text, coverImage: '/media/none/640.jpg' }

async function create({ asOwner }: TestApp, over: object = {}): Promise<EditablePost> {
  return (await (await asOwner('/api/posts', { json: { ...input, ...over } })).json()) as EditablePost
}

async function save({ asOwner }: TestApp, id: number, over: object): Promise<EditablePost> {
  const response = await asOwner(`/api/posts/${id}`, { method: 'PUT', json: { ...input, ...over } })
  expect(response.status).toBe(200)
  return (await response.json()) as EditablePost
}

async function revisions({ asOwner }: TestApp, id: number): Promise<RevisionSummary[]> {
  return (await (await asOwner(`/api/posts/${id}/revisions`)).json()) as RevisionSummary[]
}

async function restore(app: TestApp, id: number, version: number, headers: Record<string, string> = {}) {
  const { id: revision } = (await revisions(app, id)).find((each) => each.version === version)!
  return app.asOwner(`/api/posts/${id}/revisions/${revision}/restore`, { method: 'POST', headers })
}

test('each save that changes something stores a revision, newest first', async () => {
  const app = await testApp()
  const { id } = await create(app)
  app.setNow('2026-03-10T16:00:00.000Z')
  await save(app, id, { title: 'The second title', content: `${text}<p>And four more words.</p>` })
  await save(app, id, { title: 'The second title', content: `${text}<p>And four more words.</p>` })
  const kept = await revisions(app, id)
  expect(kept).toMatchObject([
    { version: 2, title: 'The second title', words: 19, createdAt: '2026-03-10T16:00:00.000Z' },
    { version: 1, title: 'The first title', words: 15, createdAt: '2026-03-10T15:00:00.000Z' },
  ])
  const one = (await (await app.asOwner(`/api/posts/${id}/revisions/${kept[1]!.id}`)).json()) as Revision
  expect(one).toMatchObject({ version: 1, words: 15, post: { title: 'The first title', content: text } })
})

test('a save of equivalent HTML stores no revision', async () => {
  const app = await testApp()
  const { id } = await create(app, { publishedAt: '2026-01-01T05:00:00-05:00', pinText: '' })
  const same = {
    title: '  The first title ',
    content: text.replace('<p>', '<P CLASS="x" onclick="alert(1)">'),
    publishedAt: '2026-01-01T10:00:00Z',
    pinText: null,
  }
  expect(await save(app, id, same)).toMatchObject({ version: 1 })
  expect(await revisions(app, id)).toHaveLength(1)
})

test('the first save of an imported post stores its former state too', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { title: 'From another system', updated_at: '2026-01-05T00:00:00.000Z' })
  expect(await revisions(app, id)).toEqual([])
  await save(app, id, {})
  expect(await revisions(app, id)).toMatchObject([
    { version: 2, title: 'The first title' },
    { version: 1, title: 'From another system', createdAt: '2026-01-05T00:00:00.000Z' },
  ])
})

test('the newest fifty revisions of each post are stored', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const other = await create(app, { slug: 'another-slug' })
  for (let i = 2; i <= 53; i++) await save(app, id, { title: `Title number ${i}` })
  const kept = await revisions(app, id)
  expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, i) => 53 - i))
  expect(await revisions(app, other.id)).toHaveLength(1)
})

test('a restored revision is a new version, which can be undone in turn', async () => {
  const app = await testApp()
  const { id } = await create(app, { keywords: 'one' })
  await save(app, id, { title: 'The second title', keywords: 'two' })
  const response = await restore(app, id, 1)
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"3"')
  expect(await response.json()).toMatchObject({ title: 'The first title', keywords: 'one', version: 3 })
  expect((await revisions(app, id)).map(({ version }) => version)).toEqual([3, 2, 1])
  expect(await (await restore(app, id, 2)).json()).toMatchObject({ title: 'The second title', version: 4 })
  expect(await (await restore(app, id, 2)).json()).toMatchObject({ version: 4 })
})

test('restoring a revision restores its slug with a redirect, and leaves the publication date', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db)
  const { id } = await create(app, { categoryId: category })
  await save(app, id, { slug: 'a-new-slug', title: 'The second title', publishedAt: '2026-03-01T00:00:00Z' })
  await app.db.updateTable('categories').set({ deleted_at: '2026-03-02T00:00:00.000Z' }).execute()
  expect(await (await restore(app, id, 1)).json()).toMatchObject({
    title: 'The first title',
    slug: 'a-slug-of-mine',
    publishedAt: '2026-03-01T00:00:00.000Z',
    categoryId: null,
  })
  const moved = await app.request('/api/posts/a-new-slug')
  expect(moved.headers.get('content-location')).toBe('/api/posts/a-slug-of-mine')
})

test('a cover over http of an earlier version is restored over https, since browsers block it otherwise', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { title: 'The second title' })
  const first = await app.db
    .selectFrom('post_revisions')
    .select('post')
    .where('version', '=', 1)
    .executeTakeFirstOrThrow()
  const post = first.post.replace(input.coverImage, 'http://old.example/jar.jpg')
  await app.db.updateTable('post_revisions').set({ post }).where('version', '=', 1).execute()
  const restored = await restore(app, id, 1)
  expect(restored.status).toBe(200)
  expect(await restored.json()).toMatchObject({ title: 'The first title', coverImage: 'https://old.example/jar.jpg' })
})

test('restoring a revision does not overwrite a newer save', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { title: 'The second title' })
  const response = await restore(app, id, 1, { 'if-match': '"1"' })
  expect(response.status).toBe(409)
  expect(((await response.json()) as PostConflict).current).toMatchObject({ title: 'The second title', version: 2 })
  expect((await restore(app, id, 1, { 'if-match': '"2"' })).status).toBe(200)
})

test('a revision belongs to its post', async () => {
  const app = await testApp()
  const one = await create(app)
  const two = await create(app, { slug: 'another-slug' })
  const [revision] = await revisions(app, one.id)
  for (const path of [
    `/api/posts/${two.id}/revisions/${revision!.id}`,
    `/api/posts/${one.id}/revisions/999`,
    `/api/posts/${one.id}/revisions/x`,
    '/api/posts/999/revisions',
  ])
    expect((await app.asOwner(path)).status, path).toBe(404)
  const restored = await app.asOwner(`/api/posts/${two.id}/revisions/${revision!.id}/restore`, { method: 'POST' })
  expect(restored.status).toBe(404)
})
