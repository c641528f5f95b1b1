import type { APIRequestContext, Page } from '@playwright/test'
import { defaultMenus } from '../../src/contract/content/menus.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { open } from './site-test.ts'

const widths = [1280, 360]
const headerOf = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')

async function resetMenus(request: APIRequestContext): Promise<void> {
  expect((await request.put('/api/menus', { data: defaultMenus })).status()).toBe(200)
}

/** Saves the form; its bar goes when everything is saved. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
}

async function createPage(request: APIRequestContext, slug: string, title: string): Promise<number> {
  const content = '<p>Three products, two minutes, every day: this is where a calm routine begins.</p>'
  const data = { title, slug, content, publishedAt: '2026-01-02T12:00:00.000Z' }
  const response = await request.post('/api/pages', { data })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { id: number }).id
}

/** The labels that a visitor sees in the header, or on a phone in its menu. */
async function visibleMenu(page: Page, width: number): Promise<string[]> {
  await open(page, '/contact')
  if (width >= 1024) return headerOf(page).allTextContents()
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
  return page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allTextContents()
}

test.beforeEach(({ request }) => resetMenus(request))

for (const width of widths) {
  const tag = width === 1280 ? ['@gate'] : []
  test(`Menus at ${width} px: an entry is added, renamed, moved by keyboard and hidden, and the site shows it at once`, {
    tag,
  }, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 })
    const id = await createPage(request, `start-here-${width}`, 'Start here, please')
    await openAdmin(page, '/admin/settings/menus')
    const header = page.getByRole('list', { name: 'Header' })
    const preview = page.getByRole('figure', { name: 'Preview of the menus' })
    await expect(header.getByRole('textbox')).toHaveCount(5)

    await page.getByRole('button', { name: 'Add an entry to Header' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an entry to Header' })
    await dialog.getByRole('searchbox').fill('start here')
    await dialog.getByRole('button', { name: /Start here, please/ }).click()
    await expect(header.getByRole('textbox').last()).toHaveValue('Start here, please')
    await header.getByRole('textbox').last().fill('Start here')
    await expect(preview).toContainText('Start here')

    // The button keeps the focus while its entry moves.
    const up = page.getByRole('button', { name: 'Move Start here up' })
    await up.focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('Enter')
    await expect(up).toBeFocused()
    await page.getByRole('button', { name: 'Hide Contact' }).first().click()
    await save(page)

    const expected = ['Home', 'Start here', 'Blog', 'Shop Products', 'About']
    expect(await visibleMenu(page, width)).toEqual(expected)
    await page.getByRole('link', { name: 'Start here' }).first().click()
    await expect(page).toHaveURL(`/start-here-${width}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start here, please')

    // A page that moves takes its entry along; a deleted one is not drawn.
    const json = (await (await request.get(`/api/posts/${id}/source`)).json()) as Record<string, unknown>
    const moved = await request.put(`/api/pages/${id}`, { data: { ...json, slug: `begin-here-${width}` } })
    expect(moved.status()).toBe(200)
    await open(page, '/contact')
    await expect(page.locator(`a[href="/begin-here-${width}"]`).first()).toHaveText('Start here')
    const redirected = await request.get(`/start-here-${width}`, { maxRedirects: 0 })
    expect([redirected.status(), redirected.headers().location]).toEqual([301, `/begin-here-${width}`])
    await request.delete(`/api/posts/${id}`)
    expect(await visibleMenu(page, width)).toEqual(['Home', 'Blog', 'Shop Products', 'About'])
    await openAdmin(page, '/admin/settings/menus')
    await expect(header.getByText('What it led to is gone or not public: not drawn')).toBeVisible()

    await page.getByRole('button', { name: 'Reset to default' }).click()
    await save(page)
    expect(await visibleMenu(page, width)).toEqual(['Home', 'Blog', 'Shop Products', 'About', 'Contact'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('Menus: a fault has its sentence, and nothing unsaved is lost by a wrong click', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/settings/menus')
  await test.step('an entry is dragged to another place', async () => {
    const rows = page.getByRole('list', { name: 'Header' }).getByRole('listitem')
    await rows.nth(4).locator('[data-handle]').hover()
    await page.mouse.down()
    await rows.nth(0).hover()
    await page.mouse.up()
    await expect(page.getByLabel('Name of entry 1 in Header')).toHaveValue('Contact')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Name of entry 1 in Header')).toHaveValue('Home')
  })

  await page.getByLabel('Name of entry 1 in Header').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please give the entry a name')).toBeVisible()
  await expect(page.getByLabel('Name of entry 1 in Header')).toBeFocused()
  await page.getByRole('link', { name: 'View Site' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add an entry to Legal links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an entry to Legal links' })
  await dialog.getByLabel('Or any address').fill('example.com')
  await dialog.getByRole('button', { name: 'Add the address' }).click()
  await expect(dialog).toContainText('Please enter an address that begins with https:// or, on this site, with /')
  await dialog.getByLabel('Or any address').fill('https://example.com/imprint')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Legal links' }).getByRole('textbox').last()).toHaveValue('example.com')
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a header menu too long for one row has a row of its own', { tag: '@gate' }, async ({ page, request }) => {
  const header = Array.from({ length: 10 }, (_, i) => ({
    label: `A longer entry ${i}`,
    target: { kind: 'address', href: `/search?q=${i}` },
  }))
  expect((await request.put('/api/menus', { data: { ...defaultMenus, header } })).status()).toBe(200)
  await open(page, '/')
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(headerOf(page).last()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test.afterAll(async ({ isolatedSite, playwright }) => {
  const api = await playwright.request.newContext({ baseURL: isolatedSite.origin, storageState: isolatedSite.state })
  await resetMenus(api)
  await api.dispose()
})
