import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost, OwnerPostSummary, PostConflict } from '../../../contract/content/posts.ts'

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const input = {
  title: 'How to wash your face',
  slug: 'how-to-wash-your-face',
  excerpt: 'Lukewarm water and about a minute.',
  content: text,
  coverImage: '/media/none/640.jpg',
  publishedAt: '2026-03-01T09:30:00-05:00',
}

async function create(app: TestApp, over: object = {}): Promise<EditablePost> {
  const response = await app.asOwner('/api/posts', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as EditablePost
}

function save(app: TestApp, id: number, over: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return app.asOwner(`/api/posts/${id}`, { method: 'PUT', json: { ...input, ...over }, headers })
}

async function saved(app: TestApp, id: number, over: object = {}): Promise<EditablePost> {
  const response = await save(app, id, over)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as EditablePost
}

async function ownersTitles({ asOwner }: TestApp, query: string): Promise<string[]> {
  const response = await asOwner(`/api/posts?${query}`)
  expect(response.status, query).toBe(200)
  return ((await response.json()) as OwnerPostSummary[]).map((post) => post.title)
}

test('a post is created, read, saved and shown to visitors', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db, { name: 'Cleansing' })
  const post = await create(app, { categoryId: category, keywords: 'water', metaTitle: '', pinText: 'Save me' })
  expect(post).toMatchObject({
    title: 'How to wash your face',
    content: text,
    status: 'published',
    version: 1,
    publishedAt: '2026-03-01T14:30:00.000Z',
    createdAt: '2026-03-10T15:00:00.000Z',
    categoryName: 'Cleansing',
    isPinOptimized: true,
    isFeatured: false,
    metaTitle: null,
    pinText: 'Save me',
  })
  app.setNow('2026-03-10T15:05:00.000Z')
  expect(await saved(app, post.id, { title: 'Washing your face' })).toMatchObject({
    title: 'Washing your face',
    version: 2,
    categoryId: null,
    updatedAt: '2026-03-10T15:05:00.000Z',
    createdAt: '2026-03-10T15:00:00.000Z',
  })
  const source = await app.asOwner(`/api/posts/${post.id}/source`)
  expect(source.headers.get('etag')).toBe('"2"')
  expect(await source.json()).toMatchObject({ title: 'Washing your face', version: 2, status: 'published' })
  expect(await (await app.request(`/api/posts/${post.slug}`)).json()).toMatchObject({ title: 'Washing your face' })
  expect(app.changes()).toBe(2)
  expect(await (await app.asOwner('/api/audit')).json()).toMatchObject([
    { method: 'PUT', path: `/posts/${post.id}`, subject: 'Washing your face' },
    { method: 'POST', path: '/posts', subject: 'How to wash your face' },
  ])
})

test('a post without a date is a draft, with a future date it is scheduled, with a past date public', async () => {
  const app = await testApp()
  const draft = await create(app, { publishedAt: null })
  expect(draft.status).toBe('draft')
  expect((await app.request(`/api/posts/${draft.slug}`)).status).toBe(404)
  expect((await saved(app, draft.id, { publishedAt: '2026-03-10T15:10:00Z' })).status).toBe('scheduled')
  expect((await app.request(`/api/posts/${draft.slug}`)).status).toBe(404)
  app.setNow('2026-03-10T15:10:00.000Z')
  expect((await app.request(`/api/posts/${draft.slug}`)).status).toBe(200)
  expect(await (await app.asOwner(`/api/posts/${draft.id}/source`)).json()).toMatchObject({ status: 'published' })
})

test('a body is sanitised at every write', async () => {
  const app = await testApp()
  const hostile = `${text}<script>alert(1)</script><p onclick="alert(1)" class="x">And <a href="javascript:alert(1)">more</a>.</p>`
  const post = await create(app, { content: hostile })
  expect(post.content).toBe(`${text}<p>And <a>more</a>.</p>`)
  expect((await saved(app, post.id, { content: hostile })).content).toBe(post.content)
  const refused = await save(app, post.id, { content: `<script>${'a'.repeat(100)}</script>` })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    message: 'Content must be at least 50 characters',
    issues: [{ path: 'content', message: 'Content must be at least 50 characters' }],
  })
})

