import type { Page } from '@playwright/test'
import { readPlacementCode } from '../../src/contract/shop/placements.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { follow, open } from './site-test.ts'

test.describe.configure({ mode: 'default' })
// A site of its own: other tests compare the links of products with what the owner entered.
test.use({ siteEnv: { LOG_LEVEL: 'error' } })

const list = (page: Page) => page.getByRole('list', { name: 'Programs' })
const shopLinks = (page: Page) =>
  page
    .locator('main a[rel="sponsored nofollow noopener"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))

test('programs are there without typing, and codes appear in the parameter that the owner names', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  await openAdmin(page, '/admin/programs')
  await expect(list(page).getByRole('listitem').first()).toContainText(
    /Amazon Associates · \d+ links? \(\d+ in products, \d+ in posts\)/,
  )
  const shown = await list(page).getByRole('listitem').count()
  for (let at = 0; at < shown; at++) {
    const row = list(page).getByRole('listitem').nth(at)
    await row.getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Program' })
    await dialog.getByLabel('Links carry placement codes').check()
    await dialog.getByLabel('Parameter of the codes').fill('sub')
    if (at === 0) await dialog.getByLabel('Required sentence').fill('This shop pays a commission.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(list(page).getByText('Codes in sub', { exact: true })).toHaveCount(at + 1)
  }

  const html = await (await request.get('/shop')).text()
  expect(html).toContain('This shop pays a commission.')
  const onServer = [...html.matchAll(/<a href="([^"]*)" target="_blank" rel="sponsored nofollow noopener"/g)].map(
    ([, href]) => href!.replaceAll('&amp;', '&'),
  )
  expect(onServer.length).toBeGreaterThan(3)
  for (const href of onServer) {
    const codes = new URL(href).searchParams.getAll('sub')
    expect(codes, href).toHaveLength(1)
    expect(readPlacementCode(codes[0]!), href).toMatchObject({ source: 'shop', position: 'card' })
  }
  // The same after hydration, and after a navigation in the app.
  await open(page, '/shop')
  expect(await shopLinks(page)).toEqual(onServer)
  await open(page, '/about')
  await follow(page, '/shop')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => shopLinks(page)).toEqual(onServer)

  // The click reports the code of the link.
  const [report] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith('/api/analytics/click')),
    page
      .locator('main a[rel="sponsored nofollow noopener"]')
      .first()
      .evaluate((link) => {
        link.addEventListener('click', (event) => event.preventDefault())
        ;(link as HTMLElement).click()
      }),
  ])
  expect(report.postDataJSON()).toMatchObject({
    linkId: 'shop',
    placement: new URL(onServer[0]!).searchParams.get('sub'),
  })
})

test('the owner sees which tracking IDs were given automatically, takes one over and adds another', {
  tag: '@gate',
}, async ({ page }) => {
  await openAdmin(page, '/admin/programs')
  const row = list(page).getByRole('listitem').filter({ hasText: 'Petal Market' })
  const open = async () => {
    await row.getByRole('button', { name: /^Edit/ }).click()
    return page.getByRole('dialog', { name: 'Edit Program' })
  }
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  let dialog = await open()
  // With codes no ID is given.
  await dialog.getByLabel('Links carry placement codes').check()
  await expect(dialog.getByLabel('Give free tracking IDs to posts automatically')).toHaveCount(0)
  await dialog.getByLabel('Links carry placement codes').uncheck()
  await dialog.getByLabel('Give free tracking IDs to posts automatically').check()
  const ids = dialog.getByLabel('Tracking IDs', { exact: true })
  await ids.fill(`${await ids.inputValue()}\ndewlight-new-20`)
  const given = dialog.getByRole('list', { name: 'Tracking IDs of posts' })
  const automatic = given.getByRole('combobox', { name: /given automatically/ })
  await expect(automatic).toHaveCount(3)
  await given
    .getByRole('button', { name: /^Take over/ })
    .first()
    .press('Enter')
  await expect(automatic).toHaveCount(2)
  await save()
  // The job gives the new one.
  await expect
    .poll(async () => {
      const programs = (await (await page.request.get('/api/programs')).json()) as {
        assignments: { trackingId: string }[]
      }[]
      return programs.flatMap(({ assignments }) => assignments.map(({ trackingId }) => trackingId))
    })
    .toContain('dewlight-new-20')
  await page.reload()
  dialog = await open()
  await expect(dialog.getByRole('combobox', { name: /given automatically/ })).toHaveCount(3)
})

