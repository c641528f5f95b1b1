import { axeFor } from './axe.ts'
import { test as isolated } from './isolated-test.ts'
import { expect, open, test } from './site-test.ts'

test('2 Privacy policy: its table of contents leads to its sections', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^14\./ })).toBeInViewport()
})

isolated(
  'with the facts of the owner the legal pages lead to each other and have no finding at 360 px',
  async ({ page }) => {
    isolated.slow()
    const data = {
      ownerName: 'Rosa Linden',
      postalAddress: 'Lindenweg 1\n10115 Berlin',
      privacyEmail: 'rosa@linden.example',
      serverCountry: 'Germany',
      children: 'no',
      readers: 'de',
    }
    expect((await page.request.put('/api/settings', { data })).status()).toBe(200)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const path of [
        '/privacy-policy',
        '/affiliate-disclosure',
        '/privacy-policy/versions/2024-06-14',
        '/imprint',
      ]) {
        await open(page, path)
        expect.soft((await axeFor(page).analyze()).violations, `${path} ${colorScheme}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, path).toBeLessThanOrEqual(0)
      }
    }
    await open(page, '/privacy-policy')
    await expect(page.getByText('It is run by Rosa Linden')).toBeVisible()
    await page.getByText('Earlier versions').click()
    await page.getByRole('link', { name: 'June 14, 2024' }).click()
    await expect(page.getByText('The servers are in the US and Canada.')).toBeVisible()
    await page.getByRole('link', { name: 'Read the present text' }).click()
    await expect(page.getByText('Our servers are in Germany.')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
    await expect(page.getByText('10115 Berlin')).toBeVisible()
  },
)
