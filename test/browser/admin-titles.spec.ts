import { openAdmin } from './owner.ts'
import { test } from './post-fixtures.ts'
import { expect, jump, pageMissing } from './site-test.ts'

// The picture of the fixture.
test.use({ expectedProblems: pageMissing })

test('each place of the admin, and what is open in it, is in the title and announced', {
  tag: '@gate',
}, async ({ page, posts }) => {
  await openAdmin(page, '/admin/products')
  const announcer = page.locator('body > [aria-live=polite]')
  const brand = (await page.title()).split(' | ').at(-1)!
  const expectTitle = async (title: string) => {
    await expect(page).toHaveTitle(`${title} | Admin | ${brand}`)
    await expect(announcer).toHaveText(`${title} | Admin | ${brand}`)
  }
  await expect(page).toHaveTitle(`Products | Admin | ${brand}`)
  await page.getByRole('tab', { name: 'Media' }).click()
  await expectTitle('Media')
  await page.getByRole('tab', { name: 'Products' }).click()
  await expectTitle('Products')
  const edit = page.getByRole('button', { name: /^Edit/ }).first()
  const name = (await edit.locator('span').textContent())!.replace(/^: /, '')
  await edit.click()
  await expectTitle(`${name} | Products`)
  await page.keyboard.press('Escape')
  await expectTitle('Products')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await expectTitle('Mail | Settings')
  await page.getByRole('tab', { name: 'Blog Posts' }).click()
  await expectTitle('Blog Posts')
  const post = await posts.create('A post with a name')
  await jump(page, `/admin/posts/${post.id}`)
  await expectTitle(`${post.title} | Blog Posts`)
  await test.step('a title that is typed is shown, and not announced with every key', async () => {
    await page.getByLabel('Title', { exact: true }).press('End')
    await page.keyboard.type('!')
    await expect(page).toHaveTitle(`${post.title}! | Blog Posts | Admin | ${brand}`)
    await expect(announcer).toHaveText(`${post.title} | Blog Posts | Admin | ${brand}`)
  })
})
