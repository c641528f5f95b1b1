import path from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { runnerImport } from 'vite'
import { demoNewsletters } from '../../demo/content/newsletters.ts'
import { compileTemplate } from '../../src/contract/audience/merge-fields.ts'
import type { RenderNewsletter } from '../../src/contract/audience/newsletter-mail.ts'
import { NEWSLETTER_HTML_MAX } from '../../src/contract/audience/newsletter-mail.ts'
import { composeNewsletter } from '../../src/server/app/newsletter-composing/compose-newsletter.ts'
import { mailSize } from '../../src/server/app/newsletter-composing/mail-size.ts'
import {
  type RenderedNewsletter,
  renderNewsletterMail,
} from '../../src/server/app/newsletter-composing/render-newsletter-mail.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { axeFor } from './axe.ts'
import { expect, test } from './site-test.ts'

/** Mail programs block scripts and load pictures of any host; a newsletter as a page needs neither a title bar nor landmarks. */
const notForMails = ['region', 'landmark-one-main']

const values = {
  name: 'Ines',
  email: 'ines@reader.example',
  unsubscribe_url: 'https://dewlight.example/unsubscribe/abc',
  preferences_url: 'https://dewlight.example/newsletters/abc',
  browser_url: 'https://dewlight.example/newsletters/washing',
  click_key: '1.key',
}

type Newsletter = RenderedNewsletter & { slug: string }

type RenderOptions = { origin: string; renderNewsletter: RenderNewsletter }

const options = { hasPage: true, hasDigest: true, countsClicks: false, now: new Date() }

/** Runs with the database of the shared site and the template. */
async function render<Result>(run: (given: RenderOptions & { db: Db }) => Promise<Result>, origin: string) {
  const { module } = await runnerImport<{ renderNewsletter: RenderNewsletter }>(
    path.resolve('src/web/newsletter/render-newsletter.tsx'),
  )
  const db = connect({ databaseUrl: undefined, dataDir: 'test-results/site-data' })
  try {
    return await run({ db, origin, renderNewsletter: module.renderNewsletter })
  } finally {
    await db.destroy()
  }
}

/** Published posts of the demo as newsletters of their whole text, the longest first. */
async function postsOf(
  db: Db,
  { origin, renderNewsletter, limit = 1000 }: RenderOptions & { limit?: number },
): Promise<Newsletter[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title', 'excerpt', 'content', 'slug'])
    .where('kind', '=', 'post')
    .where('published_at', '<=', new Date().toISOString())
    .where('deleted_at', 'is', null)
    .orderBy(sql`length(content)`, 'desc')
    .limit(limit)
    .execute()
  const note = 'Hello {{name|there}},\n\nThis is what I wrote this week.'
  const rendered: Newsletter[] = []
  for (const post of posts) {
    const given = { ...options, origin, newsletterId: post.id, post, sourcePost: post, note, senderName: 'Nora Ellery' }
    rendered.push({ slug: post.slug, ...(await renderNewsletterMail(db, given, renderNewsletter)) })
  }
  return rendered
}

/** The newsletters of the demo. */
async function newslettersOf(db: Db, { origin, renderNewsletter }: RenderOptions): Promise<Newsletter[]> {
  const ids = await db
    .selectFrom('posts')
    .select(['id', 'slug'])
    .where('kind', '=', 'newsletter')
    .where(
      'slug',
      'in',
      demoNewsletters.map(({ slug }) => slug),
    )
    .execute()
  const newsletters: Newsletter[] = []
  for (const { id, slug } of ids) {
    const composed = await composeNewsletter(db, id, { ...options, origin, renderNewsletter })
    newsletters.push({ slug, ...composed!.rendered })
  }
  return newsletters
}

async function show(page: Page, { html }: Newsletter): Promise<void> {
  await page.setContent(compileTemplate(html, 'html')(values), { waitUntil: 'load' })
}

/** At the widths of a phone and of the mail's own layout. */
async function fits(page: Page, newsletter: Newsletter, name = ''): Promise<void> {
  for (const width of [360, 700]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${newsletter.slug} at ${width}`).toBeLessThanOrEqual(0)
    const folder = process.env.NEWSLETTER_SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/${newsletter.slug}-${width}${name}.png`, fullPage: true })
  }
}

async function isAccessible(page: Page, { slug }: Newsletter): Promise<void> {
  const { violations } = await axeFor(page).disableRules(notForMails).analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])
  expect(found, slug).toEqual([])
}

test('each post of the demo is a newsletter that fits phones and desktops', async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  const all = await render(({ db, ...given }) => postsOf(db, given), baseURL!)
  // Without those that other tests have published meanwhile.
  const posts = all.filter(({ slug }) => !slug.startsWith('own-post-'))
  expect(posts.length).toBeGreaterThan(10)
  for (const post of posts) {
    expect(mailSize(post.html, { id: 1, slug: post.slug, countsClicks: false }, baseURL!), post.slug).toBeLessThan(
      NEWSLETTER_HTML_MAX,
    )
    expect(post.missingAlts, post.slug).toEqual([])
    await show(page, post)
    await fits(page, post)
  }
})

/** In light and in dark colours. */
async function isCleanAndFits(page: Page, newsletter: Newsletter): Promise<void> {
  await show(page, newsletter)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await fits(page, newsletter, `-${colorScheme}`)
    await isAccessible(page, newsletter)
  }
}

test('each newsletter of the demo is accessible and fits, light and dark', async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  const newsletters = await render(({ db, ...given }) => newslettersOf(db, given), baseURL!)
  expect(newsletters).toHaveLength(demoNewsletters.length)
  for (const newsletter of newsletters) await isCleanAndFits(page, newsletter)
})

test('the longest post of the demo is an accessible newsletter that fits, light and dark', { tag: '@gate' }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const [longest] = await render(({ db, ...given }) => postsOf(db, { ...given, limit: 1 }), baseURL!)
  await isCleanAndFits(page, longest!)
})
