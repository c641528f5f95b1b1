import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { runnerImport } from 'vite'
import { compileTemplate } from '../src/contract/merge-fields.ts'
import type { RenderNewsletter } from '../src/contract/newsletter-mail.ts'
import { NEWSLETTER_HTML_MAX } from '../src/contract/newsletter-mail.ts'
import {
  type RenderedNewsletter,
  renderNewsletterMail,
} from '../src/server/content/newsletters/render-newsletter-mail.ts'
import { connect } from '../src/server/platform/db/connect.ts'
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

/** Every published post of the demo as a newsletter of its whole text. */
async function renderPosts(origin: string): Promise<Newsletter[]> {
  const { module } = await runnerImport<{ renderNewsletter: RenderNewsletter }>(
    path.resolve('src/web/newsletter/render-newsletter.tsx'),
  )
  const db = connect({ databaseUrl: undefined, dataDir: 'test-results/site-data' })
  try {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'title', 'excerpt', 'content', 'slug'])
      .where('kind', '=', 'post')
      .where('published_at', '<=', new Date().toISOString())
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    return await Promise.all(
      posts.map(async (post) => ({
        slug: post.slug,
        ...(await renderNewsletterMail(
          db,
          {
            newsletterId: post.id,
            post,
            sourcePost: post,
            note: 'Hello {{name|there}},\n\nthis is what I wrote this week.',
            senderName: 'Nora Ellery',
            origin,
            hasPage: true,
            countsClicks: false,
            now: new Date(),
          },
          module.renderNewsletter,
        )),
      })),
    )
  } finally {
    await db.destroy()
  }
}

async function show(page: Page, { html }: Newsletter): Promise<void> {
  await page.setContent(compileTemplate(html, 'html')(values), { waitUntil: 'load' })
}

test('each post of the demo is a newsletter that fits phones and desktops, light and dark, and is accessible', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const newsletters = await renderPosts(baseURL!)
  expect(newsletters.length).toBeGreaterThan(10)
  const longest = newsletters.toSorted((one, other) => other.bytes - one.bytes)[0]
  for (const [at, newsletter] of newsletters.entries()) {
    expect(newsletter.bytes, newsletter.slug).toBeLessThan(NEWSLETTER_HTML_MAX)
    expect(newsletter.missingAlts, newsletter.slug).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await show(page, newsletter)
      for (const width of [360, 800]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${newsletter.slug} at ${width}`).toBeLessThanOrEqual(0)
        if (process.env.NEWSLETTER_SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.NEWSLETTER_SCREENSHOTS}/${at}-${colorScheme}-${width}.png`,
            fullPage: true,
          })
      }
      // The colours of all newsletters are the same.
      if (colorScheme === 'dark' && newsletter !== longest) continue
      const { violations } = await new AxeBuilder({ page }).disableRules(notForMails).analyze()
      expect(
        violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
        newsletter.slug,
      ).toEqual([])
    }
  }
})

test.describe('without pictures', () => {
  test.use({ expectedProblems: /net::ERR_FAILED/ })

  test('a newsletter is complete while its pictures are not loaded', async ({ page, baseURL }) => {
    const [newsletter] = await renderPosts(baseURL!)
    await page.route(/\/media\//, (route) => route.abort())
    await page.setContent(compileTemplate(newsletter!.html, 'html')(values))
    for (const image of await page.locator('img').all()) {
      await expect(image).toHaveAttribute('alt', /\S/)
      await expect(image).toHaveAttribute('width', /^\d+$/)
    }
  })
})
