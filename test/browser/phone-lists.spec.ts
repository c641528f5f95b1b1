import type { Page } from '@playwright/test'
import { areas, tabHref, tabs } from '../../src/web/admin/tabs.ts'
import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Places without a list. */
const others = new Set<string>([
  'overview',
  'analytics',
  'appearance',
  'rules',
  'settings',
  'automatic-newsletters',
  'welcome',
])
const lists = [...tabs, ...areas].filter(({ name }) => !others.has(name))

/** A row of a table, an entry of a list, a picture of the library, the sum of the earnings, or the note of an empty list. */
const rows = [
  'tbody tr',
  'ol[aria-label] > li',
  'ul[aria-label="Programs"] > li',
  'ul[aria-label="Images"] > li',
  'section[aria-label="Earned in this period"]',
  '.border-dashed.text-center',
].map((selector) => `#tab-panel ${selector}`)

/** Visible controls below 40 px; links within a paragraph are as high as its lines. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, select, input)')]
      .filter((element) => element.checkVisibility() && !element.closest('p, [role="tooltip"]'))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 39.5 || box.width < 39.5))
      .map(
        ({ element, box }) => `${element.getAttribute('aria-label') ?? element.textContent} ${box.width}×${box.height}`,
      ),
  )
}

test('on a phone the header is one line, each list begins within 320 px, and every target has 40 px', async ({
  page,
}) => {
  test.setTimeout(240_000)
  for (const list of lists) {
    await test.step(list.label, async () => {
      await openAdmin(page, tabHref(list))
      const first = page.locator(rows.join(', ')).first()
      await expect(first).toBeVisible()
      const header = (await page.locator('main > header').boundingBox())!
      expect.soft(header.height, `header of ${list.name}`).toBeLessThanOrEqual(56)
      expect.soft((await first.boundingBox())!.y, `first row of ${list.name}`).toBeLessThanOrEqual(320)
      expect.soft(await smallTargets(page), list.name).toEqual([])
    })
  }
})

test('on a phone the secondary buttons of a list are behind More, and its filters behind Filters', async ({ page }) => {
  await openAdmin(page, '/admin/products')
  const more = page.getByRole('button', { name: 'More', exact: true })
  const exported = page.getByRole('link', { name: 'Export CSV' })
  await expect(exported).toBeHidden()
  await more.click()
  await expect(exported).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(exported).toBeHidden()
  await expect(more).toBeFocused()
  const filters = page.getByRole('button', { name: 'Filters' })
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status).toBeHidden()
  await filters.click()
  await status.selectOption('active')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})
