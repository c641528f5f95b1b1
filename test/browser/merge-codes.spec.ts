import { openAdmin } from './owner.ts'
import { contentOf, focusContent, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test('merge codes are chosen with what they print, and inserted at the cursor of the subject and of the text', async ({
  page,
  posts,
}) => {
  await openAdmin(page, '/admin/newsletters/new')
  const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
  await subject.fill(`Hello, ${posts.word}`)
  for (let step = 0; step < posts.word.length + 2; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(' ')
  await page.getByRole('button', { name: 'Merge code' }).first().click()
  await page.getByRole('menuitem', { name: /^The reader’s name, else ‘friend’/ }).click()
  await expect(subject).toBeFocused()
  await expect(subject).toHaveValue(`Hello {{name|friend}}, ${posts.word}`)

  await focusContent(page)
  await page.keyboard.type('Write to ')
  await page.getByRole('toolbar').getByRole('button', { name: 'Merge code' }).click()
  await page.getByRole('menuitem', { name: /email address/ }).click()
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.type(' today.')
  await expect(contentOf(page)).toHaveText('Write to {{email}} today.')
})
