import type { Locator, Page } from '@playwright/test'
import { signInAsOwner } from './owner.ts'
import { expect, open, test } from './site-test.ts'

const withReview = '/blog/retinol-for-beginners'
const withPicks = '/blog/four-gentle-cleansers-compared'

async function boxOf(locator: Locator) {
  return (await locator.boundingBox())!
}

async function openAt(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await open(page, path)
}

for (const width of [320, 360, 1280])
  test(`a review shows its shop directly below the verdict, at ${width} px`, async ({ page }) => {
    await openAt(page, withReview, width)
    const review = page.locator('[data-block="review"]')
    const verdict = await boxOf(review.locator('[data-part="verdict"]'))
    const button = await boxOf(review.getByRole('link', { name: /^Shop Now at .+ \$\d+\.\d\d: / }))
    expect(button.y - (verdict.y + verdict.height)).toBeGreaterThanOrEqual(0)
    expect(button.y - (verdict.y + verdict.height)).toBeLessThanOrEqual(20)
    expect(button.height).toBeGreaterThanOrEqual(44)
    const whole = await boxOf(review)
    const picture = await boxOf(review.locator('img').first())
    expect(picture.height / picture.width).toBeCloseTo(5 / 4, 1)
    if (width < 640) expect(button.width).toBeGreaterThan(whole.width - 2)
    else expect(button.width / picture.width).toBeCloseTo(7 / 5, 1)
    // The whole block up to the button fits one screen.
    expect(button.y + button.height - whole.y).toBeLessThan(700)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('a rating is drawn as five stars, of which the last half is pale', async ({ page }) => {
  await openAt(page, withReview, 360)
  const stars = page.locator('[data-block="review"] [data-stars="4.5"]')
  expect((await boxOf(stars)).width).toBe(80)
  await expect(stars).toHaveCSS('background-image', /^linear-gradient\(90deg, \S.*? 90%, .* 0(?:px|%)?\)$/)
  await expect(page.locator('[data-block="review"] [data-part="rating"]')).toContainText('4.5 out of 5')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the facts of a review open', async ({ page }) => {
    await page.goto(withReview)
    const facts = page.locator('[data-block="review"] details')
    await expect(facts.getByText('Key ingredients')).toBeHidden()
    await facts.getByText('All facts').click()
    await expect(facts.getByText('Key ingredients')).toBeVisible()
  })
})

test('picks are short on a phone, and their index leads to each', async ({ page }) => {
  await openAt(page, withPicks, 360)
  const picks = page.locator('[data-block="pick"]')
  await expect(picks).toHaveCount(4)
  for (const pick of await picks.all()) {
    expect((await boxOf(pick)).height).toBeLessThan(300)
    const [shop, whole] = [await boxOf(pick.locator('[data-part="shop-now"]')), await boxOf(pick)]
    expect(shop.height).toBeGreaterThanOrEqual(44)
    expect(shop.width).toBeGreaterThan(whole.width - 2)
  }
  const links = page.locator('[data-part="index"] a')
  await expect(links).toHaveCount(4)
  for (const link of await links.all()) expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44)
  await links.last().click()
  const heading = picks.last().getByRole('heading')
  await expect(heading).toBeInViewport()
  // Below the header, which stays.
  const { height } = await boxOf(page.getByRole('banner'))
  await expect.poll(async () => (await boxOf(heading)).y).toBeGreaterThan(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the editor shows a review and a pick as readers see them', async ({ page }) => {
  await signInAsOwner(page)
  // The first pick is sold by Amazon, whose prices are not shown.
  for (const [path, kind, at] of [
    [withReview, 'review', 0],
    [withPicks, 'pick', 1],
  ] as const) {
    const { id } = (await (await page.request.get(`/api/posts/${path.split('/').at(-1)}`)).json()) as { id: number }
    await page.goto(`/admin/posts/${id}`)
    const block = page.locator(`.product-text[data-kind="${kind}"]`).nth(at)
    await expect(block.locator('[data-part="shop-now"]')).toHaveText(/^Shop Now at .+\$\d+\.\d\d$/)
    await expect(block.locator('[data-stars]')).toHaveCSS('width', '80px')
  }
})

test('on paper each further shop has a line, affiliate links have no address, and the index is left out', async ({
  page,
}) => {
  await openAt(page, withReview, 700)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-part="shops"] a').last()).toHaveCSS('display', 'block')
  const links = page.locator('#post-body a[rel~="sponsored"]')
  const addresses = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link, '::after').content))
  expect(new Set(addresses)).toEqual(new Set(['none']))
  await page.goto(withPicks)
  await expect(page.locator('[data-part="index"]')).toBeHidden()
})

test('long names and four shops stay within a narrow phone', async ({ page }) => {
  await openAt(page, withReview, 320)
  await page.evaluate((long) => {
    const review = document.querySelector('[data-block="review"]')!
    review.querySelector('[data-part="name"] a')!.textContent = long
    const shops = review.querySelector('[data-part="shops"]')!
    for (let count = 0; count < 4; count++) shops.append(shops.lastElementChild!.cloneNode(true))
    for (const link of review.querySelectorAll('[data-affiliate]')) link.prepend(long)
  }, 'Thequickestmoisturizerwithaverylongnameindeed'.repeat(2))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
