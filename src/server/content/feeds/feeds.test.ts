import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, onTestFinished, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { fixturePost } from '../../../../test/fixture-post.ts'
import { imageForm, plainPicture } from '../../../../test/pictures.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { type BlobStorage, StorageError } from '../../platform/storage/blob-storage.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { keepFeedOrigin } from './feed-ids.repo.ts'

type Item = Record<'title' | 'link' | 'description' | 'pubDate' | 'content:encoded', string> & {
  guid: { '#text': string; isPermaLink?: string } | string
  category?: unknown
  enclosure?: Record<'url' | 'type' | 'length', string>
}
type Rss = {
  version: string
  channel: Record<'title' | 'link' | 'description' | 'lastBuildDate' | 'language', string> & {
    item?: Item[]
    'atom:link': { href: string; rel: string; type: string }
  }
}

async function readRss(request: TestApp['request']): Promise<Rss> {
  const response = await request('/feed.xml')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const xml = await response.text()
  expect(XMLValidator.validate(xml)).toBe(true)
  // Characters that XML 1.0 (2.2) forbids and the validator accepts.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(xml).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'item',
    parseTagValue: false,
    htmlEntities: true,
  })
  return (parser.parse(xml) as { rss: Rss }).rss
}

test('the feed is RSS 2.0 with every element that RSS requires', async () => {
  const { db, request } = await testApp()
  await makePost(db, {
    slug: 'washing',
    title: 'Washing',
    excerpt: 'Gently.',
    published_at: '2026-02-01T14:30:00.000Z',
  })
  const { version, channel } = await readRss(request)
  expect(version).toBe('2.0')
  expect(channel).toMatchObject({ title: 'Dewlight', link: `${TEST_ORIGIN}/`, language: 'en-US' })
  expect(channel.description).not.toBe('')
  expect(channel['atom:link']).toMatchObject({
    href: `${TEST_ORIGIN}/feed.xml`,
    rel: 'self',
    type: 'application/rss+xml',
  })
  expect(new Date(channel.lastBuildDate).toISOString()).toBe('2026-02-01T14:30:00.000Z')
  expect(channel.item).toHaveLength(1)
  expect(channel.item![0]).toMatchObject({
    title: 'Washing',
    link: `${TEST_ORIGIN}/blog/washing`,
    description: 'Gently.',
    pubDate: 'Sun, 01 Feb 2026 14:30:00 GMT',
  })
})

/** The ids of the items in both feeds below `path`, which are the same. */
async function feedIds(request: TestApp['request'], path = ''): Promise<string[]> {
  const xml = await (await request(`${path}/feed.xml`)).text()
  const guids = [...xml.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)].map(([, guid]) => guid!)
  const { items } = (await (await request(`${path}/feed.json`)).json()) as { items: { id: string }[] }
  expect(items.map(({ id }) => id)).toEqual(guids)
  return guids
}

test('the id of an item stays when its post is renamed, and a post with its former slug has another', async () => {
  const { db, request, asOwner } = await testApp()
  const id = await makePost(db, { slug: 'washing' })
  const [first] = await feedIds(request)
  expect(first).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  const renamedPost = fixturePost({ slug: 'washing-well', publishedAt: '2026-01-01T12:00:00.000Z' })
  const saved = await asOwner(`/api/posts/${id}`, { method: 'PUT', json: renamedPost })
  expect(saved.status).toBe(200)
  await makePost(db, { slug: 'washing', published_at: '2025-12-01T12:00:00.000Z' })
  const [renamed, other] = await feedIds(request)
  expect(renamed).toBe(first)
  expect(other).not.toBe(first)
})

test('an item from before there were ids keeps its URL of then as its id, also under a new SITE_URL', async () => {
  const { db, request } = await testApp()
  await makePost(db, { slug: 'renamed', feed_id: '/blog/hände' })
  expect(await feedIds(request)).toEqual([`${TEST_ORIGIN}/blog/hände`])
  for (const origin of ['https://old.example', 'https://new.example'])
    await keepFeedOrigin(db, origin, '2026-03-10T15:00:00.000Z')
  expect(await feedIds(request)).toEqual(['https://old.example/blog/hände'])
})

