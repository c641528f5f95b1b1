import { axeFor } from './axe.ts'
import { expect, hydrated, open, test } from './site-test.ts'

test('the link to the list of newsletters stands alone on its line and leads to one of them', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/newsletter')
  const link = page.getByRole('link', { name: 'Read earlier newsletters' })
  const earlier = (await link.boundingBox())!
  // Nothing of the line before it stands next to it.
  expect(Math.abs(earlier.x + earlier.width / 2 - 640)).toBeLessThan(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await hydrated(page)
  await link.click()
  await page.getByRole('link', { name: 'The first week of a simple routine' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The first week of a simple routine' })).toBeVisible()
})

test('the list of newsletters is accessible', async ({ page }) => {
  await open(page, '/letters')
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})
