import sharp from 'sharp'
import { expect, test } from 'vitest'
import { attributesOf, headingOf, onlyElement, structuredDataOf, textsOf } from './elements.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { pages } from './pages.ts'
import { createOwner, createVisitor, origin } from './visitor.ts'

const indexed = [
  '/',
  '/blog',
  '/blog?page=2',
  '/blog/category/treatments',
  '/blog/retinol-for-beginners',
  '/ingredients/niacinamide',
  '/shop',
  '/shop?category=Serums',
  '/about',
  '/contact',
  '/newsletter',
  '/privacy-policy',
  '/affiliate-disclosure',
]

for (const path of indexed) {
  test(`2 Head: ${path} has its search-engine and social-card tags once`, async () => {
    const visitor = createVisitor()
    const { document } = await visitor.open(path)
    expect(document.querySelectorAll('head > title')).toHaveLength(1)
    expect(document.title.length).toBeGreaterThan(5)
    const url = origin + path
    expect(only(document, 'link[rel=canonical]', 'href')).toBe(url)
    expect(only(document, 'meta[property="og:url"]')).toBe(url)
    expect(only(document, 'meta[property="og:title"]')).toBe(document.title)
    expect(only(document, 'meta[name="twitter:title"]')).toBe(document.title)
    expect(only(document, 'meta[property="og:site_name"]')).toBe('Dewlight')
    expect(only(document, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    expect(only(document, 'meta[property="og:type"]')).toBe(path.startsWith('/blog/retinol') ? 'article' : 'website')
    const description = only(document, 'meta[name=description]')
    expect(description.length).toBeGreaterThan(30)
    expect(only(document, 'meta[property="og:description"]')).toBe(description)
    expect(only(document, 'meta[name="twitter:description"]')).toBe(description)
    expect(document.querySelectorAll('meta[name=robots]')).toHaveLength(0)
    const image = only(document, 'meta[property="og:image"]')
    expect(image.startsWith(`${origin}/`)).toBe(true)
    expect(only(document, 'meta[name="twitter:image"]')).toBe(image)
    const response = await visitor.fetch(image)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^image\/(?:png|jpeg)$/)
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([
      only(document, 'meta[property="og:image:width"]'),
      only(document, 'meta[property="og:image:height"]'),
    ]).toEqual([String(width), String(height)])
    expect(document.documentElement.lang).toBe('en')
    expect(document.querySelectorAll('head meta[content=""]')).toHaveLength(0)
    expect(JSON.stringify(structuredDataOf(document))).not.toMatch(/:(?:""|null|\[\]|\{\})/)
  })
}

test('2 Head: titles and descriptions differ from page to page', async () => {
  const visitor = createVisitor()
  const heads = await Promise.all(indexed.map(async (path) => (await visitor.fetch(path)).text()))
  for (const pattern of [/<title>([^<]*)<\/title>/, /<meta name="description" content="([^"]*)"/]) {
    const texts = heads.map((html) => pattern.exec(html)?.[1])
    expect(texts).not.toContain(undefined)
    expect(new Set(texts).size).toBe(indexed.length)
  }
})

test('2 Head: login, admin, searches, the confirmation of a sign-up and not-found are not indexed', async () => {
  const searches = ['/search', '/search?q=sunscreen', '/search?q=zeppelin']
  for (const path of ['/login', '/admin', ...searches, '/newsletter?subscribed=1', '/no-such-page']) {
    const { document } = await createVisitor().open(path)
    expect.soft(only(document, 'meta[name=robots]'), path).toMatch(/noindex/)
    expect.soft(document.querySelectorAll('link[rel=canonical]'), path).toHaveLength(0)
  }
})

test('2 Post: an article structured-data block', async () => {
  const visitor = createVisitor()
  const post = await findPost('retinol-for-beginners')
  const { document } = await visitor.open('/blog/retinol-for-beginners')
  const article = structuredDataOf(document).find((data) => data['@type'] === 'Article')!
  expect(article).toMatchObject({
    '@context': 'https://schema.org',
    headline: 'Retinol for Beginners: Start Slow, Stay Patient',
    description: post.metaDescription,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    mainEntityOfPage: `${origin}/blog/retinol-for-beginners`,
    articleSection: 'Treatments',
  })
  expect(article.author).toMatchObject({ name: expect.stringMatching(/./) })
  expect(article.publisher).toMatchObject({ name: 'Dewlight' })
  const [image] = [article.image].flat() as string[]
  expect((await visitor.fetch(image!)).status).toBe(200)
})