test('each invalid field is rejected with the specification’s message, and nothing is stored', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const before = await countRows(app.db)
  for (const [field, value, message] of [
    ['title', 'Four', 'Title must be at least 5 characters'],
    ['slug', 'four', 'Slug must be at least 5 characters'],
    ['slug', 'not/a/slug', 'Use letters, digits and hyphens only'],
    ['excerpt', 'Too short', 'Excerpt must be at least 10 characters'],
    ['content', 'Too short', 'Content must be at least 50 characters'],
    ['coverImage', 'x', 'Cover image URL is required'],
    ['coverImage', 'javascript:alert(1)', 'Use an image of the media library or an address with https://'],
    ['coverImage', '//evil.example/x.jpg', 'Use an image of the media library or an address with https://'],
    ['categoryId', 'one', 'Invalid input'],
    ['categoryId', 999, 'There is no such category'],
    ['publishedAt', 'tomorrow', 'Invalid input'],
    ['publishedAt', '0000-01-01T00:00:00Z', 'Invalid input'],
    ['publishedAt', '9999-12-31T23:59:59-12:00', 'Invalid input'],
    ['isPinOptimized', 'yes', undefined],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/api/posts'],
      ['PUT', `/api/posts/${id}`],
    ] as const) {
      const json = { ...input, slug: 'another-slug', [field]: value }
      const response = await app.asOwner(path, { method, json })
      expect(response.status, `${method} ${field} ${value}`).toBe(400)
      const body = (await response.json()) as { message: string; issues: { path: string }[] }
      if (message) expect(body.message, `${field} ${value}`).toBe(message)
      expect(body.issues.map((issue) => issue.path)).toContain(field)
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('a slug of another post is rejected with an issue, drafts included', async () => {
  const app = await testApp()
  await create(app, { publishedAt: null })
  const other = await create(app, { slug: 'another-slug' })
  const sentence = 'Another post has this slug. Please choose another one.'
  for (const response of [await app.asOwner('/api/posts', { json: input }), await save(app, other.id)]) {
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ message: sentence, issues: [{ path: 'slug', message: sentence }] })
  }
  expect(await (await app.asOwner(`/api/posts/${other.id}/source`)).json()).toMatchObject({ version: 1 })
})

test('a slug has one spelling, so that another case or form of it is another post’s', async () => {
  const app = await testApp()
  const post = await create(app, { slug: 'Cre\u0300me-Solaire' })
  expect(post).toMatchObject({ slug: 'crème-solaire' })
  for (const slug of ['CRÈME-SOLAIRE', 'cre\u0300me-solaire'])
    expect((await app.asOwner('/api/posts', { json: { ...input, slug } })).status, slug).toBe(422)
  const draft = await app.asOwner('/api/posts/drafts', {
    json: { ...input, slug: 'Sleeping-Masks', publishedAt: null },
  })
  const { id } = (await draft.json()) as { id: number }
  expect(await (await app.asOwner(`/api/posts/${id}/source`)).json()).toMatchObject({ slug: 'sleeping-masks' })
})

