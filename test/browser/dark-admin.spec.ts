import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

// The preview of the appearance runs no script.
test.use({ colorScheme: 'dark', expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

const panel = (page: Page) => page.getByRole('tabpanel')

/** The relative luminance of the page's own background, 0 to 255. */
const brightness = (page: Page) =>
  page.evaluate(() => {
    const channels = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)!.slice(0, 3)
    return channels.reduce((sum, channel) => sum + Number(channel), 0) / 3
  })

test('every tab is dark where the system is dark, without a violation of axe', async ({ page }) => {
  test.setTimeout(300_000)
  await openAdmin(page)
  const names = await page.getByRole('tab').evaluateAll((tabs) => tabs.map(({ id }) => id))
  expect(names.length).toBeGreaterThan(6)
  for (const name of names) {
    await page.locator(`#${name}`).click()
    await expect(panel(page)).toHaveAttribute('aria-labelledby', name)
    await expect(panel(page).getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(panel(page).locator('.skeleton')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(await brightness(page), name).toBeLessThan(40)
    // Pages of the site keep the colours that their readers see.
    const { violations } = await axeFor(page).exclude('iframe').analyze()
    expect
      .soft(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.html).join(' ')}`))
      .toEqual([])
  }
})

test('the admin is dark from its first paint on, and the site stays as its owner chose', async ({ page }) => {
  const html = await (await page.request.get('/admin')).text()
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain('<meta name="color-scheme" content="light dark"/>')
  await openAdmin(page)
  expect(await brightness(page)).toBeLessThan(40)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('dark')
  await page.getByRole('link', { name: 'View Site' }).first().click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => brightness(page)).toBeGreaterThan(200)
  expect(await scheme()).toBe('normal')
})
