import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AutomaticNewsletter } from '../../src/contract/audience/automatic-newsletters.ts'
import type { NewsletterClicks } from '../../src/contract/audience/newsletter-clicks.ts'
import type { NewsletterEarnings } from '../../src/contract/audience/newsletter-earnings.ts'
import type { NewsletterPreview, NewsletterSummary } from '../../src/contract/audience/newsletters.ts'
import type { UnattributedGroup, UnknownProduct } from '../../src/contract/shop/earning-rules.ts'
import type { EarningsSummary } from '../../src/contract/shop/earnings.ts'
import { placementCode } from '../../src/contract/shop/placements.ts'
import type { Program } from '../../src/contract/shop/programs.ts'
import { cleanHtml } from '../../src/server/content/rich-text/clean-html.ts'
import { isEmpty } from '../../src/server/platform/db/is-empty.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { createFolderStorage } from '../../src/server/platform/storage/folder-storage.ts'
import { countRows } from '../../test/count-rows.ts'
import { startSmtp } from '../../test/smtp-server.ts'
import { testApp } from '../../test/test-app.ts'
import { demoNewsletters } from '../content/newsletters.ts'
import { productsIn } from './article-html.ts'
import { seedDemo } from './seed-demo.ts'

const today = new Date('2026-03-10T15:00:00.000Z')
const pages = [
  '/',
  '/blog',
  '/letters',
  '/shop',
  '/about',
  '/contact',
  '/newsletter',
  '/privacy-policy',
  '/affiliate-disclosure',
]

async function seededApp(choices: Parameters<typeof testApp>[0] = {}) {
  const mediaDir = mkdtempSync(path.join(tmpdir(), 'dewlight-seed-'))
  onTestFinished(() => rmSync(mediaDir, { recursive: true, force: true }))
  const app = await testApp(choices)
  await seedDemo(app.db, { media: createFolderStorage(mediaDir), today, demoDir: 'demo' })
  return { ...app, mediaDir }
}

/** Every row of the seed without its random parts: password salt and unsubscribe tokens. */
async function readRows(db: Db): Promise<unknown[]> {
  const posts = await db.selectFrom('posts').selectAll().orderBy('id').execute()
  return [
    await db.selectFrom('categories').selectAll().orderBy('id').execute(),
    // The ids in feeds are random.
    posts.map(({ feed_id: _, ...post }) => post),
    await db.selectFrom('newsletters').selectAll().orderBy('post_id').execute(),
    await db.selectFrom('newsletter_recipients').selectAll().orderBy('id').execute(),
    await db.selectFrom('suppressions').selectAll().orderBy('email').execute(),
    await db.selectFrom('products').selectAll().orderBy('id').execute(),
    await db.selectFrom('product_terms').selectAll().orderBy('product_id').orderBy('kind').orderBy('key').execute(),
    await db.selectFrom('product_ingredients').selectAll().orderBy('product_id').orderBy('position').execute(),
    await db.selectFrom('ingredients').selectAll().orderBy('id').execute(),
    await db.selectFrom('routines').selectAll().orderBy('id').execute(),
    await db.selectFrom('images').selectAll().orderBy('id').execute(),
    await db.selectFrom('settings').selectAll().orderBy('key').execute(),
    await db.selectFrom('link_clicks').selectAll().orderBy('id').execute(),
    await db.selectFrom('conversions').selectAll().orderBy('id').execute(),
    await db.selectFrom('daily_totals').selectAll().orderBy('day').orderBy('product_id').execute(),
    await db.selectFrom('contacts').selectAll().orderBy('id').execute(),
    await db
      .selectFrom('subscribers')
      .select(['id', 'email', 'name', 'is_active', 'created_at', 'unsubscribed_at'])
      .orderBy('id')
      .execute(),
    await db.selectFrom('consents').selectAll().orderBy('id').execute(),
    await db.selectFrom('users').select(['username', 'name', 'bio', 'is_demo']).execute(),
  ]
}

