import { chooseFile, newName, uploadedImage } from './library.ts'
import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

test('a described image is chosen for a post with one click, with its alt text', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/posts/new')
  const image = await uploadedImage(page)
  const stem = newName('IMG')
  const bare = await uploadedImage(page, stem, `${stem}.jpg`)
  await page.getByRole('button', { name: 'Media library' }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose an image' })
  await picker.getByRole('searchbox', { name: 'Search images' }).fill(image.altText)
  await page.keyboard.press('Enter')
  await picker.getByRole('button', { name: `Choose ${image.altText}` }).click()
  await expect(picker).toHaveCount(0)
  await expect(page.getByLabel('Cover image URL')).toHaveValue(image.url)
  await expect(page.getByLabel('Image alt text')).toHaveValue(image.altText)
  await test.step('choosing an image without an alt text prompts for one, and another can be chosen instead', async () => {
    await page.getByRole('button', { name: 'Media library' }).first().click()
    await picker.getByRole('button', { name: `Choose ${stem}` }).click()
    await expect(picker.getByText('Describe this image for readers who cannot see it')).toBeVisible()
    await picker.getByRole('button', { name: 'Choose another' }).click()
    await expect(picker.getByLabel('Alt text')).toHaveCount(0)
    await picker.getByRole('button', { name: `Choose ${stem}` }).click()
    await picker.getByRole('button', { name: 'Use this image' }).click()
    await expect(page.getByLabel('Cover image URL')).toHaveValue(bare.url)
  })
})

test('an image is uploaded in the picker, described, and used; the window below stays open', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/products/new')
  const form = page.getByRole('dialog', { name: 'New Product' })
  await form.getByRole('button', { name: 'Media library' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose an image' })
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Media library' })).toBeFocused()

  await form.getByRole('button', { name: 'Media library' }).click()
  const name = newName('Jar')
  await chooseFile(picker, `${name}.jpg`)
  const field = picker.getByLabel('Alt text')
  await expect(field).toHaveValue(name)
  await field.fill(`${name} of oat cream`)
  await field.press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(form.getByLabel('Image', { exact: true })).toHaveValue(/^\/media\/[\w-]+\/480\.jpg$/)
  await expect(form).toBeVisible()
  await expect(form.getByText('Required')).toHaveCount(0)
})
