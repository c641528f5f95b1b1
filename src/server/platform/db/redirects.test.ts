import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost, Post } from '../../../contract/content/posts.ts'

async function move({ asOwner }: TestApp, id: number, over: object): Promise<void> {
  const post = (await (await asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
  const json = { ...post, coverImage: '/media/none/640.jpg', ...over }
  const response = await asOwner(`/api/posts/${id}`, { method: 'PUT', json })
  expect(response.status, await response.clone().text()).toBe(200)
}

/** The current slug of the post found by `slug`; undefined for a 404. */
async function slugFor({ request }: TestApp, slug: string): Promise<string | undefined> {
  const response = await request(`/api/posts/${slug}`)
  if (response.status === 404) return undefined
  const post = (await response.json()) as Post
  const named = response.headers.get('content-location')
  expect(named).toBe(post.slug === slug ? null : `/api/posts/${post.slug}`)
  return post.slug
}

test('every former slug of a post redirects to its current one in one step', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  for (const slug of ['second-slug', 'third-slug', 'fourth-slug']) await move(app, id, { slug })
  for (const slug of ['first-slug', 'second-slug', 'third-slug', 'fourth-slug']) {
    expect(await slugFor(app, slug), slug).toBe('fourth-slug')
  }
  expect(await slugFor(app, 'fifth-slug')).toBeUndefined()
})

test('a post that returns to a former slug is found without a redirect', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  await move(app, id, { slug: 'second-slug' })
  await move(app, id, { slug: 'first-slug' })
  expect(await slugFor(app, 'first-slug')).toBe('first-slug')
  expect(await slugFor(app, 'second-slug')).toBe('first-slug')
})

test('two posts that swap slugs are each found by their own', async () => {
  const app = await testApp()
  const one = await makePost(app.db, { slug: 'slug-one' })
  const two = await makePost(app.db, { slug: 'slug-two' })
  await move(app, one, { slug: 'between' })
  await move(app, two, { slug: 'slug-one' })
  await move(app, one, { slug: 'slug-two' })
  expect((await (await app.request('/api/posts/slug-one')).json()) as Post).toMatchObject({ id: two, slug: 'slug-one' })
  expect((await (await app.request('/api/posts/slug-two')).json()) as Post).toMatchObject({ id: one, slug: 'slug-two' })
  expect(await slugFor(app, 'between')).toBe('slug-two')
})

test('a post that takes a free slug ends the redirect from it', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  await move(app, id, { slug: 'second-slug' })
  const source = await (await app.asOwner(`/api/posts/${id}/source`)).json()
  const json = { ...(source as object), slug: 'first-slug', coverImage: '/media/none/640.jpg' }
  const other = (await (await app.asOwner('/api/posts', { json })).json()) as EditablePost
  expect(await (await app.request('/api/posts/first-slug')).json()).toMatchObject({ id: other.id })
  await app.asOwner(`/api/posts/${other.id}`, { method: 'DELETE' })
  expect(await slugFor(app, 'first-slug')).toBeUndefined()
})

test('there is no redirect to a draft, a scheduled or a deleted post', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  await move(app, id, { slug: 'second-slug' })
  for (const publishedAt of [null, '2026-03-10T15:00:01.000Z']) {
    await move(app, id, { publishedAt })
    for (const slug of ['first-slug', 'second-slug']) expect(await slugFor(app, slug), slug).toBeUndefined()
  }
  app.setNow('2026-03-10T15:00:01.000Z')
  expect(await slugFor(app, 'first-slug')).toBe('second-slug')
  await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  expect(await slugFor(app, 'first-slug')).toBeUndefined()
  await app.asOwner(`/api/posts/${id}/restore`, { method: 'POST' })
  expect(await slugFor(app, 'first-slug')).toBe('second-slug')
})

test('a slug that was never public does not redirect', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'working-title', published_at: null })
  await move(app, id, { slug: 'final-title', publishedAt: '2026-03-01T00:00:00Z' })
  expect(await slugFor(app, 'working-title')).toBeUndefined()
  expect(await slugFor(app, 'final-title')).toBe('final-title')
})

test('a post that is unpublished, renamed and published again is found by its former slug', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  await move(app, id, { publishedAt: null })
  await move(app, id, { title: 'Under construction' })
  await move(app, id, { slug: 'second-slug' })
  await move(app, id, { publishedAt: '2026-03-01T00:00:00Z' })
  expect(await slugFor(app, 'first-slug')).toBe('second-slug')
})

test('feeds and the sitemap contain only current slugs', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'first-slug' })
  await move(app, id, { slug: 'second-slug' })
  for (const path of ['/feed.xml', '/feed.json', '/sitemap.xml', '/api/posts']) {
    const text = await (await app.request(path)).text()
    expect(text, path).toContain('second-slug')
    expect(text, path).not.toContain('first-slug')
  }
})