test('posts from before slugs had one spelling keep theirs when they are saved, also those that differ only in case', async () => {
  const app = await testApp()
  for (const slug of ['Twins-One', 'twins-one', 'Ölpflege-Guide']) {
    const id = await makePost(app.db, { slug })
    const changed = await saved(app, id, { slug, title: `Saved as ${slug}` })
    expect(changed).toMatchObject({ slug, title: `Saved as ${slug}` })
    const { version } = await saved(app, id, { slug, title: `Saved as ${slug}` })
    expect(version, 'nothing changed').toBe(changed.version)
    const put = { method: 'PUT', json: { ...input, slug, title: `Typed in ${slug}` } }
    expect((await app.asOwner(`/api/posts/${id}/draft`, put)).status).toBe(200)
    const source = (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
    expect(source).toMatchObject({ slug, draft: { slug } })
    const draft = await saved(app, id, { slug, publishedAt: null })
    expect(draft).toMatchObject({ slug, status: 'draft' })
    expect(await saved(app, id, { slug })).toMatchObject({ slug, status: 'published' })
  }
  expect((await app.asOwner('/api/posts', { json: { ...input, slug: 'ölpflege-guide' } })).status).toBe(422)
})

test('links and the cover of a post keep their Unicode form', async () => {
  const app = await testApp()
  const link = 'https://shop.example/cre\u0300me'
  const { id } = await create(app, { content: `${input.content}<p><a href="${link}">Buy</a></p>`, coverImage: link })
  const source = await (await app.asOwner(`/api/posts/${id}/source`)).json()
  expect(source).toMatchObject({ coverImage: link, content: expect.stringContaining(link) })
})

test('of concurrent creations with the same slug one succeeds', async () => {
  const app = await testApp()
  await app.asOwner('/api/audit')
  const answers = await Promise.all(Array.from({ length: 4 }, () => app.asOwner('/api/posts', { json: input })))
  expect(answers.map((result) => result.status).sort()).toEqual([201, 422, 422, 422])
  expect((await countRows(app.db)).posts).toBe(1)
})

test('a save of an older version is rejected with the current post', async () => {
  const app = await testApp()
  const post = await create(app)
  await saved(app, post.id, { title: 'Saved on the phone' })
  const response = await save(app, post.id, { title: 'Saved on the laptop' }, { 'if-match': '"1"' })
  expect(response.status).toBe(409)
  const conflict = (await response.json()) as PostConflict
  expect(conflict.message).toBe('This post was saved elsewhere in the meantime')
  expect(conflict.current).toMatchObject({ title: 'Saved on the phone', version: 2 })
  expect((await save(app, post.id, { title: 'Saved on the laptop' }, { 'if-match': '"2"' })).status).toBe(200)
  expect((await save(app, post.id, { title: 'Whatever it was' })).status).toBe(200)
  expect((await save(app, post.id, {}, { 'if-match': '"newest"' })).status).toBe(400)
})

test('of concurrent saves of the same version one succeeds', async () => {
  const app = await testApp()
  const post = await create(app)
  const answers = await Promise.all(
    ['First title', 'Second title', 'Third title'].map((title) => save(app, post.id, { title }, { 'if-match': '"1"' })),
  )
  expect(answers.map((result) => result.status).sort()).toEqual([200, 409, 409])
})

test('a save repeated with its idempotency key acts once and returns the same response', async () => {
  const app = await testApp()
  const key = { 'idempotency-key': 'the-first-save' }
  const create = () => app.asOwner('/api/posts', { json: input, headers: key })
  const [first, second] = [await create(), await create()]
  const post = (await first.json()) as EditablePost
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await second.json()).toEqual(post)
  const headers = { 'idempotency-key': 'the-second-save', 'if-match': '"1"' }
  for (const response of [
    await save(app, post.id, { title: 'Saved once' }, headers),
    await save(app, post.id, { title: 'Saved once' }, headers),
  ]) {
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ title: 'Saved once', version: 2 })
  }
  expect((await countRows(app.db)).posts).toBe(1)
})

test('the body limit of posts is larger than that of other requests', async () => {
  const app = await testApp()
  const post = await create(app, { content: `<p>${'ä'.repeat(150_000)}</p>` })
  expect(post.content).toHaveLength(150_007)
  const tooLong = await app.asOwner('/api/posts', { json: { ...input, content: 'a'.repeat(1_100_000) } })
  expect(tooLong.status).toBe(413)
  expect(await tooLong.json()).toEqual({ message: 'Please send at most 1024 kB' })
  expect((await app.request('/api/contacts', { json: { message: 'a'.repeat(300_000) } })).status).toBe(413)
})