test('the demo is a site worth looking at, and all of it hangs together', { timeout: 120_000 }, async () => {
  const { db, request, mediaDir } = await seededApp()
  expect(await isEmpty(db)).toBe(false)
  const rows = await countRows(db)
  expect(rows.categories).toBe(6)
  expect(rows).toMatchObject({ posts: 24 + demoNewsletters.length, products: 42, ingredients: 20, routines: 6 })

  const posts = await db.selectFrom('posts').selectAll().where('kind', '=', 'post').execute()
  const isPublished = (post: (typeof posts)[number]) =>
    post.published_at !== null && post.published_at <= today.toISOString()
  const published = posts.filter(isPublished)
  const hidden = posts.filter((post) => !isPublished(post))
  const categories = await db.selectFrom('categories').select(['id', 'slug']).execute()
  const images = await db.selectFrom('images').select(['url', 'key', 'alt_text']).execute()

  // Every link of an article leads to a page, and every picture is there.
  const known = new Set([
    ...pages,
    ...categories.map(({ slug }) => `/blog/category/${slug}`),
    ...published.map(({ slug }) => `/blog/${slug}`),
    ...images.map(({ url }) => url),
  ])
  for (const post of published) {
    expect(cleanHtml(post.content), post.slug).toBe(post.content)
    expect(post.excerpt.length, post.slug).toBeGreaterThanOrEqual(10)
    expect(
      categories.some(({ id }) => id === post.category_id),
      post.slug,
    ).toBe(true)
    for (const [, address] of post.content.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(known, post.slug).toContain(address)
  }
  const shown = [
    ...posts.map((post) => post.cover_image),
    ...(await db.selectFrom('products').select('image_url').execute()).map((product) => product.image_url),
  ]
  for (const url of shown) expect(images.map((image) => image.url)).toContain(url)
  for (const { key, alt_text } of images) {
    expect(existsSync(path.join(mediaDir, key, 'source'))).toBe(true)
    expect(alt_text).not.toBe('')
  }

  // Most show products, each as it is in the shop, and none refers to what is not there.
  const selling = published.filter((post) => productsIn(post.content).size > 0)
  expect(selling.length).toBeGreaterThanOrEqual(16)
  for (const { slug } of selling) {
    const { content: shown } = (await (await request(`/api/posts/${slug}`)).json()) as { content: string }
    expect(shown, slug).toMatch(/<picture>.*data-part="shop-now">(?:Shop Now|View on Amazon)/s)
    expect(shown, slug).toMatch(/\$\d+\.\d\d<|See price at|\$\d+\.\d\d at/)
  }
  for (const noun of ['product', 'ingredient', 'routine'] as const) {
    const table = await db.selectFrom(`${noun}s`).select(['id', 'is_active']).execute()
    const active = new Set(table.flatMap(({ id, is_active }) => (is_active ? id : [])))
    for (const { slug, content } of posts)
      for (const [, list] of content.matchAll(new RegExp(` data-${noun}-ids?="([\\d,]+)"`, 'g')))
        for (const id of list!.split(',')) expect(active, `${slug} ${noun} ${id}`).toContain(Number(id))
  }

  // No draft and no scheduled post shows anywhere.
  for (const address of ['/api/posts', '/api/posts?featured=true', '/feed.xml', '/feed.json', '/sitemap.xml']) {
    const text = await (await request(address)).text()
    for (const { slug, title } of hidden) {
      expect(text, address).not.toContain(`/${slug}`)
      expect(text, address).not.toContain(title)
    }
  }
  for (const { slug, title } of hidden) {
    expect((await request(`/api/posts/${slug}`)).status).toBe(404)
    expect(await (await request(`/api/search?q=${encodeURIComponent(title)}`)).text()).not.toContain(`"${slug}"`)
  }
  expect((await request('/api/posts')).headers.get('x-total-count')).toBe(String(published.length))

  // Three months of clicks, whose daily totals add up.
  const clicks = await db.selectFrom('link_clicks').select(['filtered_reason']).execute()
  const conversions = await db.selectFrom('conversions').select('revenue_minor').execute()
  const totals = await db.selectFrom('daily_totals').selectAll().execute()
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
  expect(sum(totals.map((total) => total.clicks))).toBe(clicks.filter((click) => click.filtered_reason === null).length)
  expect(sum(totals.map((total) => total.filtered_clicks))).toBe(
    clicks.filter((click) => click.filtered_reason !== null).length,
  )
  expect(sum(totals.map((total) => total.conversions))).toBe(conversions.length)
  expect(sum(totals.map((total) => total.revenue_minor))).toBe(sum(conversions.map((each) => each.revenue_minor)))
  expect(new Set(totals.map((total) => total.day)).size).toBe(92)

  // Contact messages, spam among them, and subscribers, some of whom have unsubscribed.
  const messages = await db.selectFrom('contacts').select(['is_spam', 'is_read']).execute()
  expect(messages.filter((message) => !message.is_spam)).toHaveLength(10)
  expect(messages.filter((message) => message.is_spam)).toHaveLength(2)
  expect(new Set(messages.map((message) => Boolean(message.is_read))).size).toBe(2)
  const subscribers = await db.selectFrom('subscribers').select('is_active').execute()
  expect(subscribers).toHaveLength(62)
  expect(subscribers.filter((subscriber) => !subscriber.is_active)).toHaveLength(7)

  // The account of the login page's hint works, and the page says it.
  expect(await (await request('/api/site')).json()).toMatchObject({
    demoAccount: { username: 'admin', password: 'dewlight-demo' },
  })
  const login = await request('/api/auth/login', { json: { username: 'admin', password: 'dewlight-demo' } })
  expect(login.status).toBe(200)
})

test('the demo is the same each time, and filling a full database changes nothing', { timeout: 120_000 }, async () => {
  const { db, mediaDir } = await seededApp()
  const first = await readRows(db)
  await expect(seedDemo(db, { media: createFolderStorage(mediaDir), today, demoDir: 'demo' })).rejects.toThrow()
  expect(await readRows(db)).toEqual(first)

  const second = await seededApp()
  expect(await readRows(second.db)).toEqual(first)
})

test('the newsletters of the demo can be read, add up, and are never sent', { timeout: 120_000 }, async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await seededApp({ smtpUrl: smtp.url })
  const read = async <Body>(path: string) => (await (await app.asOwner(path)).json()) as Body
  const newsletters = await read<NewsletterSummary[]>('/api/newsletters?limit=100')
  const sent = newsletters.filter(({ state }) => state === 'sent')
  expect(sent.map(({ slug }) => slug).toSorted()).toEqual(
    demoNewsletters
      .filter(({ sentDaysAgo }) => sentDaysAgo !== null)
      .map(({ slug }) => slug)
      .toSorted(),
  )
  for (const { id, slug, numbers } of sent) {
    const { total, accepted, failed, suppressed } = numbers
    expect(accepted, slug).toBeGreaterThan(5)
    expect(accepted + failed + suppressed, slug).toBe(total)
    const page = await (await app.request(`/letters/${slug}`)).text()
    expect(page, slug).not.toContain('{{')
    const { html, text } = await read<NewsletterPreview>(`/api/newsletters/${id}/sent`)
    for (const [, address] of html.matchAll(/(?:href|src)="http:\/\/localhost(\/[^"?#]*)/g))
      expect([200, 303], `${slug} ${address}`).toContain((await app.request(address!)).status)
    expect(text.length, slug).toBeGreaterThan(200)
  }
  expect(sent.reduce((sum, { numbers }) => sum + numbers.unsubscribed, 0)).toBeGreaterThan(0)
  expect(sent.filter(({ numbers }) => numbers.bounced > 0).length).toBe(2)
  const counted = sent.find(({ slug }) => slug === 'what-forty-mornings-of-sunscreen-cost')!
  const { total, links, filtered, pending } = await read<NewsletterClicks>(`/api/newsletters/${counted.id}/clicks`)
  expect(total).toBe(25)
  expect(links.map(({ clicks }) => clicks)).toEqual([9, 7, 4, 3, 2, 0])
  const { html: mail } = await read<NewsletterPreview>(`/api/newsletters/${counted.id}/sent`)
  for (const { url, label } of links) {
    expect(mail).toContain(`${url.replaceAll('&', '&amp;')}"`)
    expect(label, url).not.toBe('')
  }
  expect([filtered.length, pending]).toEqual([4, 0])
  expect(await read('/api/suppressions')).toMatchObject([{ reason: 'hard-bounce' }])
  const selling = demoNewsletters.find(({ orders }) => orders)!
  const { id: sellingId } = sent.find(({ slug }) => slug === selling.slug)!
  const [earnings, ...others] = await read<NewsletterEarnings[]>(`/api/newsletters/${sellingId}/earnings`)
  expect(others).toEqual([])
  expect(earnings).toMatchObject({ sales: selling.orders!.length, earned: 148 + 296 + 148, pending: 0 })
  const { html: sellingMail } = await read<NewsletterPreview>(`/api/newsletters/${sellingId}/sent`)
  for (const { productId, position } of earnings!.placements) {
    expect(position).toBe('review')
    const placement = { source: 'newsletter', sourceId: sellingId, productId: productId!, position: 'review' } as const
    expect(sellingMail).toContain(placementCode(placement))
  }
  const automatic = await read<AutomaticNewsletter[]>('/api/automatic-newsletters')
  expect(automatic.map(({ kind, state }) => [kind, state])).toEqual([
    ['welcome', 'off'],
    ['series', 'off'],
  ])
  for (const days of [0, 1, 30, 365]) {
    app.setNow(new Date(today.getTime() + days * 24 * 60 * 60 * 1000).toISOString())
    await app.sendNewsletters()
  }
  expect(smtp.received).toEqual([])
  app.setNow(today.toISOString())
  expect(await read<NewsletterSummary[]>('/api/newsletters?limit=100')).toEqual(newsletters)
})

test('a click in a post is of a product that the post shows', { timeout: 120_000 }, async () => {
  const { db } = await seededApp()
  const clicks = await db
    .selectFrom('link_clicks')
    .innerJoin('posts', 'posts.id', 'link_clicks.post_id')
    .select(['posts.content', 'link_clicks.product_id'])
    .execute()
  expect(clicks.length).toBeGreaterThan(100)
  expect(clicks.filter(({ content, product_id }) => !productsIn(content).has(Number(product_id)))).toEqual([])
})

test('the programs of the demo have links, and its sales belong to them', { timeout: 120_000 }, async () => {
  const app = await seededApp()
  const read = async <Body>(path: string) => (await (await app.asOwner(path)).json()) as Body
  const given = async () => (await read<Program[]>('/api/programs')).flatMap(({ assignments }) => assignments)
  const before = await given()
  await app.asOwner('/api/jobs/recognise-programs/run', { method: 'POST' })
  await app.jobs.runDueJobs()
  const programs = await read<Program[]>('/api/programs')
  expect(programs.map(({ name }) => name).toSorted()).toEqual([
    'Old Mill Apothecary',
    'Petal Market at Amazon',
    'Shelf & Sink',
  ])
  for (const { name, productLinks } of programs) expect(productLinks, name).toBeGreaterThan(10)
  // What was given stays.
  expect(await given()).toEqual(before)
  expect(before.filter(({ isAutomatic }) => isAutomatic)).toHaveLength(3)
  expect(
    before
      .filter(({ isAutomatic }) => !isAutomatic)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['category', 'post'])

  const summary = await read<EarningsSummary>('/api/earnings?startDate=2025-12-01&endDate=2026-03-10')
  expect(summary.groups.program.map(({ name }) => name).toSorted()).toEqual([
    'Amazon.com (Amazon Associates)',
    'Old Mill Apothecary (Impact)',
    'Shelf & Sink (Awin)',
  ])
  expect(summary.unattributed.earned).toBeGreaterThan(0)
  expect(summary.unattributed.earned).toBeLessThan(summary.totals.earned / 2)
  const titles = new Set((await app.db.selectFrom('posts').select('title').execute()).map(({ title }) => title))
  const sold = summary.groups.place.filter(({ key, sales }) => sales > 0 && key.startsWith('["post"'))
  expect(sold.length).toBeGreaterThan(5)
  for (const { name } of sold) expect(titles).toContain(name)
  const groups = await read<UnattributedGroup[]>('/api/earnings/unattributed')
  expect(groups.map(({ value, isShared }) => [value, isShared])).toEqual(
    expect.arrayContaining([
      ['dewlight-20', true],
      ['dewlight-topic-20', true],
      ['pin-board', false],
    ]),
  )
  expect((await read<UnknownProduct[]>('/api/earnings/unknown-products')).length).toBeGreaterThan(2)
})
