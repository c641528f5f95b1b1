import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { runnerImport } from 'vite'
import type { RenderLetter } from '../src/contract/letter-mail.ts'
import { LETTER_HTML_MAX } from '../src/contract/letter-mail.ts'
import { compileTemplate } from '../src/contract/merge-fields.ts'
import { type RenderedLetter, renderLetterMail } from '../src/server/content/letters/render-letter-mail.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { expect, test } from './site-test.ts'

/** Mail programs block scripts and load pictures of any host; a letter as a page needs neither a title bar nor landmarks. */
const notForMails = ['region', 'landmark-one-main']

const values = {
  name: 'Ines',
  email: 'ines@reader.example',
  unsubscribe_url: 'https://dewlight.example/unsubscribe/abc',
  letters_url: 'https://dewlight.example/letters/abc',
  browser_url: 'https://dewlight.example/letters/washing',
}

type Letter = RenderedLetter & { slug: string }

/** Every published post of the demo as a letter of its whole text. */
async function renderPosts(origin: string): Promise<Letter[]> {
  const { module } = await runnerImport<{ renderLetter: RenderLetter }>(
    path.resolve('src/web/letter/render-letter.tsx'),
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
        ...(await renderLetterMail(
          db,
          {
            letterId: post.id,
            post,
            sourcePost: post,
            note: 'Hello {{name|there}},\n\nthis is what I wrote this week.',
            senderName: 'Nora Ellery',
            origin,
            hasPage: true,
            now: new Date(),
          },
          module.renderLetter,
        )),
      })),
    )
  } finally {
    await db.destroy()
  }
}

async function show(page: Page, { html }: Letter): Promise<void> {
  await page.setContent(compileTemplate(html, 'html')(values), { waitUntil: 'load' })
}

test('each post of the demo is a letter that fits phones and desktops, light and dark, and is accessible', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const letters = await renderPosts(baseURL!)
  expect(letters.length).toBeGreaterThan(10)
  const longest = letters.toSorted((one, other) => other.bytes - one.bytes)[0]
  for (const [at, letter] of letters.entries()) {
    expect(letter.bytes, letter.slug).toBeLessThan(LETTER_HTML_MAX)
    expect(letter.missingAlts, letter.slug).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await show(page, letter)
      for (const width of [360, 800]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${letter.slug} at ${width}`).toBeLessThanOrEqual(0)
        if (process.env.LETTER_SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.LETTER_SCREENSHOTS}/${at}-${colorScheme}-${width}.png`,
            fullPage: true,
          })
      }
      // The colours of all letters are the same.
      if (colorScheme === 'dark' && letter !== longest) continue
      const { violations } = await new AxeBuilder({ page }).disableRules(notForMails).analyze()
      expect(
        violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
        letter.slug,
      ).toEqual([])
    }
  }
})

test.describe('without pictures', () => {
  test.use({ expectedProblems: /net::ERR_FAILED/ })

  test('a letter is complete while its pictures are not loaded', async ({ page, baseURL }) => {
    const [letter] = await renderPosts(baseURL!)
    await page.route(/\/media\//, (route) => route.abort())
    await page.setContent(compileTemplate(letter!.html, 'html')(values))
    for (const image of await page.locator('img').all()) {
      await expect(image).toHaveAttribute('alt', /\S/)
      await expect(image).toHaveAttribute('width', /^\d+$/)
    }
  })
})
