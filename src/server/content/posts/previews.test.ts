import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Post } from '../../../contract/content/posts.ts'
import type { NewPreviewLink, PreviewLink } from '../../../contract/content/preview-links.ts'

const published_at = '2026-03-01T00:00:00.000Z'

async function createLink({ asOwner }: TestApp, id: number, days = 1): Promise<NewPreviewLink> {
  const response = await asOwner(`/api/posts/${id}/preview-links`, { json: { days } })
  expect(response.status).toBe(201)
  return (await response.json()) as NewPreviewLink
}

async function links({ asOwner }: TestApp, id: number): Promise<PreviewLink[]> {
  return (await (await asOwner(`/api/posts/${id}/preview-links`)).json()) as PreviewLink[]
}

test('a preview shows what the editor holds: the text of a draft, or the working copy', async () => {
  const app = await testApp()
  const categoryId = await makeCategory(app.db, { name: 'Cleansing' })
  const { id } = (await (await app.asOwner('/api/posts/drafts', { json: { title: 'Dra' } })).json()) as { id: number }
  const preview = async (post: number) => (await (await app.asOwner(`/api/posts/${post}/preview`)).json()) as Post
  expect(await preview(id)).toMatchObject({ title: 'Dra', coverImage: '', content: '' })
  const post = await makePost(app.db, { title: 'Public', published_at })
  const draft = { title: 'Changed', content: '<h1>A</h1><p>B</p>', coverImage: 'javascript:x', categoryId }
  await app.asOwner(`/api/posts/${post}/draft`, { method: 'PUT', json: draft })
  expect(await preview(post)).toMatchObject({
    ...{ id: post, title: 'Changed', content: '<p>B</p>', coverImage: '', categoryName: 'Cleansing' },
  })
})

test('a preview link shows a draft to a reader without an account, and nothing caches or indexes it', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { title: 'Not public yet', published_at: null })
  const { token } = await createLink(app, id)
  const response = await app.request(`/api/previews/${token}`)
  expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(await response.json()).toMatchObject({ title: 'Not public yet' })
  const stored = await app.db.selectFrom('preview_links').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a preview link that is unknown, expired or withdrawn is not found', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { published_at: null })
  const [first, second, third] = [
    await createLink(app, id),
    await createLink(app, id, 7),
    await createLink(app, id, 30),
  ]
  expect((await links(app, id)).map((link) => link.expiresAt)).toEqual([
    '2026-04-09T15:00:00.000Z',
    '2026-03-17T15:00:00.000Z',
    '2026-03-11T15:00:00.000Z',
  ])
  const expectDead = async ({ token }: { token: string }) => {
    const response = await app.request(`/api/previews/${token}`)
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'This preview link has expired or was withdrawn' },
    ])
  }
  await expectDead({ token: 'x'.repeat(43) })
  await expectDead({ token: 'short' })
  const one = `/api/posts/${id}/preview-links/${second.id}`
  expect((await app.asOwner(one, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(one, { method: 'DELETE' })).status).toBe(404)
  await expectDead(second)
  app.setNow('2026-03-11T15:00:00.000Z')
  await expectDead(first)
  expect(await links(app, id)).toHaveLength(1)
  expect((await app.request(`/api/previews/${third.token}`)).status).toBe(200)
  expect((await app.asOwner(`/api/posts/${id}/preview-links`, { method: 'DELETE' })).status).toBe(200)
  await expectDead(third)
  const other = await createLink(app, id)
  await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  await expectDead(other)
})

test('twenty preview links of a post work at a time, and guesses are rate-limited', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { published_at: null })
  for (let count = 0; count < 20; count++) await createLink(app, id)
  const response = await app.asOwner(`/api/posts/${id}/preview-links`, { json: { days: 1 } })
  expect([response.status, await response.json()]).toEqual([
    409,
    { message: 'Twenty links to this preview work already. Please withdraw one first.' },
  ])
  expect((await app.asOwner(`/api/posts/${id}/preview-links`, { json: { days: 2 } })).status).toBe(400)
  const guesses: number[] = []
  for (let count = 0; count < 12; count++)
    guesses.push((await app.request(`/api/previews/${'x'.repeat(43)}`, { from: '198.51.100.7' })).status)
  expect(guesses.filter((status) => status === 429).length).toBeGreaterThan(0)
})
