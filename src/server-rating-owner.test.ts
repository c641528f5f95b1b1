import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../test/factories.ts'
import { rendered } from '../test/rendered-newsletter.ts'
import { testApp } from '../test/test-app.ts'
import { testSite } from '../test/test-site.ts'
import { ratingOwner } from './contract/content/rating-owner.ts'
import { saveSettings } from './server/accounts/settings/settings.repo.ts'
import type { Db } from './server/platform/db/schema.ts'

const at = '2026-03-10T15:00:00.000Z'
const review = '<section data-block="review" data-product-id="1"><p>Four weeks.</p></section>'
const comparison = '<div data-block="comparison" data-product-ids="1,2"></div>'

async function fill(db: Db, authorName: string): Promise<void> {
  await saveSettings(db, { authorName }, at)
  for (const rating of [4.5, 3]) await makeProduct(db, { facts: JSON.stringify({ rating }) })
}

const textOf = (html: string) =>
  html
    .replace(/<script[^>]*>.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')

test('a rating on a page says whose it is', async () => {
  const { get, purgeAll, db } = await testSite({
    rows: async (on) => {
      await fill(on, 'Rosa Linden')
      await makePost(on, { slug: 'oat', content: review + comparison })
    },
  })
  const shown = async (path: string) => textOf(await (await get(path)).text())
  expect(await shown('/shop/product-1')).toContain('Rosa’s rating: ★★★★½ Rated 4.5 out of 5')
  expect(await shown('/blog/oat')).toContain('Rosa’s rating: ★★★★½ 4.5 out of 5')
  expect(await (await get('/blog/oat')).text()).toMatch(
    /<th scope="row">Rosa’s rating<\/th><td><p data-part="rating"><span data-stars="4.5" aria-hidden="true">★★★★½<\/span> 4.5 out of 5</,
  )
  const api = await get('/api/posts/oat')
  expect(api.headers.get('surrogate-key')!.split(' ')).toContain('settings')
  await saveSettings(db, { authorName: '' }, at)
  purgeAll()
  expect(await shown('/shop/product-1')).not.toContain('rating:')
  expect(await (await get('/blog/oat')).text()).toContain('<th scope="row">Rating</th>')
})

test('a rating in a mail says whose it is', async () => {
  const app = await testApp()
  await fill(app.db, 'Rosa Linden')
  const { html, text } = await rendered(app, review + comparison)
  expect(textOf(html)).toContain('Rosa’s rating: ★★★★½ 4.5 out of 5')
  expect(text).toContain('Rosa’s rating: ★★★★½ 4.5 out of 5')
  expect(text.match(/^Rosa’s rating: ★★★★½ 4.5 out of 5$/gm)).toHaveLength(2)
})

test.each([
  ['Rosa Linden', 'Rosa’s rating'],
  ['  Dr. Rosa  Linden', 'Rosa’s rating'],
  ['R.', 'R.’s rating'],
  ['', undefined],
])('the ratings of “%s” are named “%s”', (author, owner) => expect(ratingOwner(author)).toBe(owner))
