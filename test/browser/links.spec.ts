import type { Page } from '@playwright/test'
import type { LinkDetails, LinkSummary } from '../../src/contract/shop/links.ts'
import { axeFor } from './axe.ts'
import { expect, openAdmin, test } from './isolated-test.ts'

test.describe.configure({ mode: 'default' })
// A link that does not exist is a test of its own.
test.use({ siteEnv: { LINK_CHECKS: 'on' }, expectedProblems: /the server responded with a status of 404|^404: / })

async function links(page: Page, query = ''): Promise<LinkSummary[]> {
  return (await (await page.request.get(`/api/links?${query}`)).json()) as LinkSummary[]
}

const details = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/links/${id}`)).json()) as LinkDetails

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('the overview leads to the links that need attention, which are filtered and searched', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin')
  await page.getByRole('link', { name: '1 link is broken' }).click()
  await expect(page).toHaveURL('/admin/links?state=attention')
  const table = page.getByRole('table', { name: 'Affiliate links' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(table).toContainText('Broken')
  await expect(table).toContainText('The shop sent an error. (HTTP 404)')
  await expect(table).toContainText('Tracking tag lost')
  await page.getByLabel('State').selectOption('out-of-stock')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByLabel('State').selectOption('')
  await expect(table.getByRole('row')).toHaveCount(26)
  await page.getByRole('searchbox', { name: 'Search links' }).fill('no such shop')
  await expect(page.getByText('Nothing matches.')).toBeVisible()

  await test.step('an unknown link says so', async () => {
    await openAdmin(page, '/admin/links/99999')
    await expect(page.getByText('There is no such link. It may not be used any more.')).toBeVisible()
  })
})

test('a product with a fallback shows it while its link is broken, which the links say', { tag: '@gate' }, async ({
  page,
}) => {
  const [link] = await links(page, 'state=broken')
  const { places } = await details(page, link!.id)
  const { fallback, id } = places.find((place) => place.fallback)!
  await openAdmin(page, '/admin/links?state=broken')
  await expect(page.getByRole('table', { name: 'Affiliate links' })).toContainText('Fallback in use')
  await page.goto(`/admin/links/${link!.id}`)
  await expect(page.getByText(`Readers get the fallback: ${fallback}`)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.goto(`/admin/products/${id}`)
  await page.locator('summary').filter({ hasText: 'Shops' }).click()
  await expect(page.getByLabel('Fallback link')).toHaveValue(fallback!)

  const product = (await (await page.request.get(`/api/products/${id}/source`)).json()) as { slug: string }
  await page.goto(`/shop/${product.slug}`)
  // The first one: alternatives have links of their own.
  await expect(page.getByRole('link', { name: /^(?:Shop Now|View on Amazon)/ }).first()).toHaveAttribute(
    'href',
    fallback!,
  )
})

test('a link is checked at once and shows what was found', { tag: '@gate' }, async ({ page }) => {
  const [link] = await links(page, 'state=ok')
  const before = link!.checkedAt!
  await openAdmin(page, `/admin/links/${link!.id}`)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.poll(async () => (await details(page, link!.id)).checkedAt! > before, { timeout: 40_000 }).toBe(true)
  await expect(page.getByText('Checking…')).toHaveCount(0)
  // The host does not exist, or the machine is offline; one failed check changes nothing yet.
  const { checks, state } = await details(page, link!.id)
  expect(checks.length).toBeGreaterThan(1)
  expect(['ok', 'unchecked']).toContain(state)
  await expect(page.getByRole('list', { name: 'Last checks' }).getByRole('listitem')).toHaveCount(checks.length)
})

test('an alert is acknowledged, which can be undone', { tag: '@gate' }, async ({ page }) => {
  const [link] = await links(page, 'state=broken')
  await openAdmin(page, `/admin/links/${link!.id}`)
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('button', { name: 'Take acknowledgement back' })).toBeVisible()
  expect((await links(page, 'state=attention')).map(({ id }) => id)).not.toContain(link!.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible()
  expect((await links(page, 'state=attention')).map(({ id }) => id)).toContain(link!.id)
  await openAdmin(page, '/admin/links?state=attention')
  await page.getByRole('checkbox', { name: `Select ${link!.url}` }).check()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
})

test('a link is replaced in the chosen places, after a preview, and an undo brings it back', { tag: '@gate' }, async ({
  page,
}) => {
  const [link] = await links(page, 'state=redirects')
  const { places } = await details(page, link!.id)
  await openAdmin(page, `/admin/links/${link!.id}`)
  await page.getByRole('button', { name: 'Replace everywhere…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace everywhere' })
  await expect(dialog.getByLabel('New link')).toBeFocused()
  await expect(dialog.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveCount(places.length)
  await expect(dialog.getByRole('checkbox', { name: places[0]!.title })).toBeChecked()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog.getByText('Please enter a link that begins with http:// or https://')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('New link').fill('https://shop.example/new-page?ref=dewlight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing uses this link any more.')).toBeVisible()
  const read = async () =>
    ((await (await page.request.get(`/api/products/${places[0]!.id}/source`)).json()) as { affiliateLink: string })
      .affiliateLink
  expect(await read()).toBe('https://shop.example/new-page?ref=dewlight')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(read).toBe(link!.url)
})

test('the list leads from a link to what uses it, and each row has its actions, on a phone too', async ({ page }) => {
  const [link] = await links(page, 'state=ok')
  const [use] = link!.usedIn
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, `/admin/links?q=${encodeURIComponent(link!.url)}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${link!.url}` }) })
    if (width === 360) await row.getByRole('button', { name: `More about ${link!.url}` }).click()
    await row.getByRole('button', { name: `Actions for ${link!.url}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Details',
      'Replace everywhere…',
      'Copy address',
      'Open the shop',
      'Check now',
    ])
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: use!.title }).first().click()
    await expect(page).toHaveURL(`/admin/${use!.kind}s/${use!.id}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdmin(page, `/admin/links?q=${encodeURIComponent(link!.url)}`)
  await page.getByRole('button', { name: `Actions for ${link!.url}` }).click()
  await page.getByRole('menuitem', { name: 'Replace everywhere…' }).click()
  await expect(page.getByRole('dialog', { name: 'Replace everywhere' })).toBeVisible()
})

// The list at 1280 px is checked in `dashboard.spec.ts`, a link at 1280 px above.
test('list and details are accessible and fit at 360, 768 and 1280 px', async ({ page }, { outputDir }) => {
  // Axe runs several times.
  test.setTimeout(120_000)
  const [link] = await links(page, 'state=tag-lost')
  for (const [name, address] of [
    ['links', '/admin/links'],
    ['link', `/admin/links/${link!.id}`],
  ] as const) {
    await openAdmin(page, address)
    if (name === 'links') await expect(page.getByRole('table', { name: 'Affiliate links' })).toBeVisible()
    else await expect(page.getByRole('heading', { name: 'Last checks' })).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => isTooWide(page)).toBe(false)
      if (width !== 1280) expect(await findings(page)).toEqual([])
      await page.screenshot({ path: `${outputDir}/${name}-${width}.png`, fullPage: true })
    }
  }
})
