import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'

test('GET /api/posts lists published posts, newest first, without their bodies', async () => {
  const { db, ask } = await testApp()
  await makePost(db, { title: 'The older one', published_at: '2026-02-01T12:00:00.000Z' })
  await makePost(db, { title: 'The newer one', published_at: '2026-03-01T12:00:00.000Z' })
  const response = await ask('/api/posts')
  expect(response.status).toBe(200)
  const posts = (await response.json()) as Record<string, unknown>[]
  expect(posts.map((post) => post.title)).toEqual(['The newer one', 'The older one'])
  expect(posts[0]).not.toHaveProperty('content')
  expect(posts[0]).toMatchObject({
    isPinOptimized: true,
    isFeatured: false,
    publishedAt: '2026-03-01T12:00:00.000Z',
    picture: null,
  })
})

test('a draft and a scheduled post are in no answer', async () => {
  const { db, ask, setNow } = await testApp()
  const category = await makeCategory(db)
  await makePost(db, {
    slug: 'a-draft',
    title: 'Secret draft',
    published_at: null,
    category_id: category,
    is_featured: true,
  })
  await makePost(db, {
    slug: 'scheduled',
    title: 'Secret plan',
    published_at: '2026-03-10T15:01:00.000Z',
    category_id: category,
    is_featured: true,
  })
  const paths = [
    '/api/posts',
    '/api/posts?featured=true',
    `/api/posts/category/${category}`,
    '/api/posts/a-draft',
    '/api/posts/scheduled',
    '/api/search?q=secret',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
  ]
  for (const path of paths) expect(await (await ask(path)).text(), path).not.toMatch(/secret|a-draft|scheduled/i)
  expect((await ask('/api/posts/scheduled')).status).toBe(404)

  setNow('2026-03-10T15:01:00.000Z')
  expect((await ask('/api/posts/scheduled')).status).toBe(200)
  expect(await (await ask('/feed.xml')).text()).toContain('Secret plan')
})
