import type { Page } from '@playwright/test'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

const isTyped =
  ':not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range], [type=color], [tabindex="-1"])'

/** Fields of a page into which an iPhone would zoom, and how far the page is wider than the screen. */
async function findSmallFields(page: Page): Promise<string[]> {
  return page.locator(`input${isTyped}, select, textarea, [contenteditable=true]`).evaluateAll((fields) =>
    fields.flatMap((field) => {
      const size = Number.parseFloat(getComputedStyle(field).fontSize)
      const name = field.getAttribute('name') ?? field.getAttribute('aria-label') ?? field.className
      return size < 16 ? [`${field.localName} ${name}: ${size}`] : []
    }),
  )
}

test('no field has text under 16 px where the pointer is coarse, so that an iPhone does not zoom in', async ({
  page,
}) => {
  const paths = ['/', '/blog', '/shop', '/search?q=spf', '/ingredients', '/routines/build', '/contact', '/newsletter']
  for (const path of [...paths, '/login', '/forgot-password']) {
    await open(page, path)
    expect.soft(await findSmallFields(page), path).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
  const tabs = ['posts', 'products', 'media', 'contacts', 'subscribers', 'settings', 'settings/mail', 'posts/new']
  for (const path of tabs.map((tab) => `/admin/${tab}`)) {
    await openAdmin(page, path)
    await expect(page.locator(`input${isTyped}, select, textarea`).filter({ visible: true }).first()).toBeVisible()
    expect.soft(await findSmallFields(page), path).toEqual([])
  }
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  expect(await title.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))).toBeGreaterThan(20)
})
