import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { PostSummary } from '../../../contract/content/posts.ts'

async function titles(request: TestApp['request'], path: string): Promise<string[]> {
  const response = await request(path)
  expect(response.status, path).toBe(200)
  return ((await response.json()) as PostSummary[]).map((post) => post.title)
}

/** Five posts, `1` the oldest. */
async function makeFive(db: TestApp['db']): Promise<void> {
  for (let day = 1; day <= 5; day++) {
    await makePost(db, { title: `Title ${day}`, published_at: `2026-02-0${day}T12:00:00.000Z` })
  }
}

test('GET /api/posts?limit=3 returns the three newest', async () => {
  const { db, request } = await testApp()
  await makeFive(db)
  expect(await titles(request, '/api/posts?limit=3')).toEqual(['Title 5', 'Title 4', 'Title 3'])
})

test('a list has its total and links to the previous and next page', async () => {
  const { db, request } = await testApp()
  await makeFive(db)
  const first = await request('/api/posts?limit=2')
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.headers.get('link')).toBe('</api/posts?limit=2&page=2>; rel="next"')
  const second = await request('/api/posts?limit=2&page=2')
  expect(second.headers.get('link')).toBe(
    '</api/posts?limit=2&page=1>; rel="prev", </api/posts?limit=2&page=3>; rel="next"',
  )
  const last = await request('/api/posts?limit=2&page=3')
  expect(last.headers.get('link')).toBe('</api/posts?limit=2&page=2>; rel="prev"')
  expect(((await last.json()) as PostSummary[]).map((post) => post.title)).toEqual(['Title 1'])

  const all = await request('/api/posts')
  expect(all.headers.get('x-total-count')).toBe('5')
  expect(all.headers.get('link')).toBeNull()
})

test('following the links reads every post once, also with equal publication dates', async () => {
  const { db, request } = await testApp()
  for (let i = 1; i <= 7; i++) await makePost(db, { title: `Title ${i}`, published_at: '2026-02-01T12:00:00.000Z' })
  const seen: string[] = []
  let next: string | undefined = '/api/posts?limit=3'
  while (next) {
    const response: Response = await request(next)
    seen.push(...((await response.json()) as PostSummary[]).map((post) => post.title))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((i) => `Title ${i}`))
})

test('the links keep the other query parameters', async () => {
  const { db, request } = await testApp()
  const category = await makeCategory(db, { slug: 'sun-care' })
  for (let i = 1; i <= 3; i++) await makePost(db, { category_id: category, is_featured: true })
  const response = await request('/api/posts?limit=1&category=sun-care&featured=true')
  expect(response.headers.get('link')).toBe('</api/posts?limit=1&category=sun-care&featured=true&page=2>; rel="next"')
})

test('a page after the last is an empty list', async () => {
  const { db, request } = await testApp()
  await makeFive(db)
  const response = await request('/api/posts?limit=2&page=99')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([])
  expect(response.headers.get('x-total-count')).toBe('5')
})

test('a list without a limit has at most 100 posts and links to the rest', async () => {
  const { db, request } = await testApp()
  for (let i = 0; i < 101; i++) await makePost(db)
  const response = await request('/api/posts')
  expect((await response.json()) as unknown[]).toHaveLength(100)
  expect(response.headers.get('x-total-count')).toBe('101')
  expect(response.headers.get('link')).toBe('</api/posts?page=2&limit=100>; rel="next"')
})

test('posts are listed by the slug of their category, and by whether they are featured', async () => {
  const { db, request } = await testApp()
  const sun = await makeCategory(db, { slug: 'sun-care', name: 'Sun care' })
  await makePost(db, { title: 'In the sun', category_id: sun })
  await makePost(db, { title: 'On the front page', is_featured: true })
  await makePost(db, { title: 'Neither' })
  expect(await titles(request, '/api/posts?category=sun-care')).toEqual(['In the sun'])
  expect(await titles(request, '/api/posts?category=no-such-category')).toEqual([])
  expect(await titles(request, '/api/posts?featured=true')).toEqual(['On the front page'])
})

