import type { Page } from '@playwright/test'
import { newName, toastOf } from './library.ts'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

const rows = (page: Page, label: string) => page.getByRole('table', { name: label }).locator('tbody').getByRole('row')
const deleteButton = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Delete ?: ${name}$`) })
const dialogButton = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true })

for (const { path, label, data } of [
  {
    path: 'products',
    label: 'Products',
    data: { category: 'Serums', price: '10', affiliateLink: 'https://shop.example/trash', isActive: false },
  },
  { path: 'ingredients', label: 'Ingredients', data: { isActive: false } },
  { path: 'routines', label: 'Routines', data: { isActive: false } },
])
  test(`${label}: what is deleted stands in the trash, from which it comes back or goes for good`, async ({ page }) => {
    await openAdmin(page)
    const word = newName('Zqtrash').replace(' ', '-').toLowerCase()
    for (const name of ['one', 'two'])
      expect((await page.request.post(`/api/${path}`, { data: { name: `${word} ${name}`, ...data } })).status()).toBe(
        201,
      )
    await open(page, `/admin/${path}?q=${word}`)
    await deleteButton(page, `${word} one`).click()
    await expect(page.getByRole('alertdialog')).toContainText('The trash keeps it for 30 days.')
    await dialogButton(page, 'Delete').click()
    await expect(toastOf(page).filter({ hasText: 'deleted' })).toBeVisible()
    await expect(rows(page, label)).toHaveCount(1)

    await page.getByLabel('Status', { exact: true }).selectOption('Trash')
    await expect(rows(page, label)).toHaveCount(1)
    await expect(page.getByRole('columnheader', { name: 'Deleted' })).toHaveAttribute('aria-sort', 'descending')
    const actions = page.getByRole('button', { name: `Actions for ${word} one` })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    // The toast of the deletion would undo what is undone.
    await expect(toastOf(page)).toHaveText(/^Restored/)
    await expect(page.getByText('Nothing matches.')).toBeVisible()

    await open(page, `/admin/${path}?q=${word}`)
    await expect(rows(page, label)).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('The trash keeps them for 30 days.')
    await dialogButton(page, 'Delete').click()
    await expect(rows(page, label)).toHaveCount(0)
    await open(page, `/admin/${path}?q=${word}&status=trash`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: `Delete 2 ${path} for good?` })).toBeVisible()
    await dialogButton(page, 'Delete for good').click()
    await expect(toastOf(page).filter({ hasText: 'Deleted for good' })).toBeVisible()
    await expect(page.getByText('Nothing matches.')).toBeVisible()
  })

test('three deletions can be undone by their toasts, of which the earlier ones wait behind a button', async ({
  page,
}) => {
  await openAdmin(page)
  const word = newName('Zqtoasts').replace(' ', '-').toLowerCase()
  const names = ['one', 'two', 'three'].map((name) => `${word} ${name}`)
  for (const name of names)
    expect((await page.request.post('/api/routines', { data: { name, isActive: false } })).status()).toBe(201)
  await open(page, `/admin/routines?q=${word}`)
  for (const [index, name] of names.entries()) {
    await deleteButton(page, name).click()
    await dialogButton(page, 'Delete').click()
    await expect(rows(page, 'Routines')).toHaveCount(2 - index)
    await expect(toastOf(page).filter({ hasText: name })).toBeVisible()
  }
  for (const name of names.slice(0, 2)) await expect(toastOf(page).filter({ hasText: name })).toHaveCount(0)
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && !node.closest('ol')) announced.push(node.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: '2 earlier' }).click()
  await expect(toastOf(page).filter({ hasText: 'has been deleted' })).toHaveCount(3)
  await page.getByRole('button', { name: '2 earlier' }).click()
  await expect(toastOf(page).filter({ hasText: 'has been deleted' })).toHaveCount(1)
  await page.getByRole('button', { name: '2 earlier' }).click()
  await test.step('opening them announces none again', async () => {
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced)
    expect(announced.join(' ')).not.toContain('has been deleted')
  })
  await toastOf(page).filter({ hasText: names[0]! }).getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page, 'Routines')).toHaveText([new RegExp(names[0]!)])
  await expect(toastOf(page).filter({ hasText: 'has been deleted' })).toHaveCount(2)
  await toastOf(page).filter({ hasText: names[1]! }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /earlier/ })).toHaveCount(0)
  await expect(toastOf(page).filter({ hasText: 'has been deleted' })).toHaveCount(1)
})