test('a deleted post is found nowhere, and its slug is free', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db, { slug: 'cleansing' })
  const post = await create(app, { title: 'Vanishing cream', categoryId: category, isFeatured: true })
  expect((await app.asOwner(`/api/posts/${post.id}`, { method: 'DELETE' })).status).toBe(200)
  for (const path of [
    '/api/posts',
    '/api/posts?featured=true',
    '/api/posts?category=cleansing',
    `/api/posts/category/${category}`,
    '/api/posts?status=all',
    '/api/posts?status=published',
    '/api/posts?status=all&q=vanishing',
    '/api/posts.csv?status=all',
    '/api/search?q=vanishing',
    '/api/search?q=vanihsing',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
  ]) {
    const response = await app.asOwner(path)
    expect(response.status, path).toBe(200)
    expect(await response.text(), path).not.toMatch(/vanishing cream|how-to-wash/i)
  }
  for (const path of [
    `/api/posts/${post.slug}`,
    `/share/${post.slug}.png`,
    `/api/posts/${post.id}/source`,
    `/api/posts/${post.id}/revisions`,
    `/api/posts/~${post.id}`,
  ]) {
    expect((await app.asOwner(path)).status, path).toBe(404)
  }
  expect((await save(app, post.id)).status).toBe(404)
  expect((await app.asOwner(`/api/posts/${post.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await create(app, { title: 'A new post' })).slug).toBe(post.slug)
})

test('a deleted post is restored with its slug, or the conflict names the slug', async () => {
  const app = await testApp()
  const post = await create(app)
  const restore = () => app.asOwner(`/api/posts/${post.id}/restore`, { method: 'POST' })
  expect((await restore()).status).toBe(404)
  await app.asOwner(`/api/posts/${post.id}`, { method: 'DELETE' })
  expect((await restore()).status).toBe(200)
  expect(await (await app.request(`/api/posts/${post.slug}`)).json()).toMatchObject({ id: post.id, title: post.title })

  await app.asOwner(`/api/posts/${post.id}`, { method: 'DELETE' })
  const other = await create(app, { title: 'The one in its place' })
  const refused = await restore()
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({
    message:
      '“How to wash your face” cannot come back: its slug “how-to-wash-your-face” belongs to another post now. Change that one first.',
  })
  await saved(app, other.id, { slug: 'another-slug' })
  expect((await restore()).status).toBe(200)
})

test('a post from before slugs had one spelling is found in lowercase after its return from the trash', async () => {
  const app = await testApp()
  const put = async (slug: string) => {
    const id = await makePost(app.db, { slug })
    await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
    return id
  }
  const restore = (id: number) => app.asOwner(`/api/posts/${id}/restore`, { method: 'POST' })
  const found = async (slug: string) =>
    ((await (await app.request(`/api/posts/${encodeURIComponent(slug)}`)).json()) as EditablePost).slug
  expect((await restore(await put('Old-Ölpflege'))).status).toBe(200)
  for (const slug of ['Old-Ölpflege', 'old-ölpflege', 'OLD-ÖLPFLEGE']) expect(await found(slug)).toBe('Old-Ölpflege')
  const similar = await put('Twins-One')
  await makePost(app.db, { slug: 'twins-one' })
  expect((await restore(similar)).status).toBe(200)
  expect([await found('Twins-One'), await found('TWINS-ONE')]).toEqual(['Twins-One', 'twins-one'])
  const draft = await makePost(app.db, { slug: 'A-Draft', published_at: null })
  await saved(app, draft, { slug: 'a-draft' })
  expect(await found('a-draft')).toBe('A-Draft')
})

test('several posts are deleted and restored at once, all or none', async () => {
  const app = await testApp()
  const one = await create(app, { title: 'Number one', slug: 'number-one' })
  const two = await create(app, { title: 'Number two', slug: 'number-two' })
  await create(app, { title: 'Number three', slug: 'number-three' })
  const ids = [one.id, two.id]
  expect((await app.asOwner('/api/posts/delete', { json: { ids: [...ids, 999] } })).status).toBe(200)
  expect(await ownersTitles(app, 'status=all')).toEqual(['Number three'])
  expect(await (await app.asOwner('/api/audit?limit=1')).json()).toMatchObject([{ subject: 'Number one, Number two' }])
  const taken = await create(app, { title: 'Another two', slug: 'number-two' })
  expect((await app.asOwner('/api/posts/restore', { json: { ids } })).status).toBe(409)
  expect(await ownersTitles(app, 'status=all&sort=title')).toEqual(['Another two', 'Number three'])
  await app.asOwner(`/api/posts/${taken.id}`, { method: 'DELETE' })
  expect((await app.asOwner('/api/posts/restore', { json: { ids } })).status).toBe(200)
  expect(await ownersTitles(app, 'status=all&sort=title')).toEqual(['Number one', 'Number three', 'Number two'])
  for (const json of [{}, { ids: [] }, { ids: ['1'] }, { ids: [0] }]) {
    expect((await app.asOwner('/api/posts/delete', { json })).status).toBe(400)
  }
})

test('the owner’s list filters, searches and sorts, with drafts', async () => {
  const app = await testApp()
  const sun = await makeCategory(app.db)
  await makePost(app.db, { title: 'banana', published_at: null, updated_at: '2026-02-03T00:00:00.000Z' })
  await makePost(app.db, {
    title: 'Apple',
    category_id: sun,
    published_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-02-02T00:00:00.000Z',
  })
  await makePost(app.db, {
    title: 'Cherry',
    published_at: '2026-05-01T00:00:00.000Z',
    updated_at: '2026-02-01T00:00:00.000Z',
  })
  expect(await ownersTitles(app, 'status=all')).toEqual(['banana', 'Apple', 'Cherry'])
  expect(await ownersTitles(app, 'status=all&direction=asc')).toEqual(['Cherry', 'Apple', 'banana'])
  expect(await ownersTitles(app, 'status=all&sort=title')).toEqual(['Apple', 'banana', 'Cherry'])
  expect(await ownersTitles(app, 'status=all&sort=publishedAt')).toEqual(['Cherry', 'Apple', 'banana'])
  expect(await ownersTitles(app, 'status=all&sort=publishedAt&direction=asc')).toEqual(['banana', 'Apple', 'Cherry'])
  expect(await ownersTitles(app, 'status=draft')).toEqual(['banana'])
  expect(await ownersTitles(app, 'status=scheduled')).toEqual(['Cherry'])
  expect(await ownersTitles(app, 'status=published')).toEqual(['Apple'])
  expect(await ownersTitles(app, `status=all&categoryId=${sun}`)).toEqual(['Apple'])
  expect(await ownersTitles(app, 'status=all&q=bana')).toEqual(['banana'])
  expect(await ownersTitles(app, 'status=draft&q=apple')).toEqual([])
  expect(await ownersTitles(app, 'status=all&q=%21%3F')).toEqual([])
  const page = await app.asOwner('/api/posts?status=all&limit=1&page=2')
  expect(await page.json()).toMatchObject([{ title: 'Apple', status: 'published', version: 1 }])
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(page.headers.get('link')).toContain('rel="next"')
  for (const query of ['status=secret', 'status=', 'status=all&sort=content', 'status=all&categoryId=x']) {
    const refused = await app.asOwner(`/api/posts?${query}`)
    expect(refused.status, query).toBe(400)
    await expectSentence(refused)
  }
})

test('the CSV export escapes formulas', async () => {
  const app = await testApp()
  await makePost(app.db, { title: '=HYPERLINK("https://evil.example")', slug: 'a-formula', published_at: null })
  await makePost(app.db, { title: 'With, a comma and "quotes"', keywords: '+1', is_featured: true })
  const response = await app.asOwner('/api/posts.csv?status=all&sort=title')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="posts.csv"')
  const [header, first, second] = (await response.text()).split('\n')
  expect(header).toBe('id,title,slug,status,category,published,created,updated,keywords,featured,label,brand,sentence')
  expect(first).toContain(`"'=HYPERLINK(""https://evil.example"")",a-formula,draft,`)
  expect(second).toContain(`"With, a comma and ""quotes"""`)
  expect(second).toContain(`'+1,yes`)
})
