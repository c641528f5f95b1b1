import { cursorMoved } from './compose.ts'
import { brokenPictures, contentOf, focusContent, openEditor, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

test('a link to a section of the text is chosen in the dialog, and stays when the heading changes', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Sections', {
    content: '<p>See how to wash your face with lukewarm water, gently.</p><h2>How to?</h2><p>a</p><h3>How to</h3>',
  })
  await openEditor(page, post.id)
  await focusContent(page, contentOf(page).locator('p').first())
  await page.keyboard.press('Control+End')
  await cursorMoved(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.getByLabel('Or a section of this text').selectOption({ label: 'How to' })
  await expect(dialog.getByLabel('Address')).toHaveValue('#how-to-2')
  await dialog.getByLabel('Or a section of this text').selectOption({ label: 'How to?' })
  await dialog.getByLabel('Text', { exact: true }).fill('there')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await contentOf(page).locator('h2').click()
  await page.keyboard.press('End')
  await cursorMoved(page)
  await page.keyboard.type(' go on')
  await expect
    .poll(async () => (await posts.read(post.id)).draft.content)
    .toMatch(/<h2 id="how-to">How to\? go on<\/h2>[\s\S]*<a href="#how-to">there<\/a>/)
})
