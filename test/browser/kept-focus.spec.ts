import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { expectFocusKept, newName, toastOf, uploadedImage } from './library.ts'
import { openAdmin } from './owner.ts'
import { brokenOnPurpose, expect, failApi, open, test } from './site-test.ts'

type List = {
  path: string
  label: string
  /** Creates a row that the search finds by its name. */
  create: (request: APIRequestContext, name: string) => Promise<{ ok(): boolean; text(): Promise<string> }>
  /** Bulk actions are offered. */
  isSelectable?: boolean
}

const draft = (kind: string) => (request: APIRequestContext, title: string) =>
  request.post('/api/posts/drafts', { data: { title, kind } })
const slug = (name: string) => name.toLowerCase().replace(/\W+/g, '-')

const lists: List[] = [
  {
    path: '/admin/products',
    label: 'Products',
    create: (request, name) =>
      request.post('/api/products', {
        data: {
          name,
          category: 'Serums',
          price: '10',
          affiliateLink: `https://shop.example/${slug(name)}`,
          isActive: false,
        },
      }),
    isSelectable: true,
  },
  {
    path: '/admin/ingredients',
    label: 'Ingredients',
    create: (request, name) => request.post('/api/ingredients', { data: { name, isActive: false } }),
    isSelectable: true,
  },
  {
    path: '/admin/routines',
    label: 'Routines',
    create: (request, name) => request.post('/api/routines', { data: { name, isActive: false } }),
    isSelectable: true,
  },
  { path: '/admin/posts', label: 'Blog posts', create: draft('post'), isSelectable: true },
  { path: '/admin/pages', label: 'Pages', create: draft('page'), isSelectable: true },
  { path: '/admin/newsletters', label: 'Newsletters', create: draft('newsletter') },
  {
    path: '/admin/subscribers',
    label: 'Newsletter Subscribers',
    create: (request, name) =>
      request.post('/api/subscribers', { data: { email: `${slug(name)}@mail.example` }, headers: fromElsewhere() }),
    isSelectable: true,
  },
  {
    path: '/admin/contacts',
    label: 'Contact Messages',
    create: (request, subject) =>
      request.post('/api/contacts', {
        data: { name: 'Ada Byron', email: 'ada@mail.example', subject, message: 'Which cleanser suits dry skin?' },
        headers: fromElsewhere(),
      }),
    isSelectable: true,
  },
]

/** The button of a row that deletes it, or the menu with that item. */
const deletionIn = (row: Locator) => row.getByRole('button', { name: /^(Delete\b|Actions for|More for)/ }).first()

/** Deletes what the focused button belongs to, with the keyboard alone. */
async function deleteByKeyboard(page: Page, button: Locator): Promise<void> {
  await button.focus()
  const isMenu = (await button.getAttribute('aria-haspopup')) === 'menu'
  await page.keyboard.press('Enter')
  if (isMenu) await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
}

for (const { path, label, create, isSelectable } of lists)
  test(`${label}: after a deletion the focus is in the next row, and after a bulk action on the list`, async ({
    page,
  }) => {
    const word = newName('Zqfocus').replace(' ', '-').toLowerCase()
    await openAdmin(page, path)
    for (const name of ['one', 'two', 'three', 'four']) {
      const response = await create(page.request, `${word} ${name}`)
      expect(response.ok(), await response.text()).toBe(true)
    }
    await open(page, `${path}?q=${word}`)
    const table = page.getByRole('table', { name: label })
    const rows = table.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(4)

    await test.step('the next row, else the previous one', async () => {
      for (const [at, after] of [
        [0, 0],
        [2, 1],
      ] as const) {
        const count = await rows.count()
        await deleteByKeyboard(page, deletionIn(rows.nth(at)))
        await expect(rows).toHaveCount(count - 1)
        await expectFocusKept(page)
        await expect(deletionIn(rows.nth(after))).toBeFocused()
      }
    })

    await test.step('the list by its name', async () => {
      if (isSelectable) {
        await table.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
        await page.getByRole('button', { name: 'Delete', exact: true }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
        await expect(rows).toHaveCount(0)
        await expectFocusKept(page)
        await expect(page.getByRole('group', { name: label, exact: true })).toBeFocused()
      }
    })
  })

test('the pager keeps the focus on its button at either end', { tag: '@gate' }, async ({ page }) => {
  const word = newName('Zqpager').replace(' ', '-').toLowerCase()
  await openAdmin(page, '/admin/ingredients')
  for (let number = 1; number <= 27; number++)
    expect(
      (await page.request.post('/api/ingredients', { data: { name: `${word} ${number}`, isActive: false } })).status(),
    ).toBe(201)
  await open(page, `/admin/ingredients?q=${word}`)
  const rows = page.getByRole('table', { name: 'Ingredients' }).locator('tbody').getByRole('row')
  const [previous, next] = ['Previous page', 'Next page'].map((name) => page.getByRole('button', { name }))
  await next!.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(next!).toHaveAttribute('aria-disabled', 'true')
  await expect(next!).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await previous!.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(25)
  await expect(previous!).toBeFocused()

  await test.step('a last page whose rows are deleted gives way to the one before', async () => {
    await next!.press('Enter')
    await expect(rows).toHaveCount(2)
    const entries = await page.evaluate(() => window.history.length)
    for (const left of [1, 25]) {
      await deleteByKeyboard(page, deletionIn(rows.first()))
      await expect(rows).toHaveCount(left)
      await expectFocusKept(page)
    }
    await expect(page).not.toHaveURL(/page=2/)
    // Back must not return to a page past the end, which would lead here again.
    expect(await page.evaluate(() => window.history.length)).toBe(entries)
  })
  const query = { status: 'all', q: word }
  expect((await page.request.post('/api/ingredients/delete', { data: { query } })).status()).toBe(200)
})

test('Media: after a deletion the focus is on the next picture', async ({ page }) => {
  const word = newName('zqmedia').replace(' ', '-')
  await openAdmin(page, '/admin/media')
  for (const name of ['one', 'two']) await uploadedImage(page, `${word} ${name}`)
  await open(page, `/admin/media?q=${word}`)
  const buttons = page.getByRole('list', { name: 'Images' }).getByRole('button', { name: /^Delete / })
  await expect(buttons).toHaveCount(2)
  await deleteByKeyboard(page, buttons.first())
  await expect(buttons).toHaveCount(1)
  await expect(buttons.first()).toBeFocused()
})

test('focus mode of the editor is entered and left without losing the focus', async ({ page }) => {
  await openAdmin(page, '/admin/posts/new')
  const button = page.getByRole('button', { name: 'Focus mode' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Leave focus mode' })).toBeVisible()
  await expectFocusKept(page)
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
  await page.getByRole('button', { name: 'Leave focus mode' }).focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
})

test.describe('a save that fails', () => {
  test.use({ expectedProblems: brokenOnPurpose })
  test('leaves the focus in the field from which it was sent', async ({ page }) => {
    await openAdmin(page, '/admin/settings/brand')
    await failApi(page, '/api/settings')
    const field = page.getByLabel('Site name', { exact: true })
    await field.fill('Dew & Light')
    await field.press('Enter')
    await expect(toastOf(page)).toBeVisible()
    await expect(field).toBeFocused()
  })
})
