import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { maliciousTexts } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'
import { findNextPublication } from './published-posts.repo.ts'

test('GET /api/posts lists published posts, newest first, without their bodies', async () => {
  const { db, request } = await testApp()
  await makePost(db, { title: 'The older one', published_at: '2026-02-01T12:00:00.000Z' })
  await makePost(db, { title: 'The newer one', published_at: '2026-03-01T12:00:00.000Z' })
  const response = await request('/api/posts')
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

test('a draft and a scheduled post are in no public response', async () => {
  const { db, request, setNow } = await testApp()
  const category = await makeCategory(db, { slug: 'cleansing' })
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
    '/api/posts?category=cleansing',
    '/api/posts?page=1&limit=100',
    '/api/search?q=secret',
    '/api/search?q=sercet',
    '/api/search?q=secr',
    '/share/a-draft.png',
    '/share/scheduled.png',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
  ]
  for (const path of paths) expect(await (await request(path)).text(), path).not.toMatch(/secret|a-draft|scheduled/i)
  for (const path of ['/api/posts/a-draft', '/api/posts/scheduled', '/share/a-draft.png', '/share/scheduled.png']) {
    expect((await request(path)).status, path).toBe(404)
  }
  expect((await request('/api/posts')).headers.get('x-total-count')).toBe('0')

  setNow('2026-03-10T15:01:00.000Z')
  expect((await request('/api/posts/scheduled')).status).toBe(200)
  expect(await (await request('/feed.xml')).text()).toContain('Secret plan')
})

test('GET /api/posts/{slug} returns every field of a post', async () => {
  const { db, request } = await testApp()
  const category = await makeCategory(db, { name: 'Cleansing' })
  const id = await makePost(db, {
    title: 'How to wash your face',
    slug: 'how-to-wash-your-face',
    excerpt: 'Lukewarm water and about a minute.',
    content: '<h2>Before you begin</h2><p>Wash your hands.</p>',
    cover_image: 'https://pictures.example/face.jpg',
    image_alt: 'A bowl of water',
    is_pin_optimized: false,
    pin_text: 'Save this for tonight',
    meta_title: 'Washing | Dewlight',
    meta_description: 'A minute, twice a day.',
    keywords: 'cleanser, water',
    category_id: category,
    is_featured: true,
    published_at: '2026-02-01T14:30:00.000Z',
    created_at: '2026-01-30T09:00:00.000Z',
    updated_at: '2026-02-02T10:00:00.000Z',
  })
  const response = await request('/api/posts/how-to-wash-your-face')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    id,
    title: 'How to wash your face',
    slug: 'how-to-wash-your-face',
    excerpt: 'Lukewarm water and about a minute.',
    content: '<h2>Before you begin</h2><p>Wash your hands.</p>',
    coverImage: 'https://pictures.example/face.jpg',
    imageAlt: 'A bowl of water',
    isPinOptimized: false,
    pinText: 'Save this for tonight',
    pinLayout: null,
    pinImage: '',
    metaTitle: 'Washing | Dewlight',
    metaDescription: 'A minute, twice a day.',
    keywords: 'cleanser, water',
    categoryId: category,
    categoryName: 'Cleansing',
    isFeatured: true,
    linkIngredients: true,
    label: 'none',
    labelBrand: '',
    labelSentence: '',
    publishedAt: '2026-02-01T14:30:00.000Z',
    createdAt: '2026-01-30T09:00:00.000Z',
    updatedAt: '2026-02-02T10:00:00.000Z',
    picture: null,
  })
})

test('a post is found by a slug of any script, but not by a similar one', async () => {
  const { db, request } = await testApp()
  await makePost(db, { slug: 'sonnencrème-für-anfänger' })
  await makePost(db, { slug: '皮膚' })
  expect((await request(`/api/posts/${encodeURIComponent('sonnencrème-für-anfänger')}`)).status).toBe(200)
  expect((await request(`/api/posts/${encodeURIComponent('皮膚')}`)).status).toBe(200)
  expect((await request('/api/posts/sonnencreme-fur-anfanger')).status).toBe(404)
  expect((await request('/api/posts/%25')).status).toBe(404)
  expect((await request('/api/posts/_')).status).toBe(404)
})

test('an unknown slug is not found, whatever its characters', async () => {
  const { db, request } = await testApp()
  await makePost(db)
  const before = await countRows(db)
  const slugs = maliciousTexts.map((text) => encodeURIComponent(text.toWellFormed()))
  for (const slug of [...slugs, '%E0%A4%A', '%ZZ', 'a'.repeat(201), 'a'.repeat(8000)]) {
    const response = await request(`/api/posts/${slug}`)
    expect(response.status, slug).toBe(404)
    expect(await response.json(), slug).toEqual({ message: 'Post not found' })
  }
  expect(await countRows(db)).toEqual(before)
})

test('of several scheduled posts the next one to be published counts, without deleted posts', async () => {
  const { db } = await testApp()
  await makePost(db, { published_at: '2026-03-10T18:00:00.000Z' })
  await makePost(db, { published_at: '2026-03-10T16:00:00.000Z' })
  await makePost(db, { published_at: '2026-03-10T15:30:00.000Z', deleted_at: '2026-03-10T14:00:00.000Z' })
  await makePost(db, { published_at: '2026-03-10T14:00:00.000Z' })
  expect(await findNextPublication(db, '2026-03-10T15:00:00.000Z')).toBe('2026-03-10T16:00:00.000Z')
  expect(await findNextPublication(db, '2026-03-10T16:00:00.000Z')).toBe('2026-03-10T18:00:00.000Z')
  expect(await findNextPublication(db, '2026-03-10T18:00:00.000Z')).toBeUndefined()
})
