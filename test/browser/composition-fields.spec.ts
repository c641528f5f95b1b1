import type { Locator, Page } from '@playwright/test'
import { compose, compositions, cursorMoved, pressLateEnter } from './compose.ts'
import { uploadedImage } from './library.ts'
import { openAdmin, signInAsOwner } from './owner.ts'
import { brokenPictures, contentOf, focusContent, openEditor, test, titleOf } from './post-fixtures.ts'
import { expect, open } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

/** Composes at the end of a field in several ways: its keys change the field alone, also the last Enter and Escape. */
async function expectComposed(page: Page, field: Locator): Promise<void> {
  const before = await field.inputValue()
  await field.click()
  await page.keyboard.press('End')
  await compose(page, [...compositions['a composition that is cancelled'], ...compositions['Japanese, kana to kanji']])
  await pressLateEnter(page)
  await compose(page, [...compositions['Korean, jamo to syllables'], ...compositions['a dead key']])
  await pressLateEnter(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`${before}日本한글é`)
}

test('the keys of a composition stay in the fields of a post, of dialogs and of the HTML view', async ({
  page,
  posts,
}) => {
  const image = await uploadedImage(page)
  const post = await posts.create('Composed fields', {
    content: `<p>A line of text that is long enough to be the text of a post.</p><figure><img src="${image.url}" alt="A jar" /></figure>`,
  })
  await openEditor(page, post.id)
  const title = titleOf(page)
  await expectComposed(page, title)
  await expectComposed(page, page.getByLabel('Excerpt'))
  await expectComposed(page, page.getByLabel('Slug'))

  await contentOf(page).locator('img').click()
  await expectComposed(page, page.getByRole('group', { name: 'Picture options' }).getByLabel('Alt text'))

  const dialog = page.getByRole('dialog')
  await focusContent(page, contentOf(page).locator('p').first())
  await page.keyboard.press('Control+k')
  await expectComposed(page, dialog.getByLabel('Text', { exact: true }))
  await page.keyboard.press('Escape')
  for (const [name, label] of [
    ['Button', 'Text'],
    ['Video', 'Caption'],
    ['Product box', 'Find a product'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a block (/)' }).click()
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await expectComposed(page, dialog.getByLabel(label, { exact: true }))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'HTML source' }).click()
  await expectComposed(page, page.getByLabel('Content as HTML'))
  await expect
    .poll(async () => (await posts.read(post.id)).draft)
    .toMatchObject({ title: expect.stringMatching(/日本한글é$/), content: expect.stringMatching(/日本한글é/) })
})

test('the keys of a composition add nothing to lists and save nothing in dialogs of the dashboard', {
  tag: '@gate',
}, async ({ page }) => {
  await signInAsOwner(page)
  const image = await uploadedImage(page)
  await openAdmin(page, `/admin/media/${image.id}`)
  const dialog = page.getByRole('dialog')
  await expectComposed(page, dialog.getByLabel('Add tags'))
  await expectComposed(page, dialog.getByLabel('File name'))
  await expect(dialog.getByRole('list', { name: 'Tags' })).toHaveCount(0)

  await openAdmin(page, '/admin/products/1')
  await expectComposed(page, dialog.getByLabel('Name', { exact: true }))
  await expectComposed(page, dialog.getByLabel('Image description (alt text)', { exact: true }))
  await dialog.locator('summary').filter({ hasText: 'Facts' }).click()
  await expectComposed(page, dialog.getByLabel('Key ingredients', { exact: true }))
})

test('the keys of a composition neither search nor close the menu of a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/')
  const menu = page.locator('details').filter({ has: page.locator('nav') })
  await menu.locator('summary').click()
  await expectComposed(page, menu.getByRole('searchbox'))
  await cursorMoved(page)
  await expect(menu).toHaveAttribute('open')
  expect(new URL(page.url()).pathname).toBe('/')
})
