import { expect } from '@playwright/test'
import { brokenPictures, contentOf, openEditor, test } from './post-fixtures.ts'

test.use({ expectedProblems: brokenPictures })

test('an article that fits the text is suggested, its link lands on the words, and an undo brings the row back', async ({
  page,
  posts,
}) => {
  const words = `ghassoul ${posts.word}`
  const article = await posts.create(`All about ${words}`, {
    title: `All about ${words}`,
    publishedAt: '2026-01-01T10:00:00.000Z',
  })
  const draft = await posts.create('Masks of clay', {
    content: `<p>On Sundays I mix ${words} with rose water and rinse it off.</p>`,
  })
  await openEditor(page, draft.id)
  const panel = page.getByRole('complementary', { name: 'Details' }).locator('section', { hasText: 'Links to add' })
  await panel.scrollIntoViewIfNeeded()
  const add = page.getByRole('button', { name: `Add the link to ${article.title}` })
  await expect(panel.getByRole('listitem').filter({ has: add })).toContainText(`On the words ${words}.`)
  await add.click()
  const link = contentOf(page).getByRole('link', { name: words, exact: true })
  await expect(link).toHaveAttribute('href', `/blog/${article.slug}`)
  await expect(add).toBeHidden()
  await expect(panel.getByRole('status')).toHaveText(`“${words}” leads to “${article.title}” now.`)
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(link).toBeHidden()
  await expect(add).toBeVisible()
})
