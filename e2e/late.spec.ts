import { expect, hydrated, test } from './site-test.ts'

/** What stands below the first screen is laid out late. */

const heading = 'h2#newsletter'

test('the page is laid out whole once it is alive, and nothing is put off after that', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('.late')).not.toHaveCount(0)
  await expect(page.locator('html')).toHaveClass('whole')
  const parts = await page
    .locator('.late')
    .evaluateAll((all) =>
      all.map((part) => [getComputedStyle(part).contentVisibility, part.getAttribute('style') ?? '']),
    )
  for (const part of parts) expect(part).toEqual(['visible', ''])
})

for (const width of [360, 1280]) {
  test(`at ${width} px a reload leads back to what was read`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await expect(page.locator('html')).toHaveClass('whole')
    await page.locator(heading).evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 200))
    await expect(page.locator(heading)).toBeInViewport()
    await page.reload()
    await expect(page.locator('html')).toHaveClass('whole')
    await expect(page.locator(heading)).toBeInViewport()
  })
}

test('whoever comes back inside the site finds the place again, to the pixel', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.locator(heading).scrollIntoViewIfNeeded()
  const link = page.locator('section[aria-labelledby="latest"] article a').last()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await link.click()
  await expect(page).toHaveURL(/\/blog\/[\w-]+$/)
  await expect(page.locator('h1')).toBeInViewport()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('what was put off is there when a reader comes to it', async ({ page }) => {
    await page.goto('/')
    for (const id of ['featured', 'latest', 'newsletter', 'contact']) {
      const section = page.locator(`section[aria-labelledby="${id}"]`)
      await section.scrollIntoViewIfNeeded()
      await expect(section.getByRole('heading').first()).toBeInViewport()
    }
  })
})