test('an item without an excerpt is described by the first sentences of its text', async () => {
  const { db, request } = await testApp()
  const content = '<h2>Introduction</h2><p>Oils go last.</p><ul><li>Wait a minute.</li></ul>'
  await makePost(db, { excerpt: '', content })
  expect((await readRss(request)).channel.item![0]!.description).toBe('Oils go last. Wait a minute.')
})

test('an item has the whole article with absolute URLs', async () => {
  const { db, request } = await testApp()
  const content =
    '<p>See <a href="/blog/other">this</a> and <a href="https://example.com/a?b=1&amp;c=2">that</a>.</p><img src="/media/k/640.jpg" alt="A jar">'
  await makePost(db, { content })
  const html = (await readRss(request)).channel.item![0]!['content:encoded']
  expect(html).toContain(`<a href="${TEST_ORIGIN}/blog/other">this</a>`)
  expect(html).toContain('<a href="https://example.com/a?b=1&amp;c=2">that</a>')
  expect(html).toContain(`src="${TEST_ORIGIN}/media/k/640.jpg"`)
  expect(html).not.toMatch(/(?:href|src)="(?!https?:)/)
})

/** Publishes a post with a cover of the library, of which variants exist up to 800 pixels. */
async function makeIllustratedPost({ db, asOwner }: TestApp): Promise<OwnerImage> {
  const body = imageForm(await plainPicture(800, 400).png().toBuffer(), 'cover.png')
  const image = (await (await asOwner('/api/images', { body })).json()) as OwnerImage
  await makePost(db, { cover_image: image.url })
  return image
}

test('the image of an item has its real type and its length in bytes', async () => {
  const app = await testApp()
  const { picture } = await makeIllustratedPost(app)
  const { enclosure } = (await readRss(app.request)).channel.item![0]!
  const file = await app.media.find(picture.key, '800.jpg')
  const { size } = await stat(file!)
  expect(size).toBeGreaterThan(0)
  expect(enclosure).toEqual({
    url: `${TEST_ORIGIN}/media/${picture.key}/800.jpg`,
    type: 'image/jpeg',
    length: String(size),
  })
  const json = (await (await app.request('/feed.json')).json()) as { items: { image: string }[] }
  expect(json.items[0]!.image).toBe(`${TEST_ORIGIN}/media/${picture.key}/800.jpg`)
})

test('while the media storage is unavailable, the feed has its items without their images', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-feed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const media = createFolderStorage(folder)
  let isDown = false
  const find: BlobStorage['find'] = async (key, name) => {
    if (isDown) throw new StorageError('media-unreachable', 'a timeout')
    return media.find(key, name)
  }
  const app = await testApp({ media: { ...media, find } })
  await makeIllustratedPost(app)
  isDown = true
  const [item] = (await readRss(app.request)).channel.item!
  expect(item).not.toHaveProperty('enclosure')
})

test('the feed is well-formed for any content', async () => {
  const { db, request } = await testApp()
  const nasty = [
    'A & B < C > "D"',
    ']]>',
    '<![CDATA[ x ]]>',
    'é 🧴 皮膚',
    '&nbsp;&copy;',
    '<b>bold</b>',
    'bell \u0007 tab \u000b',
  ]
  for (const [i, title] of nasty.entries())
    await makePost(db, { title, slug: `post-${i}`, excerpt: title, content: `<p>${title}</p>`, keywords: title })
  const titles = (await readRss(request)).channel.item!.map((item) => item.title)
  expect(titles).toHaveLength(nasty.length)
  expect(titles).toContain('é 🧴 皮膚')
})