test('GET /api/posts/category/{categoryId} returns the posts of that category, newest first', async () => {
  const { db, request } = await testApp()
  const sun = await makeCategory(db, { name: 'Sun care' })
  const other = await makeCategory(db)
  await makePost(db, { title: 'Older', category_id: sun, published_at: '2026-01-01T12:00:00.000Z' })
  await makePost(db, { title: 'Newer', category_id: sun, published_at: '2026-02-01T12:00:00.000Z' })
  await makePost(db, { title: 'Elsewhere', category_id: other })
  const response = await request(`/api/posts/category/${sun}`)
  const posts = (await response.json()) as PostSummary[]
  expect(posts.map((post) => post.title)).toEqual(['Newer', 'Older'])
  expect(posts[0]).toMatchObject({ categoryId: sun, categoryName: 'Sun care' })
  expect(posts[0]).not.toHaveProperty('content')
  const limited = (await (await request(`/api/posts/category/${sun}?limit=1`)).json()) as PostSummary[]
  expect(limited.map((post) => post.title)).toEqual(['Newer'])
})

test('posts of an unknown category are not found', async () => {
  const { request } = await testApp()
  for (const id of [...maliciousTexts, '0', '-1', '1', '2147483647', 'sun-care']) {
    const response = await request(`/api/posts/category/${encodeURIComponent(id.toWellFormed())}`)
    expect(response.status, id).toBe(404)
    expect(await response.json(), id).toEqual({ message: 'Category not found' })
  }
})

test('an invalid parameter of a list is rejected with a message', async () => {
  const { db, request } = await testApp()
  await makeFive(db)
  const wrong = ['0', '-1', '101', '1.5', 'many', '', '1e400', 'NaN', '2147483648', '%00', "1';drop table posts;--"]
  for (const value of wrong) {
    for (const name of ['limit', 'page']) {
      if (name === 'page' && value === '101') continue
      const response = await request(`/api/posts?${name}=${value}`)
      expect(response.status, `${name}=${value}`).toBe(400)
      await expectSentence(response, `${name}=${value}`)
    }
  }
  expect((await request('/api/posts?featured=maybe')).status).toBe(400)
  expect((await request('/api/posts?category=')).status).toBe(400)
  expect((await request(`/api/posts?category=${'a'.repeat(201)}`)).status).toBe(400)
})

test('any query of a list returns a list or a message', async () => {
  const { db, request } = await testApp()
  await makePost(db)
  for (const text of maliciousTexts) {
    const value = encodeURIComponent(text.toWellFormed())
    for (const path of [`/api/posts?category=${value}`, `/api/posts?limit=${value}`, `/api/posts?${value}=${value}`]) {
      const response = await request(path)
      if (response.status === 200) expect(Array.isArray(await response.json()), path).toBe(true)
      else {
        expect(response.status, path).toBe(400)
        await expectSentence(response, path)
      }
    }
  }
})

test('the list of posts to which no links lead has public posts without a link in another public text', async () => {
  const { db, asOwner } = await testApp()
  const to = (slug: string) => ({
    content: `<p>See <a href="/blog/${slug}">this one</a> before you go on with it.</p>`,
  })
  for (const name of ['linked', 'draft', 'deleted', 'planned', 'letter', 'page'])
    await makePost(db, { title: name, slug: `from-${name}` })
  await makePost(db, { title: 'itself', slug: 'itself', ...to('itself') })
  await makePost(db, { title: 'unpublished', slug: 'unpublished', published_at: null })
  await makePost(db, { title: 'linking', ...to('from-linked') })
  await makePost(db, { title: 'a draft', ...to('from-draft'), published_at: null })
  await makePost(db, { title: 'a deleted one', ...to('from-deleted'), deleted_at: '2026-01-01T00:00:00.000Z' })
  await makePost(db, { title: 'a planned one', ...to('from-planned'), published_at: '2999-01-01T00:00:00.000Z' })
  await makePost(db, { title: 'a letter', ...to('from-letter'), kind: 'newsletter' })
  await makePost(db, { title: 'a page', ...to('from-page'), kind: 'page' })
  const path = '/api/posts?status=all&links=none&sort=title&direction=asc'
  expect(await titles(asOwner, path)).toEqual(['deleted', 'draft', 'itself', 'letter', 'linking', 'planned'])
  expect(await titles(asOwner, `${path}&q=planned`)).toEqual(['planned'])
  expect((await asOwner('/api/posts?status=all&links=some')).status).toBe(400)
})
