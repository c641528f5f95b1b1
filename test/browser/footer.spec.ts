import type { Page } from '@playwright/test'
import { brokenOnPurpose, expect, failApi, fromElsewhere, open, openWithoutCategories, test } from './site-test.ts'

test('2 Footer: logo and tagline', async ({ page }) => {
  await page.goto('/')
  await expect(footer(page).getByRole('link', { name: 'Dewlight' })).toHaveAttribute('href', '/')
  await expect(footer(page)).toContainText('Expert advice and product recommendations for your skincare journey.')
})

test('2 Footer: each category shows its name and links to /blog/category/{slug}', async ({ page }) => {
  await open(page, '/about')
  const links = footer(page).getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect(links).toHaveText(['Cleansing', 'Moisturizing', 'Sun Care', 'Treatments', 'Sensitive Skin', 'Routines'])
  expect(await addresses(links)).toEqual([
    '/blog/category/cleansing',
    '/blog/category/moisturizing',
    '/blog/category/sun-care',
    '/blog/category/treatments',
    '/blog/category/sensitive-skin',
    '/blog/category/routines',
  ])
  await links.getByText('Sun Care').click()
  await expect(page).toHaveURL('/blog/category/sun-care')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun Care')
})

test('2 Footer: Quick Links are Home, Blog, Shop, About, Contact', async ({ page }) => {
  await page.goto('/')
  const links = footer(page).getByRole('navigation', { name: 'Quick Links' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Blog', 'Shop', 'About', 'Contact'])
  expect(await addresses(links)).toEqual(['/', '/blog', '/shop', '/about', '/contact'])
})

test('2 Footer: without categories Quick Links stay in the last column', async ({ page }) => {
  // Hydrated, which the change of the list would break.
  await open(page, '/about')
  const quickLinks = footer(page).getByRole('navigation', { name: 'Quick Links' })
  const categories = footer(page).getByRole('navigation', { name: 'Categories' })
  const { x } = (await quickLinks.boundingBox())!
  await categories.locator('ul').evaluate((list) => list.replaceChildren())
  await expect(categories).toBeHidden()
  const moved = (await quickLinks.boundingBox())!.x
  // The columns are distributed differently, so not to the pixel.
  expect(Math.abs(moved - x)).toBeLessThan(24)
})

test('2 Footer: copyright with the current year', async ({ page }) => {
  await page.goto('/')
  await expect(footer(page)).toContainText(`© ${new Date().getFullYear()} Dewlight`)
})

test('2 Footer: a page cached last year hydrates without errors in the new one', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2041-01-01T12:00:00Z'))
  await open(page, '/about')
  await expect(footer(page)).toContainText('© 2041 Dewlight')
})

test('2 Footer: links to Privacy Policy, Affiliate Disclosure and the social page', async ({ page }) => {
  await page.goto('/')
  await expect(footer(page).getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
  await expect(footer(page).getByRole('link', { name: 'Affiliate Disclosure' })).toHaveAttribute(
    'href',
    '/affiliate-disclosure',
  )
  const social = footer(page).getByRole('link', { name: /Pinterest/ })
  await expect(social).toHaveAttribute('href', /^https:\/\/www\.pinterest\.com\//)
  await expect(social).toHaveAttribute('target', '_blank')
  await expect(social).toHaveAttribute('rel', /noopener/)
})

test.describe('without categories', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test("8 Categories fail to load: the footer says 'Failed to load categories'", async ({ page }) => {
    await failApi(page, '/api/categories')
    await openWithoutCategories(page)
    await page.getByRole('link', { name: 'View Site' }).click()
    await expect(footer(page)).toContainText('Failed to load categories')
    await expect(footer(page).getByRole('navigation', { name: 'Quick Links' }).getByRole('link')).toHaveCount(5)
  })
})

function footer(page: Page) {
  return page.getByRole('contentinfo')
}

function addresses(links: ReturnType<Page['locator']>): Promise<(string | null)[]> {
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

test.describe('with an address that is refused', () => {
  test.use({ expectedProblems: /status of 422/ })

  test('the sign-up in the footer leads to a page, and is absent where the page has a form of its own', async ({
    page,
  }) => {
    await page.setExtraHTTPHeaders(fromElsewhere())
    const letters = footer(page).getByRole('form', { name: 'Letters' })
    for (const path of ['/', '/contact', '/newsletter', '/login', '/blog/retinol-for-beginners']) {
      await page.goto(path)
      await expect.soft(letters, path).toBeHidden()
    }
    await page.goto('/blog')
    await expect(letters.getByRole('textbox')).toHaveAccessibleName('Email')
    // Only a program fills it in.
    await expect(letters.locator('input[name="website"]')).toHaveCount(1)
    await expect(letters.getByLabel('Leave this empty')).not.toBeInViewport()
    await letters.getByRole('textbox').fill('no address')
    await letters.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.goto('/blog')
    await letters.getByRole('textbox').fill(`footer-${Date.now()}@example.com`)
    await letters.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter\?/)
    await expect(page.getByText('Thank you for joining our style community.')).toBeVisible()
  })
})
