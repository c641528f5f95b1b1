import type { Page } from '@playwright/test'
import type { AnalyticsSummary } from '../../src/contract/shop/analytics.ts'
import { axeFor } from './axe.ts'
import { demoDay } from './demo-day.ts'
import { openAdmin, signInAsOwner } from './owner.ts'
import { answerApi, expect, failApi, holdApi, test } from './site-test.ts'

test.use({ expectedProblems: /status of (?:400|500)|^400: The end date|^500: Broken on purpose$/ })

/** A range that no other test changes. */
const summary: AnalyticsSummary = {
  startDate: '2026-03-06',
  endDate: '2026-03-09',
  totals: { clicks: 1234, conversions: 56, revenue: '7890.10', filteredClicks: 99 },
  days: [
    { date: '2026-03-06', clicks: 1000, conversions: 50, revenue: '7000.00', filteredClicks: 90 },
    { date: '2026-03-07', clicks: 0, conversions: 0, revenue: '0.00', filteredClicks: 0 },
    { date: '2026-03-08', clicks: 200, conversions: 5, revenue: '890.05', filteredClicks: 9 },
    { date: '2026-03-09', clicks: 34, conversions: 1, revenue: '0.05', filteredClicks: 0 },
  ],
  topProducts: [
    { productId: 1, name: 'Linnet Row Serum', clicks: 900, conversions: 55, revenue: '7890.05' },
    { productId: null, name: 'No product', clicks: 334, conversions: 1, revenue: '0.05' },
  ],
  topPosts: [{ postId: 1, title: 'Retinol for Beginners', clicks: 77 }],
  filtered: [
    { reason: 'bot', clicks: 90 },
    { reason: 'prefetch', clicks: 9 },
  ],
}
const nothing = { clicks: 0, conversions: 0, revenue: '0.00', filteredClicks: 0 }
const path = '/api/analytics/summary'

const card = (page: Page, label: string) => page.getByRole('term').filter({ hasText: label }).locator('..')

test('2 Analytics tab: cards, charts and lists of a range', { tag: '@gate' }, async ({ page }) => {
  await answerApi(page, path, summary, 200)
  await openAdmin(page, '/admin/analytics')

  await test.step("'Affiliate Analytics' with the cards Total Clicks, Conversions, Revenue ($, 2 decimals)", async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Affiliate Analytics' })).toBeVisible()
    await expect(card(page, 'Total Clicks')).toContainText('1,234')
    await expect(card(page, 'Conversions')).toContainText('56')
    await expect(card(page, 'Revenue')).toContainText('$7,890.10')
  })

  await test.step('clicks belong to the left axis, conversions to the right', async () => {
    const section = page.locator('section').filter({ hasText: 'Click & Conversion Trends' })
    await expect(section.getByText('Clicks (left axis)')).toBeVisible()
    await expect(section.getByText('Conversions (right axis)')).toBeVisible()
    const axes = section.locator('.recharts-yAxis-tick-labels')
    await expect(axes).toHaveCount(2)
    const [left, right] = [await axes.nth(0).boundingBox(), await axes.nth(1).boundingBox()]
    expect(left!.x).toBeLessThan(right!.x)
    await expect(section.locator('.recharts-line-curve').nth(1)).toHaveCSS('stroke', 'rgb(47, 85, 48)')
  })

  await test.step('people and filtered clicks stand side by side, with the reasons', async () => {
    const section = page.locator('section').filter({ hasText: 'People and Filtered Clicks' })
    await expect(section.getByRole('listitem').filter({ hasText: 'People' })).toContainText('1,234 (92.6%)')
    await expect(section.getByRole('listitem').filter({ hasText: 'Bots' })).toContainText('90 (6.8%)')
    await expect(section.getByRole('listitem').filter({ hasText: 'Loaded ahead' })).toContainText('9 (0.7%)')
  })

  await test.step('three charts, 300px high, each with its numbers as a table', async () => {
    for (const [title, numbers] of [
      ['Click & Conversion Trends', ['March 8, 2026', '200', '9', '5']],
      ['Revenue Chart', ['March 8, 2026', '$890.05']],
      ['Top Performing Products', ['Linnet Row Serum', '$7,890.05', '900', '55']],
    ] as const) {
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      const chart = section.locator('.recharts-wrapper > svg')
      await expect(chart).toBeVisible()
      expect(Math.round((await chart.boundingBox())!.height)).toBe(300)
      const row = section.getByRole('row').filter({ hasText: numbers[0] })
      await expect(row).toHaveCount(1)
      await section.getByRole('button', { name: 'Show as table' }).click()
      await expect(chart).toHaveCount(0)
      await expect(row.getByRole('rowheader')).toHaveText(numbers[0])
      await expect(row.getByRole('cell')).toHaveText(numbers.slice(1))
    }
  })
})

