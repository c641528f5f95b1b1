import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { newName, newPicture, uploadedImage } from './library.ts'
import { open } from './site-test.ts'

async function openImage(page: Page, image: OwnerImage) {
  await openAdmin(page, `/admin/media/${image.id}`)
  const dialog = page.getByRole('dialog', { name: image.fileName })
  await expect(dialog).toBeVisible()
  return dialog
}

const findImage = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/images/${id}`)).json()) as OwnerImage

for (const width of [1280, 360])
  test(`Image: a focal point by click and by keyboard, which cards show (${width} px)`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const image = await uploadedImage(page)
    const dialog = await openImage(page, image)
    await dialog.getByRole('button', { name: 'Focal point' }).click()
    const tool = dialog.getByRole('region', { name: 'Focal point' })
    await tool.getByRole('img', { name: image.altText }).click({ position: { x: 5, y: 5 } })
    const fromLeft = tool.getByRole('slider', { name: 'From the left' })
    expect(Number(await fromLeft.inputValue())).toBeLessThan(10)
    await fromLeft.fill('0')
    await fromLeft.press('ArrowRight')
    await tool.getByRole('slider', { name: 'From the top' }).fill('100')
    await tool.getByRole('button', { name: 'Save focal point' }).click()
    await expect(tool).toHaveCount(0)
    expect((await findImage(page, image.id)).picture.focus).toEqual({ x: 1, y: 100 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    const category = await page.request.post('/api/categories', {
      data: {
        name: 'Focus',
        slug: newName('focus').replace(' ', '-'),
        description: '',
        imageUrl: image.url,
        imageAlt: 'Focused',
      },
    })
    expect(category.status(), await category.text()).toBe(201)
    const { id } = (await category.json()) as { id: number }
    await open(page, '/')
    const tile = page.locator(`img.frame-image[src*="${image.picture.key}"]`).first()
    expect(await tile.evaluate((element) => getComputedStyle(element).objectPosition)).toBe('0% 100%')
    expect((await page.request.delete(`/api/categories/${id}`)).status()).toBe(200)
  })

test('Image: a crop in a shape is a new image, opened at once', { tag: '@gate' }, async ({ page }) => {
  const image = await uploadedImage(page)
  const dialog = await openImage(page, image)
  await dialog.getByRole('button', { name: 'Crop' }).click()
  const tool = dialog.getByRole('region', { name: 'Crop' })
  await test.step('a crop is drawn on the picture', async () => {
    // Waits until it stands still.
    await tool.getByRole('img').hover()
    const box = (await tool.getByRole('img').boundingBox())!
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 2, box.y + box.height * 2, { steps: 4 })
    await page.mouse.up()
    expect(await tool.getByRole('slider', { name: 'Width' }).inputValue()).toBe('360')
    expect(await tool.getByRole('slider', { name: 'Height' }).inputValue()).toBe('240')
  })
  await tool.getByLabel('Shape').selectOption('1:1')
  await tool.getByRole('slider', { name: 'Width' }).fill('200')
  await tool.getByRole('button', { name: 'Make a new image' }).click()
  await expect(dialog).toContainText('200 × 200 pixels')
  const part = await findImage(page, Number(page.url().split('/').at(-1)))
  expect([part.id === image.id, part.picture.width]).toEqual([false, 200])
  expect((await findImage(page, image.id)).picture.width).toBe(480)
})

test('Image: rename and tag it, and find it by its tag', { tag: '@gate' }, async ({ page }) => {
  const image = await uploadedImage(page)
  const dialog = await openImage(page, image)
  const tag = newName('tag')
  await dialog.getByLabel('File name').fill('oat-cream.jpg')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'oat-cream.jpg' })).toBeVisible()
  const renamed = page.getByRole('dialog', { name: 'oat-cream.jpg' })
  await renamed.getByLabel('Add tags').fill(`${tag}, winter`)
  await renamed.getByLabel('Add tags').press('Enter')
  await expect(renamed.getByRole('list', { name: 'Tags' })).toContainText('winter')
  await renamed.getByRole('button', { name: 'Remove tag winter' }).click()
  await expect(renamed.getByRole('list', { name: 'Tags' })).not.toContainText('winter')
  await renamed.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Tag', { exact: true }).selectOption(tag)
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(1)
  await test.step('tags for several at once', async () => {
    const images = [await uploadedImage(page), await uploadedImage(page)]
    await openAdmin(page, '/admin/media')
    for (const { altText } of images) await page.getByRole('checkbox', { name: `Select ${altText}` }).check()
    await page.getByRole('button', { name: 'Tags' }).click()
    const tags = page.getByRole('dialog', { name: 'Tags of 2 images' })
    const both = newName('both')
    await tags.getByLabel('Add tags').fill(both)
    await tags.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(tags.getByRole('list', { name: 'Tags' })).toContainText(both)
    for (const { id } of images) expect((await findImage(page, id)).tags).toEqual([both])
  })
})

test('Image: its file is replaced everywhere, and the toast undoes it', { tag: '@gate' }, async ({ page }) => {
  const image = await uploadedImage(page)
  const dialog = await openImage(page, image)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  const buffer = await sharp(await newPicture())
    .resize(300)
    .jpeg()
    .toBuffer()
  await (await chooser).setFiles([{ name: 'other.jpg', mimeType: 'image/jpeg', buffer }])
  const question = page.getByRole('alertdialog', { name: 'Replace this file everywhere?' })
  await expect(question).toContainText('other.jpg')
  await question.getByRole('button', { name: 'Replace' }).click()
  const replaced = page.getByRole('dialog', { name: 'other.jpg' })
  await expect(replaced).toContainText('300 × 200 pixels')
  await replaced.getByRole('button', { name: 'Undo replacement' }).click()
  await expect(page.getByRole('dialog', { name: image.fileName })).toContainText('480 × 320 pixels')
  expect((await findImage(page, image.id)).url).toBe(image.url)
})

for (const width of [1280, 360])
  test(`Describe images: one after the other by keyboard, saved as one goes (${width} px)`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const images = []
    for (const name of ['IMG_1', 'IMG_2']) images.push(await uploadedImage(page, name, `${name}.jpg`))
    await openAdmin(page, '/admin/media/describe')
    const field = page.getByLabel('Alt text')
    await expect(field).toBeFocused()
    await expect(page.getByText(/1 of \d+.*: IMG_2.jpg/)).toBeVisible()
    await field.fill('A jar on a shelf')
    await field.press('Enter')
    await expect(page.getByText(/2 of \d+.*: IMG_1.jpg/)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('A leaf')
    await field.press('Alt+ArrowLeft')
    await expect(field).toHaveValue('A jar on a shelf')
    await field.press('Alt+ArrowRight')
    await expect(field).toHaveValue('A leaf')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const texts = await Promise.all(images.map(async ({ id }) => (await findImage(page, id)).altText))
    expect(texts).toEqual(['A leaf', 'A jar on a shelf'])
    for (const { id } of images) await page.request.delete(`/api/images/${id}`)
  })
