import type { Page } from '@playwright/test'
import { newName } from './library.ts'
import { brokenPictures, contentOf, focusContent, openEditor, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

async function openPicker(page: Page, entry: string, title: string) {
  await focusContent(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`/${entry}`)
  await page.getByRole('option', { name: new RegExp(`^${entry} `) }).click()
  return page.getByRole('dialog', { name: title })
}

test('the picker of products creates one by the form of the shop and inserts it where the cursor was', async ({
  page,
  posts,
}) => {
  const post = await posts.create('With a new product')
  const name = newName('Oat cream')
  await openEditor(page, post.id)
  const picker = await openPicker(page, 'Product box', 'Insert a product')
  await picker.getByLabel('Find a product').fill(name)
  await expect(picker.getByText('Nothing matches.')).toBeVisible()
  const form = page.getByRole('dialog', { name: 'New Product' })

  await test.step('Escape returns to the picker, which keeps the search', async () => {
    await page.keyboard.press('Tab')
    await expect(picker.getByRole('button', { name: 'New product' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(picker.getByRole('button', { name: 'New product' })).toBeFocused()
    await expect(picker.getByLabel('Find a product')).toHaveValue(name)
  })

  await test.step('what was typed in the form is discarded only after a confirmation', async () => {
    await page.keyboard.press('Enter')
    await form.getByLabel('Category').fill('Creams')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(form.getByLabel('Category')).toHaveValue('Creams')
  })

  await test.step('Enter in the form saves the product alone, and the text gets it', async () => {
    await form.getByLabel('Affiliate link').fill('https://shop.example/oat-cream')
    await page.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    await expect(contentOf(page).locator('strong', { hasText: name })).toBeVisible()
    await expect(contentOf(page)).toBeFocused()
    await page.keyboard.type('Written after it')
    await expect(contentOf(page)).toContainText('Written after it')
  })
  await expect
    .poll(async () => (await posts.read(post.id)).draft.content)
    .toMatch(/data-product-id="\d+".*Written after it/s)
  expect((await posts.read(post.id)).status).toBe('draft')
  const found = (await (await page.request.get(`/api/products?status=all&q=${encodeURIComponent(name)}`)).json()) as {
    id: number
  }[]
  expect(found).toHaveLength(1)
  await page.request.post('/api/products/delete', { data: { ids: found.map(({ id }) => id) } })
})

test('the picker of routines creates one and inserts it', async ({ page, posts }) => {
  const post = await posts.create('With a new routine')
  const name = newName('Slow evenings')
  await openEditor(page, post.id)
  const picker = await openPicker(page, 'Routine', 'Insert a routine')
  await picker.getByLabel('Find a routine').fill(name)
  await picker.getByRole('button', { name: 'New routine' }).click()
  const form = page.getByRole('dialog', { name: 'New Routine' })
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name)
  await form.getByRole('button', { name: 'Add a step to the evening' }).click()
  await form.getByLabel('Kind').fill('Cleanser')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(picker).toBeHidden()
  await expect(contentOf(page).locator('strong', { hasText: name })).toBeVisible()
  const found = (await (await page.request.get('/api/routines?status=all')).json()) as { id: number; name: string }[]
  const ids = found.filter((routine) => routine.name === name).map(({ id }) => id)
  expect(ids).toHaveLength(1)
  await page.request.post('/api/routines/delete', { data: { ids } })
})
