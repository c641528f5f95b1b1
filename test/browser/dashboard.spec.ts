import type { Page } from '@playwright/test'
import type { UsedTabs } from '../../src/contract/app/overview.ts'
import { axeFor } from './axe.ts'
import { openAdmin } from './owner.ts'
import { changeApi, countRequests, expect, failApi, test } from './site-test.ts'

const tabs = [
  { label: 'Overview', path: '/admin', heading: 'Overview' },
  { label: 'Blog Posts', path: '/admin/posts', heading: 'Blog Posts' },
  { label: 'Pages', path: '/admin/pages', heading: 'Pages' },
  { label: 'Media', path: '/admin/media', heading: 'Media' },
  { label: 'Products', path: '/admin/products', heading: 'Products' },
  { label: 'Ingredients', path: '/admin/ingredients', heading: 'Ingredients' },
  { label: 'Routines', path: '/admin/routines', heading: 'Routines' },
  { label: 'Contacts', path: '/admin/contacts', heading: 'Contact Messages' },
  { label: 'Subscribers', path: '/admin/subscribers', heading: 'Newsletter Subscribers' },
  { label: 'Newsletters', path: '/admin/newsletters', heading: 'Newsletters' },
  { label: 'Analytics', path: '/admin/analytics', heading: 'Affiliate Analytics' },
  { label: 'Earnings', path: '/admin/earnings', heading: 'Earnings' },
  { label: 'Links', path: '/admin/links', heading: 'Affiliate Links' },
  { label: 'Programs', path: '/admin/programs', heading: 'Programs' },
  { label: 'Appearance', path: '/admin/appearance', heading: 'Appearance' },
  { label: 'Rules', path: '/admin/rules', heading: 'Rules' },
  { label: 'Settings', path: '/admin/settings', heading: 'Settings' },
]

/** The labels of the tabs without their badges, which load later. */
async function labels(page: Page): Promise<string[]> {
  const texts = await page.getByRole('tab').allTextContents()
  return texts.map((text) => text.replace(/\d.*$/, '').trim())
}

/** Screens of the dashboard below its tabs that the checks of layout and accessibility visit, too. */
const others = [
  { path: '/admin/categories', heading: 'Categories' },
  { path: '/admin/posts/1', heading: '' },
  { path: '/admin/settings/security', heading: 'Settings' },
  { path: '/admin/settings/networks', heading: 'Settings' },
]

/** Resolves when the screen has loaded its code and data. */
async function isLoaded(page: Page, heading: string): Promise<void> {
  if (heading) await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

async function expectNoOverflow(page: Page, path: string): Promise<void> {
  // Tables change their layout in an effect.
  const width = page.viewportSize()!.width
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
    .toBe(width)
}

async function findings(page: Page, path: string): Promise<string[]> {
  // The preview of the appearance runs no script, not even that of axe.
  const { violations } = await axeFor(page).exclude('iframe').analyze()
  return violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)
}

const widths = [360, 768, 1024, 1280]

test.describe('every tab', () => {
  test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

  test('2 Admin dashboard: the tabs in their order, each with its own URL, fit every width, and axe finds nothing', {
    tag: '@gate',
  }, async ({ page }) => {
    test.setTimeout(240_000)
    const check = async (path: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoOverflow(page, path)
      }
      expect(await findings(page, path)).toEqual([])
    }
    await openAdmin(page)
    await expect(page.getByRole('tab', { name: 'Programs' })).toBeVisible()
    expect(await labels(page)).toEqual(tabs.map(({ label }) => label))
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    for (const { label, path, heading } of tabs) {
      await page.getByRole('tab', { name: label }).click()
      await expect(page).toHaveURL(path)
      await isLoaded(page, heading)
      await expect(page.getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true')
      await check(path)
    }
    const { heading } = tabs.at(-2)!
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    for (const { path, heading: title } of others) {
      await openAdmin(page, path)
      await isLoaded(page, title)
      await check(path)
    }
  })

  test('every tab fits 360, 768 and 1024 px, and axe finds nothing', async ({ page }) => {
    test.setTimeout(480_000)
    for (const { path, heading } of [...tabs, ...others]) {
      await openAdmin(page, path)
      await isLoaded(page, heading)
      for (const width of widths.slice(0, -1)) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoOverflow(page, path)
        expect(await findings(page, path), `at ${width} px`).toEqual([])
      }
    }
  })
})

