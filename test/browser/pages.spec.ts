import type { Page } from '@playwright/test'
import { defaultMenus } from '../../src/contract/content/menus.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { focusContent, statusOf } from './post-fixtures.ts'
import { open } from './site-test.ts'

test.use({ expectedProblems: /status of 40[04]|^400: The address/ })
// At both widths the tests change the same page and the same menus.
test.describe.configure({ mode: 'default' })

const text = 'Three products, two minutes, every day: this is where a calm routine begins.'

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) => ['POST', 'PUT'].includes(response.request().method()) && /\/api\/pages(\/\d+)?$/.test(response.url()),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).ok()).toBe(true)
  await expect(statusOf(page)).toHaveText('All changes saved')
}

for (const width of [1280, 360]) {
  test(`Pages at ${width} px: written, put in the menu, renamed and deleted, and the menu entry goes with it`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page, request }) => {
    test.setTimeout(90_000)
    const slug = `start-here-${width}`
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, '/admin/pages')
    await page.getByRole('link', { name: 'New page' }).first().click()
    await expect(page).toHaveURL('/admin/pages/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Start here, please')
    await page.getByLabel('Slug', { exact: true }).fill('shop')
    await focusContent(page)
    await page.keyboard.type(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(
      page.getByText('The address /shop belongs to the site itself. Please choose another slug.', { exact: true }),
    ).toBeVisible()
    await page.getByLabel('Slug', { exact: true }).fill(slug)
    await save(page)
    await expect(page).toHaveURL(/\/admin\/pages\/\d+$/)
    const id = Number(page.url().split('/').at(-1))

    const header = [...defaultMenus.header, { label: 'Start here', target: { kind: 'page', id } }]
    expect((await request.put('/api/menus', { data: { ...defaultMenus, header } })).status()).toBe(200)
    await open(page, '/about')
    await expect(page.locator(`a[href="/${slug}"]`).first()).toHaveText('Start here')
    await open(page, `/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start here, please')
    await expect(page.getByRole('main')).toContainText(text)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    await openAdmin(page, `/admin/pages/${id}`)
    await page.getByLabel('Slug', { exact: true }).fill(`${slug}-now`)
    await save(page)
    const moved = await request.get(`/${slug}`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, `/${slug}-now`])
    await open(page, '/about')
    await expect(page.locator(`a[href="/${slug}-now"]`)).not.toHaveCount(0)

    await openAdmin(page, '/admin/pages')
    await page.getByRole('button', { name: 'Actions for Start here, please' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Delete this page?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Start here, please').locator('visible=true')).toHaveCount(1)
    expect((await request.get(`/${slug}-now`)).status()).toBe(404)
    await open(page, '/about')
    await expect(page.getByRole('link', { name: 'Start here' })).toHaveCount(0)
    await request.put('/api/menus', { data: defaultMenus })
  })

  test(`Pages at ${width} px: the privacy policy is edited, and goes back to the default with undo`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, '/admin/pages')
    await page.getByRole('button', { name: 'Edit: Privacy Policy' }).click()
    await expect(page).toHaveURL(/\/admin\/pages\/\d+$/)
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Privacy Policy')
    await expect(page.getByLabel('Slug', { exact: true })).toHaveAttribute('readonly', '')
    const content = page.getByRole('textbox', { name: 'Content' })
    await expect(content.getByRole('heading')).toHaveCount(14)
    await content.getByRole('heading').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Today')
    await save(page)

    await open(page, '/privacy-policy')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText(/Today/)
    await expect(main.getByRole('heading', { level: 2 })).toHaveCount(14)
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format()
    await expect(main.getByText(`Last updated: ${today}`)).toBeVisible()

    await openAdmin(page, '/admin/pages')
    await expect(page.getByText('Your text', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Go back to the default: Privacy Policy' }).click()
    const question = page.getByRole('alertdialog', { name: 'Go back to the default text?' })
    await question.getByRole('button', { name: 'Go back to the default' }).click()
    await expect(page.getByText('Your text', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Your text', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Go back to the default: Privacy Policy' }).click()
    await question.getByRole('button', { name: 'Go back to the default' }).click()
    await expect(page.getByText('Your text', { exact: true })).toHaveCount(0)
    await open(page, '/privacy-policy')
    await expect(main.getByText('Last updated: June 14, 2024')).toBeVisible()
    await expect(main.getByRole('heading', { level: 2 }).first()).not.toHaveText(/Today/)
  })
}

test('About: the default text in the editor is the text of the settings', async ({ page }) => {
  await openAdmin(page, '/admin/pages')
  await page.getByRole('button', { name: 'Edit: About' }).click()
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content.locator('p').filter({ hasText: /^Hi, I’m Nora Ellery\./ })).toBeVisible()
  await expect(page.getByLabel('Slug', { exact: true })).toHaveValue('about')
  await save(page)
  await open(page, '/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
  await page.getByRole('link', { name: 'Get In Touch' }).click()
  await expect(page).toHaveURL('/contact')
  await openAdmin(page, '/admin/pages')
  await page.getByRole('button', { name: 'Go back to the default: About' }).click()
  const question = page.getByRole('alertdialog', { name: 'Go back to the default text?' })
  await question.getByRole('button', { name: 'Go back to the default' }).click()
  await expect(page.getByRole('button', { name: 'Edit: About' })).toBeVisible()
})
