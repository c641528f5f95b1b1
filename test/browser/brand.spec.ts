import { brokenOnPurpose, expect, failApi, follow, open, test } from './site-test.ts'

test.use({ expectedProblems: brokenOnPurpose })

test('9 Fonts: Montserrat, Playfair Display and Cormorant Garamond, loaded from the site itself; colours: accent #d4a373, alert #e76f51', {
  tag: '@gate',
}, async ({ page }) => {
  const fonts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font' && response.ok()) fonts.push(new URL(response.url()).pathname)
  })
  await open(page, '/about')
  const familyOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily)
  expect(await familyOf('main a')).toMatch(/^"?Montserrat/)
  expect(await familyOf('main h1')).toMatch(/^"?Playfair Display/)
  expect(await familyOf('main h1 + p')).toMatch(/^"?Cormorant Garamond/)
  for (const name of ['montserrat', 'playfair-display', 'cormorant-garamond']) {
    await expect.poll(() => fonts.some((font) => font.startsWith('/assets/') && font.includes(name)), name).toBe(true)
  }
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-accent'),
  )
  expect(accent).toBe('#d4a373')
  // What tells the current page from the others has 3:1, in the deep companion of the accent.
  const line = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About' })
    .evaluate((link) => getComputedStyle(link, '::after').backgroundColor)
  expect(line).toBe('rgb(133, 83, 31)')
  await failApi(page, '/api/products')
  await follow(page, '/shop')
  const border = await page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).borderLeftColor)
  expect(border).toBe('rgb(231, 111, 81)')
})