test('the feed lists the newest twenty posts, newest first', async () => {
  const { db, request } = await testApp()
  for (let i = 10; i < 35; i++) await makePost(db, { title: `Post ${i}`, published_at: `2026-01-01T12:00:${i}.000Z` })
  const titles = (await readRss(request)).channel.item!.map((item) => item.title)
  expect(titles).toEqual(Array.from({ length: 20 }, (_, i) => `Post ${34 - i}`))
})

test('a site without posts has a feed without items', async () => {
  const { request } = await testApp()
  expect((await readRss(request)).channel.item).toBeUndefined()
})

test('the JSON feed has the same items', async () => {
  const { db, request } = await testApp()
  await makePost(db, {
    slug: 'washing',
    title: 'Washing & "more"',
    content: '<p>See <a href="/shop">the shop</a>.</p>',
  })
  const response = await request('/feed.json')
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = (await response.json()) as Record<string, unknown> & { items: Record<string, unknown>[] }
  expect(feed.version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1(?:\.1)?$/)
  expect(feed).toMatchObject({
    title: 'Dewlight',
    home_page_url: `${TEST_ORIGIN}/`,
    feed_url: `${TEST_ORIGIN}/feed.json`,
  })
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]).toMatchObject({
    url: `${TEST_ORIGIN}/blog/washing`,
    title: 'Washing & "more"',
    date_published: '2026-01-01T12:00:00.000Z',
    content_html: `<p>See <a href="${TEST_ORIGIN}/shop">the shop</a>.</p>`,
  })
})

test('the sitemap lists every indexable page', async () => {
  const { db, request } = await testApp()
  const used = await makeCategory(db, { slug: 'sun-care' })
  await makeCategory(db, { slug: 'still-empty' })
  const hidden = await makeCategory(db, { slug: 'only-drafts' })
  await makePost(db, { slug: 'washing', category_id: used, updated_at: '2026-02-02T10:00:00.000Z' })
  await makePost(db, { slug: 'größe-&-farbe', category_id: used })
  await makePost(db, { slug: 'a-draft', category_id: hidden, published_at: null })
  expect(await (await request('/sitemap.xml')).text()).not.toContain('/about')
  await saveSettings(db, { aboutText: 'I am Ada.' }, '2026-02-02T10:00:00.000Z')
  const response = await request('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await response.text()
  expect(XMLValidator.validate(xml)).toBe(true)
  const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
    urlset: { '@_xmlns': string; url: { loc: string; lastmod?: string }[] }
  }
  expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  expect(urlset.url.map(({ loc }) => loc.replace(TEST_ORIGIN, '')).sort()).toEqual(
    [
      ...['/', '/about', '/affiliate-disclosure', '/blog', '/contact', '/privacy-policy', '/shop'],
      ...['/blog/category/sun-care', '/blog/gr%C3%B6%C3%9Fe-%26-farbe', '/blog/washing'],
    ].sort(),
  )
  expect(urlset.url.find(({ loc }) => loc.endsWith('/washing'))!.lastmod).toBe('2026-02-02T10:00:00.000Z')
})

test('a post or page that was scheduled is modified when it becomes public, in sitemap, feeds and API', async () => {
  const { db, request, asOwner } = await testApp()
  const written = { updated_at: '2026-01-05T10:00:00.000Z', published_at: '2026-02-03T08:00:00.000Z' }
  const scheduled = await makePost(db, { ...written, slug: 'scheduled' })
  await makePost(db, { ...written, slug: 'a-page', kind: 'page' })
  await makePost(db, { slug: 'revised', updated_at: '2026-03-01T09:00:00.000Z' })
  const xml = await (await request('/sitemap.xml')).text()
  expect(xml).toContain(`/blog/scheduled</loc><lastmod>${written.published_at}<`)
  expect(xml).toContain(`/a-page</loc><lastmod>${written.published_at}<`)
  expect(xml).toContain('/blog/revised</loc><lastmod>2026-03-01T09:00:00.000Z<')
  const { items } = (await (await request('/feed.json')).json()) as { items: { url: string; date_modified: string }[] }
  expect(items.map(({ date_modified }) => date_modified)).toEqual([written.published_at, '2026-03-01T09:00:00.000Z'])
  expect((await readRss(request)).channel.lastBuildDate).toBe('Sun, 01 Mar 2026 09:00:00 GMT')
  for (const path of ['/api/posts/scheduled', '/api/pages/a-page'])
    expect(await (await request(path)).json(), path).toMatchObject({ updatedAt: written.published_at })
  // The owner sees when she wrote it.
  expect(await (await asOwner(`/api/posts/${scheduled}/source`)).json()).toMatchObject({
    updatedAt: written.updated_at,
  })
})