test('4 Analytics: loading, failed and empty', { tag: '@gate' }, async ({ page }) => {
  await test.step("'Loading analytics data...' while it loads", async () => {
    const release = await holdApi(page, path)
    await openAdmin(page, '/admin/analytics')
    await expect(page.getByText('Loading analytics data...', { exact: true })).toBeVisible()
    release()
    await expect(page.getByText('Loading analytics data...', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('term').filter({ hasText: 'Total Clicks' })).toBeVisible()
  })

  await test.step('an error says so and can be tried again', async () => {
    await failApi(page, path)
    await openAdmin(page, '/admin/analytics')
    await expect(page.getByRole('alert')).toContainText('The analytics data could not be loaded.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'Total Clicks' })).toBeVisible()
  })

  await test.step('a range without clicks says what will be there', async () => {
    await answerApi(page, path, { ...summary, totals: nothing, topProducts: [], topPosts: [], filtered: [] }, 200)
    await openAdmin(page, '/admin/analytics')
    await expect(page.getByText('No clicks in this range yet.')).toBeVisible()
    await expect(card(page, 'Revenue')).toContainText('$0.00')
  })
})

test('4 Analytics date range', { tag: '@gate' }, async ({ page }) => {
  await test.step('defaults to the last 30 days ending today, in the site’s time zone', async () => {
    await openAdmin(page, '/admin/analytics')
    const today = demoDay()
    await expect(page.getByRole('group', { name: 'Date Range' })).toBeVisible()
    await expect(page.getByLabel('End date')).toHaveValue(today)
    const start = new Date(Date.parse(`${today}T12:00:00Z`) - 2_592_000_000).toISOString().slice(0, 10)
    await expect(page.getByLabel('Start date')).toHaveValue(start)
    await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('is part of the URL, and an invalid one is not requested', async () => {
    await openAdmin(page, '/admin/analytics?startDate=2026-03-01&endDate=2026-03-31')
    await expect(page.getByLabel('Start date')).toHaveValue('2026-03-01')
    await page.getByLabel('Start date').fill('2026-03-15')
    await expect(page).toHaveURL('/admin/analytics?startDate=2026-03-15&endDate=2026-03-31')
    await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/analytics.csv?startDate=2026-03-15&endDate=2026-03-31',
    )
    await page.getByLabel('Start date').fill('2026-04-15')
    await expect(page.getByText('The end date is before the start date')).toBeVisible()
    await expect(page).toHaveURL('/admin/analytics?startDate=2026-03-15&endDate=2026-03-31')
    await page.getByRole('button', { name: '30 days' }).click()
    await expect(page).toHaveURL('/admin/analytics')
  })

  await test.step('that is invalid in the URL shows the error and a link back', async () => {
    await openAdmin(page, '/admin/analytics?startDate=2026-03-31&endDate=2026-03-01')
    await expect(page.getByRole('alert')).toContainText('The end date is before the start date')
    await page.getByRole('button', { name: 'Show the last 30 days' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'Total Clicks' })).toBeVisible()
  })
})

test('a conversion is recorded, counted and taken back', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/analytics')
  await page.getByRole('button', { name: 'Record a conversion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a conversion' })
  await dialog.getByLabel('Revenue').fill('12,5')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('Please write an amount such as 12.50')).toBeVisible()
  await dialog.getByLabel('Revenue').fill('12.50')
  await dialog.getByLabel('Find a product').fill('Linnet')
  await dialog.getByLabel('Product', { exact: true }).selectOption('Linnet Row Vitamin C Morning Serum')
  const recorded = page.waitForResponse((answer) => answer.url().endsWith('/api/analytics/conversion'))
  await dialog.getByRole('button', { name: 'Record' }).click()
  expect((await recorded).status()).toBe(201)
  const { id } = (await (await recorded).json()) as { id: number }
  await expect(dialog).toHaveCount(0)
  const undone = page.waitForResponse((answer) => answer.url().endsWith(`/api/analytics/conversions/${id}`))
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await undone).status()).toBe(200)
})

test('a network gets a secret that works until it is revoked', { tag: '@gate' }, async ({
  page,
  playwright,
  baseURL,
}) => {
  await openAdmin(page, '/admin/settings/networks')
  const name = `Glow ${Date.now()}`
  await page.getByLabel('Name of the network').fill('x')
  await page.getByRole('button', { name: 'Add network' }).click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await page.getByLabel('Name of the network').fill(name)
  await page.getByRole('button', { name: 'Add network' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await expect(page.getByRole('textbox', { name: 'Postback address' })).toHaveValue(
    new RegExp(`/api/analytics/postback\\?secret=${secret}&`),
  )
  const network = await playwright.request.newContext({ baseURL })
  const report = (revenue: string) =>
    network.post('/api/analytics/conversion', {
      data: { linkId: 'shop', revenue },
      headers: { authorization: `Bearer ${secret}` },
    })
  // Invalid on purpose: the secret is accepted, but nothing is recorded.
  expect((await report('none')).status()).toBe(400)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke this network?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(name)).toHaveCount(0)
  expect((await report('5')).status()).toBe(401)
  await network.dispose()
})

test('the analytics are accessible at 360 and 1280 px', async ({ page }) => {
  // Axe runs several times.
  test.setTimeout(120_000)
  await signInAsOwner(page)
  const findings = async () =>
    (await axeFor(page).analyze()).violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
  for (const address of ['/admin/analytics', '/admin/settings/networks']) {
    await openAdmin(page, address)
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (address.endsWith('analytics')) await expect(page.locator('.recharts-wrapper > svg').first()).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0)
      expect(await findings()).toEqual([])
    }
  }
  await openAdmin(page, '/admin/analytics')
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await page.getByRole('button', { name: 'Record a conversion' }).click()
  await expect(page.getByRole('dialog', { name: 'Record a conversion' })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findings()).toEqual([])
  }
})