test('2 Admin dashboard: arrow keys move between the tabs, Enter and Space open one', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/media')
  await page.getByRole('tab', { name: 'Media' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Products' })).toBeFocused()
  await expect(page).toHaveURL('/admin/media')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/products')
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Products' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/admin/settings')

  await test.step('left and right move along the rail as up and down do', async () => {
    await openAdmin(page, '/admin/contacts')
    await page.getByRole('tab', { name: 'Contacts' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('tab', { name: 'Subscribers' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'Contacts' })).toBeFocused()
  })
})

test('the tabs are a rail in named groups on wide screens, whole above the fold, and a menu on others', {
  tag: '@gate',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdmin(page, '/admin/products')
  const list = page.getByRole('tablist', { name: 'Dashboard' })
  await expect(list).toHaveAttribute('aria-orientation', 'vertical')
  await expect(page.getByRole('tab', { name: 'Programs' })).toBeVisible()
  for (const name of ['Write', 'Shop', 'Readers', 'Money', 'Site']) await expect(list.getByText(name)).toBeVisible()
  const last = (await page.getByRole('tab', { name: 'Settings' }).boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual(800)
  const rail = (await list.boundingBox())!
  const panel = (await page.getByRole('tabpanel').boundingBox())!
  expect(rail.x + rail.width).toBeLessThanOrEqual(panel.x + 8)
  expect(panel.y).toBeLessThanOrEqual(48)

  await test.step('narrower screens have the same tabs in a menu that the name of the tab opens', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(list).toHaveCount(0)
    const button = page.getByRole('button', { name: 'Menu: Products' })
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Go to' }).getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'Products' })).toBeFocused()
    await expect(menu.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page')
    const names = await menu.getByRole('link').allTextContents()
    expect(names.map((text) => text.replace(/\d.*$/, '').trim())).toEqual(tabs.map(({ label }) => label))
    expect(await findings(page, 'the menu')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await menu.getByRole('link', { name: 'Subscribers' }).click()
    await expect(page).toHaveURL('/admin/subscribers')
    await expect(page.getByRole('button', { name: 'Menu: Subscribers' })).toBeFocused()
  })
})

test('Ingredients, Routines and Programs are reached from Products and Earnings until they list something', async ({
  page,
}) => {
  const used = { ingredients: false, routines: false, programs: false }
  await changeApi<UsedTabs>(page, '/api/used-tabs', () => used)
  await openAdmin(page, '/admin/earnings')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('link', { name: 'Programs', exact: true })).toBeVisible()
  for (const name of ['Ingredients', 'Routines', 'Programs'])
    await expect(page.getByRole('tab', { name, exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(panel.getByRole('link', { name: 'Routines', exact: true })).toBeVisible()
  await panel.getByRole('link', { name: 'Ingredients', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Ingredients', selected: true })).toBeVisible()
})

test.describe('a server that fails later', () => {
  test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

  // Notifications are all that it shows.
  test("2 Admin dashboard: 'Refresh Data' reloads posts, products, contacts, subscribers and analytics, and says so", {
    tag: '@gate',
  }, async ({ page }) => {
    await openAdmin(page, '/admin/posts')
    await expect(page.getByRole('table', { name: 'Blog posts' })).toBeVisible()
    const counts = ['posts', 'products', 'contacts', 'subscribers', 'analytics'].map((noun) =>
      countRequests(page, `/api/${noun}`),
    )
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await expect(page.getByText('Data refreshed', { exact: true })).toBeVisible()
    await expect(page.getByText('All data has been refreshed from the server.', { exact: true })).toBeVisible()
    for (const count of counts) expect(count()).toBeGreaterThan(0)

    await test.step("'Refresh Data' says where something could not be loaded", async () => {
      await failApi(page, '/api/subscribers')
      await page.getByRole('button', { name: 'Refresh Data' }).click()
      await expect(page.getByText('Refresh failed', { exact: true })).toBeVisible()
    })
  })
})

test.describe('offline', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ })

  test('the other tabs open without the network once the dashboard is idle', { tag: '@gate' }, async ({
    page,
    context,
  }) => {
    const code = page.waitForResponse(/\/assets\/settings-tab-[^/]*\.js$/)
    await openAdmin(page)
    await (await code).finished()
    await context.setOffline(true)
    await page.getByRole('tab', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Products', exact: true })).toBeVisible()
    await context.setOffline(false)
  })
})

test('a place that there is not says so, and the tabs lead on', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/nothing')
  await expect(page.getByText('There is no such place in the dashboard.')).toBeVisible()
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
  await test.step("2 Admin dashboard: 'View Site' leads to the site", async () => {
    await page.getByRole('link', { name: 'View Site' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('2 Dates: the admin writes the month in full', { tag: '@gate' }, async ({ page }) => {
  for (const path of ['posts', 'contacts', 'subscribers', 'analytics', 'settings/security', 'settings/activity']) {
    await openAdmin(page, `/admin/${path}`)
    const months = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
    await expect(page.getByText(new RegExp(`${months} \\d{1,2}, \\d{4}`)).first()).toBeAttached()
    // The axes of the charts have no room for it.
    const texts = await page.getByRole('tabpanel').evaluate((panel) => {
      for (const chart of panel.querySelectorAll('svg')) chart.remove()
      return panel.textContent
    })
    expect(texts, path).not.toMatch(/\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d/)
  }
})
