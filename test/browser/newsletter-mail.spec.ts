import path from 'node:path'
import type { Page } from '@playwright/test'
import { runnerImport } from 'vite'
import { demoNewsletters } from '../../demo/content/newsletters.ts'
import { compileTemplate } from '../../src/contract/merge-fields.ts'
import type { RenderNewsletter } from '../../src/contract/newsletter-mail.ts'
import { NEWSLETTER_HTML_MAX } from '../../src/contract/newsletter-mail.ts'
import { composeNewsletter } from '../../src/server/app/newsletters/compose-newsletter.ts'
import { mailSize } from '../../src/server/app/newsletters/mail-size.ts'
import {
  type RenderedNewsletter,
  renderNewsletterMail,
} from '../../src/server/content/newsletters/render-newsletter-mail.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
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

/** Every published post of the demo as a newsletter of its whole text, and the newsletters of the demo. */
async function renderAll(origin: string): Promise<{ posts: Newsletter[]; newsletters: Newsletter[] }> {
  const { module } = await runnerImport<{ renderNewsletter: RenderNewsletter }>(
    path.resolve('src/web/newsletter/render-newsletter.tsx'),
  )
  const { renderNewsletter } = module
  const db = connect({ databaseUrl: undefined, dataDir: 'test-results/site-data' })
  const options = { origin, hasPage: true, hasDigest: true, countsClicks: false, now: new Date() }
  try {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'title', 'excerpt', 'content', 'slug'])
      .where('kind', '=', 'post')
      .where('published_at', '<=', new Date().toISOString())
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const note = 'Hello {{name|there}},\n\nThis is what I wrote this week.'
    const rendered: Newsletter[] = []
    for (const post of posts) {
      const as = { ...options, newsletterId: post.id, post, sourcePost: post, note, senderName: 'Nora Ellery' }
      rendered.push({ slug: post.slug, ...(await renderNewsletterMail(db, as, renderNewsletter)) })
    }
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
      const composed = await composeNewsletter(db, id, { ...options, renderNewsletter })
      newsletters.push({ slug, ...composed!.rendered })
    }
    return { posts: rendered, newsletters }
  } finally {
    await db.destroy()
  }
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
  const { posts } = await renderAll(baseURL!)
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

test('each newsletter of the demo, and the longest post, is accessible and fits, light and dark', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { posts, newsletters } = await renderAll(baseURL!)
  expect(newsletters).toHaveLength(demoNewsletters.length)
  const [longest] = posts.toSorted((one, other) => other.html.length - one.html.length)
  for (const newsletter of [...newsletters, longest!]) {
    await show(page, newsletter)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await fits(page, newsletter, `-${colorScheme}`)
      await isAccessible(page, newsletter)
    }
  }
})

test.describe('without pictures', () => {
  test.use({ expectedProblems: /net::ERR_FAILED/ })

  test('a newsletter is complete while its pictures are not loaded', async ({ page, baseURL }) => {
    const { newsletters } = await renderAll(baseURL!)
    const newsletter = newsletters.find(({ slug }) => slug === 'first-week-of-a-simple-routine')
    await page.route(/\/media\//, (route) => route.abort())
    await page.setContent(compileTemplate(newsletter!.html, 'html')(values))
    expect(await page.locator('img').count()).toBeGreaterThan(1)
    for (const image of await page.locator('img').all()) {
      await expect(image).toHaveAttribute('alt', /\S/)
      await expect(image).toHaveAttribute('width', /^\d+$/)
    }
  })
})
