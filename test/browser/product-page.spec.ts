import { axeFor } from './axe.ts'
import { expect, test } from './product-facts.ts'
import { open } from './site-test.ts'

test('the page of a product shows what the owner says of it', async ({ page }) => {
  await page.goto('/shop/oat-cream')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oat Cream')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Home',
    'Shop',
    'Oat Cream',
  ])
  const picture = page.locator('.product-pictures picture img').first()
  await expect(picture).toHaveAttribute('data-pin-url', /^https?:\/\/.+\/shop\/oat-cream$/)
  await expect(picture).toHaveAttribute('data-pin-media', /^https?:\/\/.+\/media\/.+\.jpg$/)
  await expect(picture).toHaveAttribute('data-pin-description', 'Oat Cream')
  const main = page.getByRole('main')
  for (const text of [
    'The one I repurchase without thinking.',
    'Skin that gets tight by noon.',
    'Anyone who wants a matte finish.',
    'Sinks in within a minute',
    'The jar',
  ])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(main).toContainText('4.5 out of 5')
  await expect(main).toContainText('$24.50 at Hearth & Haleprice checked on March 3, 2026')
  await expect(main).toContainText('$23.00 at Plain Jarprice checked on February 1, 2026')
  const facts = Object.fromEntries(
    await main
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('dt')!.textContent, row.querySelector('dd')!.textContent]),
      ),
  )
  expect(facts).toMatchObject({
    'Skin types': 'Dry, sensitive',
    Concerns: 'Redness',
    'Key ingredients': 'Colloidal oatmeal, Glycerin',
    Texture: 'Rich cream',
    SPF: '30',
    'Fragrance-free': 'Yes',
    'Alcohol-free': 'No',
    Vegan: 'Not known',
    'Cruelty-free': 'Not known',
    'Tested for': '8 weeks',
    'Disclosed as': 'Gifted',
  })
  expect(facts.Size).toContain('50 ml ($0.49 per ml')
  await expect(main.getByRole('link', { name: 'Retinol for Beginners: Start Slow, Stay Patient' })).toHaveAttribute(
    'href',
    '/blog/retinol-for-beginners',
  )
  await expect(main.getByRole('article').getByRole('article')).toHaveCount(0)
  expect(await main.locator('.product-card').count()).toBeLessThanOrEqual(4)
})

test('every shop has a link, after the disclosure in reading order, and clicks are reported', async ({
  page,
  context,
}) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'A shop' }))
  await open(page, '/shop/oat-cream')
  const links = page.locator('.product-shops').getByRole('link', { name: /^Shop Now/ })
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('rel', 'sponsored nofollow noopener')
    await expect(link).toHaveAttribute('target', '_blank')
  }
  const isAfter = await page.evaluate(() => {
    const disclosure = document.querySelector('main a[href="/affiliate-disclosure"]')!
    const first = document.querySelector('main a[rel~="sponsored"]')!
    return Boolean(disclosure.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING)
  })
  expect(isAfter).toBe(true)
  const [report] = await Promise.all([
    page.waitForRequest('**/api/analytics/click'),
    context.waitForEvent('page'),
    links.nth(1).click(),
  ])
  expect(report.postDataJSON()).toMatchObject({ linkId: 'product-page', postId: null })
})

test('the product is structured data, with review, notes and an offer for each price', async ({ page }) => {
  await page.goto('/shop/oat-cream')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const product = blocks.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Product')
  expect(product).toMatchObject({
    name: 'Oat Cream',
    brand: { '@type': 'Brand', name: 'Oatwhistle' },
    review: {
      '@type': 'Review',
      author: { '@type': expect.any(String), name: expect.any(String) },
      reviewRating: { ratingValue: 4.5, bestRating: 5, worstRating: 0 },
      positiveNotes: { itemListElement: [{ position: 1, name: 'Sinks in within a minute' }, { position: 2 }] },
      negativeNotes: { itemListElement: [{ position: 1, name: 'The jar' }] },
    },
    offers: [
      { price: '24.50', priceCurrency: 'USD', seller: { name: 'Hearth & Hale' } },
      { price: '23.00', priceCurrency: 'USD' },
    ],
  })
  expect(product).not.toHaveProperty('aggregateRating')
})

test('a former slug redirects, an unknown one is not found', async ({ request }) => {
  const former = await request.get('/shop/old-cream', { maxRedirects: 0 })
  expect([former.status(), former.headers().location]).toEqual([301, '/shop/oat-cream'])
  expect((await request.get('/shop/unknown')).status()).toBe(404)
})

test('the picture and the name of a card lead to the page, the button to the shop', async ({ page }) => {
  await open(page, '/shop')
  const card = page.getByRole('article').first()
  await expect(card.getByText('The one I repurchase without thinking.')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Shop Now/ })).toHaveAttribute('href', /^https:/)
  await card.locator('picture img').click()
  await expect(page).toHaveURL('/shop/oat-cream')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oat Cream')
})

for (const width of [360, 1280])
  test(`the page fits ${width} px and has no accessibility violations`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/shop/oat-cream')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page reads completely', async ({ page }) => {
    await page.goto('/shop/oat-cream')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oat Cream')
    await expect(page.locator('.product-shops').getByRole('link')).toHaveCount(3)
  })
})
