import AxeBuilder from '@axe-core/playwright'
import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

const sections = ['brand', 'home', 'blog-and-shop', 'about', 'contact', 'region', 'activity']

for (const section of sections) {
  test(`Settings: '${section}' is accessible and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openAdmin(page, `/admin/settings/${section}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Section' })).toHaveValue(section)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
}
