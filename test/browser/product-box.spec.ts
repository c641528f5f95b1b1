import type { Page } from '@playwright/test'
import { placementCode } from '../../src/contract/shop/placements.ts'
import { axeFor } from './axe.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { answerApi, expect, open, test } from './site-test.ts'

const path = '/blog/morning-and-evening-order'

test('a product in an article has a picture of fixed size, fits the column, and clicks on its link are reported', {
  tag: '@gate',
}, async ({ page, context }) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  const sent = await answerApi(page, '/api/analytics/click', {}, 202)
  await open(page, path)
  const box = page.locator('[data-product-box]').first()
  const picture = box.locator('img')
  const before = await box.boundingBox()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  expect((await box.boundingBox())!.height).toBe(before!.height)
  expect(await picture.evaluate((image) => (image as HTMLImageElement).currentSrc)).toMatch(/\.avif$/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { x, width: boxWidth } = (await box.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + boxWidth).toBeLessThanOrEqual(width)
    expect((await box.getByRole('link', { name: /^Shop Now/ }).boundingBox())!.height).toBeGreaterThanOrEqual(40)
  }
  expect(await findings(page)).toEqual([])
  await test.step('a click is reported with the product and the post, a middle click too', async () => {
    const { id: postId } = await (await page.request.get('/api/posts/morning-and-evening-order')).json()
    const products = (await (await page.request.get('/api/products?limit=100')).json()) as {
      id: number
      name: string
    }[]
    const productId = products.find(({ name }) => name === 'Linnet Row Vitamin C Morning Serum')!.id
    const link = page
      .locator('[data-product-box]')
      .first()
      .getByRole('link', { name: /^Shop Now/ })
    const [popup] = await Promise.all([context.waitForEvent('page'), link.click()])
    await expect(popup).toHaveURL(/^https:\/\/shop\.example/)
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]!.body).toEqual({
      linkId: 'product-box',
      productId,
      postId,
      placement: placementCode({ source: 'post', sourceId: postId, position: 'box', productId }),
    })
    await link.click({ button: 'middle' })
    await expect.poll(() => sent.length).toBe(2)
    await expect(page).toHaveURL(path)
  })
})

test('a product in an article has no accessibility violations at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(path)
  await page.locator('[data-product-box]').first().scrollIntoViewIfNeeded()
  expect(await findings(page)).toEqual([])
})

test('a paid link in the text is marked and reported, other links are not', { tag: '@gate' }, async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  const post = await createFixturePost(page.request, {
    content:
      '<p>I use <a href="https://shop.example/anything">this shop</a>, <a href="https://elsewhere.example/" target="_blank">no shop</a> ' +
      'and <a href="https://shop.example/linnet-row-vitamin-c-morning-serum?ref=dewlight">this serum</a>, ' +
      'by <a href="https://www.awin1.com/cread.php?awinmid=1&amp;awinaffid=7">a network</a>.</p>',
  })
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  await context.route('https://www.awin1.com/**', (route) => route.fulfill({ body: 'A shop' }))
  const sent = await answerApi(page, '/api/analytics/click', {}, 202)
  await open(page, `/blog/${post.slug}`)
  const href = await page.getByRole('link', { name: 'a network', exact: true }).getAttribute('href')
  const placement = new URL(href!).searchParams.get('clickref')
  for (const name of ['this shop', 'no shop', 'this serum', 'a network']) {
    await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name, exact: true }).click()])
  }
  await expect.poll(() => sent.length).toBe(3)
  expect(sent.map(({ body }) => body)).toEqual([
    { linkId: 'post-text', productId: null, postId: post.id, placement: expect.any(String) },
    { linkId: 'post-text', productId: expect.any(Number), postId: post.id, placement: expect.any(String) },
    // The code of the link, so that its clicks and its orders meet.
    { linkId: 'post-text', productId: null, postId: post.id, placement },
  ])
  expect(placement).toBe(placementCode({ source: 'post', sourceId: post.id, position: 'text' }))

  await test.step('and so are those in the text of a page', async () => {
    const { title, slug, content } = post
    const created = await page.request.post('/api/pages', {
      data: { title, slug: `page-${slug}`, content, publishedAt: '2001-02-03T12:00:00.000Z' },
    })
    expect(created.status(), await created.text()).toBe(201)
    const { id } = (await created.json()) as { id: number }
    await open(page, `/page-${slug}`)
    await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'a network', exact: true }).click(),
    ])
    await expect.poll(() => sent.length).toBe(4)
    const ofPage = placementCode({ source: 'page', sourceId: id, position: 'text' })
    expect(sent.at(-1)!.body).toEqual({ linkId: 'post-text', productId: null, postId: id, placement: ofPage })
    await deleteFixturePost(page.request, { id })
  })
  await deleteFixturePost(page.request, post)
})

async function findings(page: Page) {
  return (await axeFor(page).include('[data-product-box]').analyze()).violations
}