test('a program shows its faults at their fields, and changes are discarded only after a confirmation', {
  tag: '@gate',
}, async ({ page }) => {
  test.slow()
  const widths = [360, 768, 1280]
  await openAdmin(page, '/admin/programs')
  await expect(list(page)).toBeVisible()
  await test.step('the programs fit all widths and have no accessibility faults', async () => {
    await expectCleanScreen(page, { widths })
    await list(page).getByRole('button', { name: /^Edit/ }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectCleanScreen(page, { widths })
  })
  await openAdmin(page, '/admin/programs/new')
  const dialog = page.getByRole('dialog', { name: 'New Program' })
  await dialog.getByLabel('Hosts').fill('not a host')
  await dialog.getByLabel('Hide prices after (hours)').fill('1.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please give the program a name')).toBeVisible()
  await expect(dialog.getByText('Please enter hosts such as shop.example')).toBeVisible()
  await expect(dialog.getByText('Please enter whole hours')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Name').fill('A program of my own')
  await dialog.getByLabel('Hosts').fill('go.own-shop.example')
  await dialog.getByLabel('Hide prices after (hours)').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = list(page).getByRole('listitem').filter({ hasText: 'A program of my own' })
  await expect(row).toContainText('no links')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('the owner creates the postback address of a program, copies, replaces and removes it', { tag: '@gate' }, async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 360, height: 800 })
  await openAdmin(page, '/admin/programs')
  await list(page).getByRole('button', { name: /^Edit/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Program' })
  await dialog.getByRole('button', { name: 'Create a postback address' }).press('Enter')
  const address = dialog.getByLabel('Postback address', { exact: true })
  await expect(address).toHaveValue(/\/postback\/[\w-]{43}\?click=/)
  const first = await address.inputValue()
  await dialog.getByRole('button', { name: 'Copy postback address' }).click()
  await expect(dialog.getByRole('button', { name: 'Postback address copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  const path = new URL(first).pathname
  const sale = '?tid=1&commission=1.50&currency=USD'
  expect((await request.get(path + sale)).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Replace address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expect(address).not.toHaveValue(first)
  expect((await request.get(path + sale)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Remove address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: 'Create a postback address' })).toBeVisible()
})

test('the editor has one question about a host of likely affiliate links, and says where a link has no tag', async ({
  page,
}) => {
  await openAdmin(page, '/admin/posts/new')
  await page.getByRole('button', { name: 'HTML source' }).click()
  await page
    .getByLabel('Content as HTML')
    .fill('<p><a href="https://www.brand.example/a?ref=mia">One</a> <a href="https://other.example/?aff=1">Two</a></p>')
  const question = (host: string) => page.getByText(`A link to ${host} may be an affiliate link. Does this link earn?`)
  await expect(question('brand.example')).toContainText('1 more to decide.')
  await page.getByRole('button', { name: /^No ?, links to brand.example/ }).click()
  await expect(question('other.example')).toBeVisible()
  await page.getByRole('button', { name: /^Yes ?, links to other.example/ }).click()
  await expect(question('other.example')).toBeHidden()
  await page.getByRole('button', { name: 'Visual editor' }).click()
  await page.getByRole('textbox', { name: 'Content' }).getByText('One').dblclick()
  await page.getByRole('button', { name: 'Link (Ctrl+K)' }).click()
  await page.getByLabel('Address').fill('https://www.amazon.com/dp/B000000001')
  await expect(page.getByText('This link has no tracking tag, so it earns nothing.')).toBeVisible()
  await page.getByLabel('Address').fill('https://www.amazon.com/dp/B000000001?tag=mia-20')
  await expect(page.getByText('This link has no tracking tag, so it earns nothing.')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await openAdmin(page, '/admin/programs')
  await expect(list(page)).toContainText('other.example')
  await page.getByText('Sites whose links do not earn (1)').click()
  await page.getByRole('button', { name: 'Ask about brand.example again' }).click()
  await expect(page.getByText('Sites whose links do not earn (1)')).toBeHidden()
})
