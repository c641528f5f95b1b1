import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { chooseFile, tileOf, uploadArea, uploadedImage } from './library.ts'
import { openAdmin } from './owner.ts'
import { expect, failApi, holdApi, open, test } from './site-test.ts'

for (const width of [360, 1280]) {
  test(`Accessibility: no finding in the library, its states and its windows at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, '/admin/media')
    const image = await uploadedImage(page)
    await open(page, '/admin/media')
    await expect(tileOf(page, image.altText)).toHaveCount(1)
    expect.soft(await findings(page), `library at ${width}`).toEqual([])
    await chooseFile(page, 'notes.txt', Buffer.from('A text that is long enough to be a picture.'), 'text/plain')
    await expect(page.getByText(/^File type must be /)).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${image.altText}` }).check()
    expect.soft(await findings(page), `a file refused, one image chosen, at ${width}`).toEqual([])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    expect.soft(await findings(page), `question at ${width}`).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Open ${image.altText}` }).click()
    await expect(page.getByText('Nothing yet')).toBeVisible()
    expect.soft(await findings(page), `one image at ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await open(page, '/admin/posts/new')
    // The drawer is closed on a phone.
    if (width < 1024) await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Media library' }).first().click()
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Images' })).toBeVisible()
    expect.soft(await findings(page), `picker at ${width}`).toEqual([])
  })
}

test.describe('a server that fails', () => {
  test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

  test('the library waits with squares, and offers to try again where it could not be loaded', {
    tag: '@gate',
  }, async ({ page }) => {
    await openAdmin(page, '/admin/settings')
    const release = await holdApi(page, '/api/images')
    await open(page, '/admin/media')
    await expect(page.getByText('Loading images…')).toBeAttached()
    await expect(page.getByRole('status').filter({ hasText: 'Loading images…' }).locator('> div')).toHaveCount(12)
    expect(await findings(page)).toEqual([])
    release()
    await expect(tileOf(page, '').first()).toBeVisible()
    await page.unrouteAll()

    await failApi(page, '/api/images')
    await openAdmin(page, '/admin/media')
    await expect(page.getByText('The images could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tileOf(page, '').first()).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('touch targets are visible and large enough', { tag: '@gate' }, async ({ page }) => {
    await openAdmin(page, '/admin/media')
    const image = await uploadedImage(page)
    await open(page, `/admin/media?q=${encodeURIComponent(image.altText)}`)
    const control = page.getByRole('button', { name: `Delete ${image.altText}` })
    await expect(control.locator('..')).toHaveCSS('opacity', '1')
    for (const target of [control, page.getByRole('button', { name: `Open ${image.altText}` }), uploadArea(page)]) {
      const { width, height } = (await target.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
    }
    const chooser = page.waitForEvent('filechooser')
    await uploadArea(page).tap()
    await chooser
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
