import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { BuiltInPageState, Page } from '../../../contract/content/pages.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import type { SearchResults } from '../../../contract/content/search.ts'
import { createReadCache } from '../../platform/http/read-cache.ts'

const input = {
  title: 'Start here',
  slug: 'start-here',
  content: '<p>Three products, two minutes, every day: this is where a calm routine begins.</p>',
  publishedAt: '2026-03-01T12:00:00.000Z',
}

async function create({ asOwner }: TestApp, over: object = {}): Promise<EditablePost> {
  const response = await asOwner('/api/pages', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as EditablePost
}

test('a page needs a title and a text, and is public at once', async () => {
  const app = await testApp()
  const created = await create(app)
  expect(created).toMatchObject({ kind: 'page', status: 'published', version: 1, coverImage: '', categoryId: null })
  const response = await app.request('/api/pages/start-here')
  expect(response.status).toBe(200)
  expect((await response.json()) as Page).toMatchObject({
    title: 'Start here',
    slug: 'start-here',
    description: 'Three products, two minutes, every day: this is where a calm routine begins.',
    picture: null,
  })
})

test('a page is described by its first sentences, without headings, captions and tables', async () => {
  const app = await testApp()
  const content =
    '<h2>Why less is more</h2><figure><img src="https://example.com/a.jpg" alt="A"><figcaption>My shelf</figcaption></figure><table><tbody><tr><td>1</td></tr></tbody></table><p>Three products are enough.</p><p>Two minutes are, too.</p>'
  await create(app, { content })
  expect(await (await app.request('/api/pages/start-here')).json()).toMatchObject({
    description: 'Three products are enough. Two minutes are, too.',
  })
})

test.each([
  [{ title: 'Hi' }, 'title', 'Title must be at least 5 characters'],
  [{ slug: 'x' }, 'slug', 'Slug must be at least 2 characters'],
  [{ slug: 'a b' }, 'slug', 'Use letters, digits and hyphens only'],
  [{ content: '<p>Short.</p>' }, 'content', 'Content must be at least 50 characters'],
  [{ slug: 'blog' }, 'slug', 'The address /blog belongs to the site itself. Please choose another slug.'],
  [{ slug: 'api' }, 'slug', 'The address /api belongs to the site itself. Please choose another slug.'],
  [{ slug: 'Media' }, 'slug', 'The address /media belongs to the site itself. Please choose another slug.'],
])('a page with %j is rejected: %s', async (over, path, message) => {
  const { asOwner } = await testApp()
  const response = await asOwner('/api/pages', { json: { ...input, ...over } })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
})

test('a page is not a post: in no list, feed or address of the blog, and saved as a page only', async () => {
  const app = await testApp()
  const { id, version } = await create(app)
  expect(await (await app.request('/api/posts')).json()).toEqual([])
  expect((await app.request('/api/posts/start-here')).status).toBe(404)
  expect(await (await app.request('/feed.xml')).text()).not.toContain('Start here')
  const headers = { 'if-match': `"${version}"` }
  const post = { ...input, coverImage: 'https://example.com/a.jpg' }
  expect((await app.asOwner(`/api/posts/${id}`, { method: 'PUT', json: post, headers })).status).toBe(404)
  const other = await makePost(app.db)
  expect((await app.asOwner(`/api/pages/${other}`, { method: 'PUT', json: input })).status).toBe(404)
})

test('a changed slug redirects, and the old one is free when a page takes it', async () => {
  const app = await testApp()
  const page = await create(app)
  const put = (slug: string) => app.asOwner(`/api/pages/${page.id}`, { method: 'PUT', json: { ...input, slug } })
  expect((await put('begin-here')).status).toBe(200)
  const moved = await app.request('/api/pages/start-here')
  expect(moved.headers.get('content-location')).toBe('/api/pages/begin-here')
  expect(await moved.json()).toMatchObject({ slug: 'begin-here' })
  const second = await create(app, { title: 'Another start' })
  expect(await (await app.request('/api/pages/start-here')).json()).toMatchObject({ id: second.id })
  const taken = await put('start-here')
  expect(taken.status).toBe(422)
  expect(await taken.json()).toMatchObject({ issues: [{ path: 'slug' }] })
})

test('drafts, scheduled and deleted pages and templates are hidden, working copies too', async () => {
  const app = await testApp()
  const page = await create(app)
  await makePost(app.db, { kind: 'page', slug: 'a-draft', published_at: null })
  await makePost(app.db, { kind: 'page', slug: 'scheduled', published_at: '2026-03-10T15:30:00.000Z' })
  await makePost(app.db, { kind: 'template', slug: 'a-template' })
  await makePost(app.db, { slug: 'a-post' })
  const status = async (slug: string) => (await app.request(`/api/pages/${slug}`)).status
  for (const slug of ['a-draft', 'scheduled', 'a-template', 'a-post', 'none'])
    expect(await status(slug), slug).toBe(404)
  app.setNow('2026-03-10T15:30:00.000Z')
  expect(await status('scheduled')).toBe(200)

  const draft = { ...input, title: 'Unpublished title', coverImage: '' }
  const headers = { 'if-match': `"${page.version}"` }
  expect((await app.asOwner(`/api/posts/${page.id}/draft`, { method: 'PUT', json: draft, headers })).status).toBe(200)
  expect(await (await app.request('/api/pages/start-here')).json()).toMatchObject({ title: 'Start here' })
  await app.asOwner(`/api/posts/${page.id}`, { method: 'DELETE' })
  expect(await status('start-here')).toBe(404)
})

test('the sitemap and the search have pages, each once', async () => {
  const app = await testApp()
  await create(app)
  await create(app, { title: 'Privacy, in my words', slug: 'privacy-policy' })
  await makePost(app.db, { kind: 'page', slug: 'hidden', title: 'Calm draft', published_at: null })
  const xml = await (await app.request('/sitemap.xml')).text()
  const { urlset } = new XMLParser().parse(xml) as { urlset: { url: { loc: string; lastmod?: string }[] } }
  const paths = urlset.url.map(({ loc }) => loc.replace(TEST_ORIGIN, ''))
  expect(paths.filter((path) => path === '/start-here')).toHaveLength(1)
  expect(paths.filter((path) => path === '/privacy-policy')).toHaveLength(1)
  expect(paths).not.toContain('/hidden')

  const search = async (q: string) => (await (await app.request(`/api/search?q=${q}`)).json()) as SearchResults
  expect((await search('calm')).pages?.map(({ slug }) => slug).sort()).toEqual(['privacy-policy', 'start-here'])
  expect((await search('calm')).posts).toEqual([])
  await makePost(app.db, { title: 'A calm evening' })
  expect((await search('calm')).posts).toHaveLength(1)
  expect(await search('zeppelin')).toEqual({ posts: [], products: [] })
})

test('a page that takes the place of a built-in text is listed with it; deleting it brings the default back', async () => {
  const app = await testApp()
  const states = async () => (await (await app.asOwner('/api/pages')).json()) as BuiltInPageState[]
  expect(await states()).toEqual([
    { slug: 'about', page: null },
    { slug: 'privacy-policy', page: null },
    { slug: 'affiliate-disclosure', page: null },
    { slug: 'imprint', page: null },
  ])
  const created = await app.asOwner('/api/posts/drafts', {
    json: { ...input, kind: 'page', title: 'About Me', slug: 'about' },
  })
  const { id, version } = (await created.json()) as { id: number; version: number }
  expect((await states())[0]).toMatchObject({ slug: 'about', page: { id, status: 'draft' } })
  const site = async () => (await (await app.request('/api/site')).json()) as object
  expect(await site()).not.toHaveProperty('editedPages')

  const headers = { 'if-match': `"${version}"` }
  const json = { ...input, title: 'About Me', slug: 'about' }
  expect((await app.asOwner(`/api/pages/${id}`, { method: 'PUT', json, headers })).status).toBe(200)
  expect(await site()).toMatchObject({ editedPages: ['about'] })
  await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  expect(await site()).not.toHaveProperty('editedPages')
  expect((await states())[0]).toEqual({ slug: 'about', page: null })
  await app.asOwner(`/api/posts/${id}/restore`, { method: 'POST' })
  expect(await site()).toMatchObject({ editedPages: ['about'] })
})

test('the draft of a built-in page is found while a post has its slug', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'about' })
  await app.asOwner('/api/posts/drafts', { json: { ...input, kind: 'page', slug: 'about' } })
  const [about] = (await (await app.asOwner('/api/pages')).json()) as BuiltInPageState[]
  expect(about).toMatchObject({ slug: 'about', page: { status: 'draft' } })
})

test('a made-up path needs no query, once the slugs of the pages are known', async () => {
  const clock = () => new Date('2026-03-10T15:00:00.000Z')
  const app = await testApp({ readCache: createReadCache({ clock, loadNextChange: async () => undefined }) })
  await create(app)
  expect((await app.request('/api/pages/made-up')).status).toBe(404)
  app.queries.clear()
  for (const slug of ['made-up', 'wp-login', 'another'])
    expect((await app.request(`/api/pages/${slug}`)).status).toBe(404)
  expect([...app.queries.keys()]).toEqual([])
})