test('2 Post: its own meta title and description, and article tags', async () => {
  const post = await findPost('retinol-for-beginners')
  const { document } = await createVisitor().open('/blog/retinol-for-beginners')
  expect(document.title).toBe(post.metaTitle)
  expect(only(document, 'meta[name=description]')).toBe(post.metaDescription)
  expect(only(document, 'meta[property="article:published_time"]')).toBe(post.publishedAt)
  expect(only(document, 'meta[property="article:section"]')).toBe('Treatments')
  expect(attributesOf(document.querySelectorAll('meta[property="article:tag"]'), 'content')).toEqual(
    post.keywords.split(',').map((keyword) => keyword.trim()),
  )
})

test('2 Post: a breadcrumb structured-data block', async () => {
  const { document } = await createVisitor().open('/blog/retinol-for-beginners')
  const trail = structuredDataOf(document).find((data) => data['@type'] === 'BreadcrumbList')!
  const steps = trail.itemListElement as { position: number; name: string; item: string }[]
  expect(steps.map(({ position }) => position)).toEqual(steps.map((_, i) => i + 1))
  expect(steps[0]).toMatchObject({ name: 'Home', item: `${origin}/` })
  expect(steps[1]).toMatchObject({ name: 'Blog', item: `${origin}/blog` })
  expect(steps.at(-1)).toMatchObject({ name: 'Retinol for Beginners: Start Slow, Stay Patient' })
})

test('2 Shop: its products are structured data', async () => {
  const { document } = await createVisitor().open('/shop?category=Serums')
  const list = structuredDataOf(document).find((data) => data['@type'] === 'ItemList')!
  type Item = { name: string; offers: { price: string; priceCurrency: string } }
  const items = list.itemListElement as ({ item: Item } | { name: string; url: string })[]
  const names = items.map((each) => ('item' in each ? each.item.name : each.name))
  expect(names).toEqual(textsOf(document.querySelectorAll('article :is(h2, h3)')))
  // Those of Amazon have no offer, since their prices are not shown.
  const offers = items.flatMap((each) => ('item' in each ? each.item.offers : []))
  expect(offers.length).toBeGreaterThan(0)
  for (const { price, priceCurrency } of offers) {
    expect(price).toMatch(/^\d+\.\d\d$/)
    expect(priceCurrency).toBe('USD')
  }
})

test('2 Head: a title cannot end the elements that it stands in early', async () => {
  const owner = await createOwner()
  const title = 'Own post </script></title><b id="escaped">x</b>'
  const post = await createFixturePost(owner, { title })
  const { document } = await createVisitor().open(`/blog/${post.slug}`)
  await deleteFixturePost(owner, post)
  expect(headingOf(document)).toBe(title)
  expect(document.title).toContain(title)
  expect(document.querySelectorAll('#escaped')).toHaveLength(0)
  expect(structuredDataOf(document).map((data) => data.headline)).toContain(title)
})

test('2 Head: a post without an excerpt is described by its text, and one without a text by nothing', async () => {
  const owner = await createOwner()
  const posts = [
    {
      title: 'Only a text',
      content: '<h2>Oils</h2><p>Oils go last, because nothing gets through them afterwards.</p>',
    },
    { title: 'Only a picture', content: '<p><img src="/media/none/640.jpg" alt=""></p><hr><hr><hr>' },
  ]
  const heads: string[] = []
  for (const over of posts) {
    const post = await createFixturePost(owner, { ...over, excerpt: '', keywords: '', metaDescription: null })
    const { document } = await createVisitor().open(`/blog/${post.slug}`)
    await deleteFixturePost(owner, post)
    expect(document.querySelectorAll('head meta[content=""]')).toHaveLength(0)
    expect(JSON.stringify(structuredDataOf(document))).not.toMatch(/:(?:""|null|\[\]|\{\})/)
    heads.push(document.querySelector('meta[name=description]')?.getAttribute('content') ?? 'none')
  }
  expect(heads).toEqual(['Oils go last, because nothing gets through them afterwards.', 'none'])
})

test('2 Head: the feeds that pages name are there', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/')
  const feeds = attributesOf(document.querySelectorAll('link[rel=alternate]'), 'href')
  expect(feeds.length).toBeGreaterThan(0)
  for (const feed of feeds) expect((await visitor.fetch(feed!)).status).toBe(200)
})

test('2 Routes: every route responds with its status', async () => {
  for (const { path, status } of pages) expect.soft((await createVisitor().fetch(path)).status, path).toBe(status)
})

/** The content of the only matching element. */
function only(document: Document, selector: string, attribute = 'content'): string {
  return onlyElement(document, selector).getAttribute(attribute)!
}

type Post = Record<'metaTitle' | 'metaDescription' | 'publishedAt' | 'updatedAt' | 'keywords', string>

async function findPost(slug: string): Promise<Post> {
  const response = await createVisitor().fetch(`/api/posts/${slug}`)
  return (await response.json()) as Post
}
