import type { Overview } from '../../src/contract/app/overview.ts'
import { axeFor } from './axe.ts'
import { openAdmin } from './owner.ts'
import { changeApi, expect, failApi, holdApi, test } from './site-test.ts'

const cards = [
  'What to do next',
  'Drafts',
  'Next scheduled',
  'Messages',
  'Subscribers',
  'Clicks and earnings',
  'Health',
]

for (const width of [360, 1280]) {
  const tag = width === 1280 ? ['@gate'] : []
  test(`the dashboard opens on an overview that leads on, at ${width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page)
    await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
    for (const name of cards) await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
    await expect(page.getByText(/^\d+ in Spam\.$/)).toBeVisible()
    await expect(page.getByText(/In the last 30 days: \d+ joined, \d+ left\./)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Last 7 days' })).toContainText(/Clicks\d/)
    await expect(page.getByRole('region', { name: 'Last 30 days' })).toContainText(/Earnings\$\d/)
    await expect(page.getByRole('img', { name: /^Clicks of the last 30 days; most on / })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])

    const draft = page.getByRole('list', { name: 'Latest drafts' }).getByRole('link').first()
    const title = (await draft.textContent())!
    await draft.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  })
}

test('each part of the overview waits and fails by itself', { tag: '@gate' }, async ({ page }) => {
  const release = await holdApi(page, '/api/overview')
  await openAdmin(page)
  await expect(page.getByRole('tabpanel').getByText('Loading...').first()).toBeAttached()
  release()
  await expect(page.getByRole('list', { name: 'Health' })).toBeVisible()
  await changeApi<Overview>(page, '/api/overview', (overview) => ({ ...overview, messages: null }))
  await page.reload()
  await expect(page.getByRole('list', { name: 'Health' })).toBeVisible()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(1)
})

test('an overview without anything says so', { tag: '@gate' }, async ({ page }) => {
  await changeApi<Overview>(page, '/api/overview', (overview) => ({
    ...overview,
    drafts: { count: 0, latest: [] },
    scheduled: { count: 1, next: null },
    messages: { unread: 0, spam: 0 },
    links: { broken: 0, gone: 0, 'tag-lost': 0, 'out-of-stock': 0 },
    rules: { broken: 0, needsYou: 0 },
    stopped: [],
    sales: {
      days: overview.sales!.days.map((day) => ({ ...day, clicks: 0, revenue: '0.00' })),
      week: { clicks: 0, revenue: '0.00', clicksBefore: 0, revenueBefore: '0.00' },
      month: { clicks: 0, revenue: '0.00', clicksBefore: 0, revenueBefore: '0.00' },
    },
  }))
  await openAdmin(page)
  for (const text of [
    'Nothing is waiting for you.',
    'Nothing is scheduled.',
    'Nothing in Spam.',
    'Every rule is kept.',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('No drafts. The next idea begins with New Post.')).toBeVisible()
  await expect(page.getByText(/^No clicks yet\./)).toBeVisible()
})

test.describe('a failing server', () => {
  test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

  test('an overview that cannot be loaded says so, and the tabs lead on', { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/overview')
    await openAdmin(page)
    await expect(page.getByRole('alert')).toContainText('The overview could not be loaded.')
    await page.getByRole('tab', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible()
  })
})
