import type { Page } from '@playwright/test'
import { toastOf } from './library.ts'
import { brokenPictures, contentOf, openEditor, save, statusOf, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

const content =
  '<p>A first paragraph that is long enough to be the text of a post.</p><section data-block="faq">' +
  '<details><summary>Why?</summary><p>Because.</p></details><details><summary>How often?</summary><p></p></details></section>'

const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Publish without these?' })
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })

test('the first publication names a missing category and an unanswered question once, and leads to each', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Incomplete', { categoryId: null, content })
  await openEditor(page, post.id)
  await test.step('a draft is saved without a question', async () => {
    await save(page)
    await expect(toastOf(page)).toContainText('Post updated')
    await expect(questionOf(page)).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Publish now' }).click()
  await save(page)
  await expect(questionOf(page).getByText('The post is in no category.')).toBeVisible()
  await expect(questionOf(page).getByText('“How often?” has no answer.')).toBeVisible()
  expect((await posts.read(post.id)).status).toBe('draft')

  await questionOf(page).getByRole('button', { name: 'Write the answer' }).click()
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.type('Every evening.')
  await expect(contentOf(page).locator('.question-item').nth(1)).toContainText('Every evening.')

  await test.step('it is not opened again', async () => {
    await save(page)
    await expect(page.getByRole('region', { name: 'Published' })).toBeVisible()
    expect(await posts.read(post.id)).toMatchObject({ status: 'published', categoryId: null })
    await page.keyboard.press('Control+Enter')
    await expect(statusOf(page)).toHaveText('All changes saved')
    await expect(questionOf(page)).toHaveCount(0)
  })
})

test('on a phone the question leads to the category, and Publish anyway publishes', async ({ page, posts }) => {
  const [one, other] = [
    await posts.create('Incomplete', { categoryId: null }),
    await posts.create('Incomplete too', { categoryId: null }),
  ]
  await page.setViewportSize({ width: 360, height: 740 })
  await openEditor(page, one.id)
  const publish = async () => {
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('button', { name: 'Close details' }).click()
    await save(page)
  }
  await publish()
  await questionOf(page).getByRole('button', { name: 'Choose a category' }).click()
  await expect(category(page)).toBeFocused()
  await category(page).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Close details' }).click()
  await save(page)
  await expect(page.getByRole('region', { name: 'Published' })).toBeVisible()
  expect((await posts.read(one.id)).categoryId).toEqual(expect.any(Number))

  await openEditor(page, other.id)
  await publish()
  await questionOf(page).getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByRole('region', { name: 'Published' })).toBeVisible()
})