test('robots.txt disallows admin, login, preview and API and names the sitemap', async () => {
  const { request } = await testApp()
  const text = await (await request('/robots.txt')).text()
  for (const path of ['/admin', '/login', '/api/']) expect(text).toContain(`Disallow: ${path}\n`)
  // Crawlers must load search pages to see their robots meta tag.
  expect(text).not.toContain('/search')
  expect(text).toContain(`Sitemap: ${TEST_ORIGIN}/sitemap.xml`)
})

test('posts with equal dates have one order in the sitemap', async () => {
  const { db, queries, request } = await testApp()
  for (const slug of ['a', 'b', 'c']) await makePost(db, { slug, published_at: '2026-03-01T12:00:00.000Z' })
  const xml = await (await request('/sitemap.xml')).text()
  expect([...xml.matchAll(/\/blog\/([abc])</g)].map(([, slug]) => slug)).toEqual(['c', 'b', 'a'])
  const lists = [...queries.keys()].filter((text) => /order by "(?:published_at|position)"/.test(text))
  expect(lists.filter((text) => !/order by .*"id"/.test(text))).toEqual([])
})

test('feeds name their author', async () => {
  const { db, request } = await testApp()
  await saveSettings(db, { authorName: 'Ada Moss' }, '2026-02-02T10:00:00.000Z')
  await makePost(db)
  const feed = await (await request('/feed.json')).json()
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    language: 'en-US',
    items: [{ authors: [{ name: 'Ada Moss', url: `${TEST_ORIGIN}/` }] }],
  })
  expect(await (await request('/feed.xml')).text()).toContain('<dc:creator>Ada Moss</dc:creator>')
})

test('links to Amazon in a feed lead to the post, with the sentence that it requires; those of others stay', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, {
    name: 'Oat cream',
    affiliate_link: 'https://www.amazon.com/dp/B01?tag=nora-20',
    price_minor: 8765,
    currency: 'SEK',
  })
  const content =
    `<p><a href="https://amzn.to/x1">My <b>cream</b></a>, <a href="https://amzn.to/x2">amzn.to/x2</a> and ` +
    `<a href="https://oat.sjv.io/c/1/2/3">another</a>.</p><div data-product-id="${id}"></div>`
  await makePost(app.db, { slug: 'washing', content })
  const feed = (await (await app.request('/feed.json')).json()) as { items: { content_html: string }[] }
  const html = feed.items[0]!.content_html
  const page = `href="${TEST_ORIGIN}/blog/washing"`
  expect(html).not.toMatch(/amazon\.com|amzn\.to|87\.65|SEK|View on Amazon/)
  expect(html).toContain(`<a ${page}>My <b>cream</b></a>, <a ${page}>See it in the post</a> and`)
  expect(html).toContain(`<a ${page} aria-label="See it in the post: Oat cream">See it in the post</a>`)
  expect(html).toContain('href="https://oat.sjv.io/c/1/2/3?')
  expect(html).toMatch(/<p>As an Amazon Associate I earn from qualifying purchases\.<\/p>$/)
  await makePost(app.db, { slug: 'plain', content: '<p>No links.</p>' })
  const [plain] = ((await (await app.request('/feed.json')).json()) as typeof feed).items
  expect(plain!.content_html).toBe('<p>No links.</p>')
})
