import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { chooseFile, dropFiles, newName, newPicture, tileOf, toastOf, uploadArea, uploadedImage } from './library.ts'
import { openAdmin } from './owner.ts'
import { expect, holdApi, holdApiResponses, open, test } from './site-test.ts'

const refusedOnPurpose = /status of (?:409|413|415|422|500)|^(?:409|413|415|422|500): /

async function openMedia(page: Page, address = '/admin/media'): Promise<void> {
  await openAdmin(page, address)
  await expect(page.getByRole('heading', { level: 2, name: 'Media' })).toBeVisible()
}

/** Mocks the response of uploads only. */
async function answerUploads(page: Page, status: number, message: string): Promise<void> {
  await page.route('**/api/images', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, json: { message } }) : route.fallback(),
  )
}

test('Media library: the area says what it takes, and takes one file', { tag: '@gate' }, async ({ page }) => {
  await openMedia(page)
  await expect(page.getByText('Supports JPG, PNG, GIF (max 5MB)', { exact: true })).toBeVisible()
  const input = page.locator('input[type=file]')
  expect(await input.getAttribute('multiple')).toBeNull()
  const accept = (await input.getAttribute('accept'))!
  for (const type of ['image/jpeg', '.jpeg', '.jpg', 'image/png', '.png', 'image/gif', '.gif', 'image/webp', '.webp'])
    expect(accept.split(',')).toContain(type)
  for (const key of ['Enter', 'Space'])
    await test.step(`the area opens the choice of a file with ${key}`, async () => {
      // Registered before the key press: later file choosers are not reported.
      const chooser = page.waitForEvent('filechooser')
      await uploadArea(page).focus()
      await expect(uploadArea(page)).toBeFocused()
      await page.keyboard.press(key)
      expect((await chooser).isMultiple()).toBe(false)
    })
  await test.step('File-drop rejections: type, size and number, in the drop area and without a request to the server', async () => {
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/images')) sent += 1
    })
    const jpeg = await newPicture()
    const area = page.getByRole('tabpanel')
    await chooseFile(page, 'notes.txt', Buffer.from('A text that is long enough to be a picture.'), 'text/plain')
    await expect(area.getByText(/^File type must be /)).toBeVisible()
    await chooseFile(page, 'IMG_0001.HEIC', Buffer.alloc(100), 'image/heic')
    await expect(area.getByText(/^File type must be .*“Upload many” takes HEIC pictures\.$/)).toBeVisible()
    await chooseFile(page, 'huge.jpg', Buffer.alloc(5 * 1024 * 1024 + 1))
    await expect(area.getByText('File is larger than 5242880 bytes', { exact: true })).toBeVisible()
    await expect(area.getByText(/^File type must be /)).toHaveCount(0)
    await chooseFile(page, 'tiny.jpg', Buffer.alloc(25))
    await expect(area.getByText('File is smaller than 26 bytes', { exact: true })).toBeVisible()
    await dropFiles(page, [
      { name: 'one.jpg', type: 'image/jpeg', bytes: jpeg },
      { name: 'two.jpg', type: 'image/jpeg', bytes: jpeg },
    ])
    await expect(area.getByText('Too many files', { exact: true })).toBeVisible()
    expect(sent).toBe(0)
  })
})

test('Upload: the bar advances by 5 every 100 ms up to 90, is full on success, then there is none', {
  tag: '@gate',
}, async ({ page }) => {
  await page.clock.install()
  await openMedia(page)
  const release = await holdApi(page, /\/api\/images$/)
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect(bar).toHaveCount(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await chooseFile(page, `${newName('held')}.jpg`)
  await expect(bar).toHaveAttribute('aria-valuenow', '0')
  for (const expected of [5, 10, 15]) {
    await page.clock.runFor(100)
    await expect(bar).toHaveAttribute('aria-valuenow', String(expected))
  }
  await page.clock.runFor(1400)
  await expect(bar).toHaveAttribute('aria-valuenow', '85')
  await page.clock.runFor(100)
  await expect(bar).toHaveAttribute('aria-valuenow', '90')
  await page.clock.runFor(3000)
  await expect(bar).toHaveAttribute('aria-valuenow', '90')
  release()
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  await page.clock.runFor(1000)
  await expect(bar).toHaveCount(0)
})

test('Upload success: the toast, the image in the list, and the prompt for its alt text', { tag: '@gate' }, async ({
  page,
}) => {
  await openMedia(page)
  const name = newName('Morning light')
  await chooseFile(page, `${name}.jpg`)
  await expect(toastOf(page)).toContainText('Image uploaded')
  const tile = tileOf(page, name)
  await expect(tile).toContainText('No alt text')
  const prompt = page.getByRole('region', { name: 'Describe this image' })
  await expect(prompt.getByText('Describe this image for readers who cannot see it')).toBeVisible()
  const field = prompt.getByLabel('Alt text')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(name)
  await field.fill(`${name} on a shelf of jars`)
  await field.press('Enter')
  await expect(prompt).toHaveCount(0)
  await expect(tileOf(page, `${name} on a shelf of jars`)).not.toContainText('No alt text')
  await test.step('a name with odd characters is a name and nothing else', async () => {
    const odd = `${newName('a "quoted"')} <b>& 100% çilek 🍓 .. =1+1`
    // The area takes no file while the bar of the last one is shown.
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await chooseFile(page, `${odd}.jpg`)
    await expect(field).toHaveValue(odd)
    await expect(tileOf(page, odd)).toHaveCount(1)
  })
  await test.step('a picture is dropped on the area', async () => {
    const dropped = newName('Dropped')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await dropFiles(page, [{ name: `${dropped}.jpg`, type: 'image/jpeg', bytes: await newPicture() }])
    await expect(tileOf(page, dropped)).toHaveCount(1)
  })
})

test('Upload: the same picture again does not create a second image', async ({ page }) => {
  await openMedia(page)
  const name = newName('Twice')
  const bytes = await newPicture()
  for (const file of [`${name}.jpg`, `${name}.jpg`]) {
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/images'),
    )
    await chooseFile(page, file, bytes)
    expect((await answered).ok()).toBe(true)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  }
  await expect(tileOf(page, name)).toHaveCount(1)
})

test.describe('rejected files', () => {
  test.use({ expectedProblems: refusedOnPurpose })

  test("Upload failure: the toast, and the server's reason in the area", { tag: '@gate' }, async ({ page }) => {
    await openMedia(page)
    for (const [status, reason] of [
      [422, 'This picture is damaged or incomplete. Please export it again and upload the new file.'],
      [413, 'File is larger than 5242880 bytes'],
      [500, 'Something went wrong on our side. Please try again.'],
    ] as const)
      await test.step(String(status), async () => {
        await answerUploads(page, status, reason)
        await chooseFile(page, 'face.jpg')
        if (status === 422) {
          await expect(toastOf(page)).toContainText('Upload failed')
          await expect(toastOf(page)).toContainText('There was an error uploading your image. Please try again.')
        }
        await expect(page.getByText(reason, { exact: true })).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        await page.unroute('**/api/images')
        const name = newName('after')
        await chooseFile(page, `${name}.jpg`)
        await expect(tileOf(page, name)).toHaveCount(1)
        await expect(page.getByText(reason, { exact: true })).toHaveCount(0)
        await expect(page.getByRole('progressbar')).toHaveCount(0)
      })
    await test.step('a file that only pretends to be a picture is refused by the server, with its reason', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      await chooseFile(page, 'logo.png', svg, 'image/png')
      await expect(page.getByText('File type must be one of JPEG, PNG, GIF, WebP', { exact: true })).toBeVisible()
    })
  })

  test('Delete failure: the toast, and where the image is shown', { tag: '@gate' }, async ({ page }) => {
    await openMedia(page)
    const image = await uploadedImage(page)
    const title = newName('About a picture')
    const content = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
    const post = {
      title,
      slug: title.toLowerCase().replaceAll(' ', '-'),
      content,
      coverImage: image.url,
      publishedAt: null,
    }
    const created = await page.request.post('/api/posts', { data: post })
    expect(created.status(), await created.text()).toBe(201)
    const { id } = (await created.json()) as { id: number }

    await open(page, `/admin/media?q=${encodeURIComponent(image.altText)}`)
    await tileOf(page, image.altText).hover()
    await page.getByRole('button', { name: `Delete ${image.altText}` }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this image?' })
    await expect(question).toContainText(
      'An image that is still in use is not deleted: you are shown where it is used.',
    )
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deletion failed', { exact: true })).toBeVisible()
    await expect(page.getByText('There was an error deleting the image. Please try again.').first()).toBeVisible()
    await expect(question).toContainText('This image is still in use. Please choose another image there first.')
    await expect(question.getByRole('listitem')).toHaveText(`${title} Cover of the post`)
    await expect(question.getByRole('link', { name: title })).toHaveAttribute('href', `/admin/posts/${id}`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(tileOf(page, image.altText)).toHaveCount(1)
  })

  test('Delete failure: a server that fails leaves the image where it is', async ({ page }) => {
    await openMedia(page)
    const image = await uploadedImage(page)
    await open(page, `/admin/media?q=${encodeURIComponent(image.altText)}`)
    await page.route(`**/api/images/${image.id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken on purpose' } }),
    )
    await tileOf(page, image.altText).hover()
    await page.getByRole('button', { name: `Delete ${image.altText}` }).click()
    const failed = page.waitForResponse((response) => response.status() === 500)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await failed
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(tileOf(page, image.altText)).toHaveCount(1)
  })
})

test('a picture that is uploaded while the library loads is in it', async ({ page }) => {
  const release = await holdApiResponses(page, /\/api\/images\?/)
  await openMedia(page)
  await expect(page.getByRole('status').filter({ hasText: 'Loading images' })).toBeVisible()
  const name = newName('Early')
  await chooseFile(page, `${name}.jpg`)
  await expect(page.getByRole('region', { name: 'Describe this image' })).toBeVisible()
  release()
  await expect(tileOf(page, name)).toHaveCount(1)
})

test('Delete: the control shows on hover and on focus; the question, the toast, and the way back', {
  tag: '@gate',
}, async ({ page }) => {
  await openMedia(page)
  const image = await uploadedImage(page)
  await open(page, `/admin/media?q=${encodeURIComponent(image.altText)}`)
  const tile = tileOf(page, image.altText)
  const control = tile.getByRole('button', { name: `Delete ${image.altText}` })
  const frame = control.locator('..')
  await expect(frame).toHaveCSS('opacity', '0')
  await tile.hover()
  await expect(frame).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(frame).toHaveCSS('opacity', '0')
  await control.focus()
  await expect(frame).toHaveCSS('opacity', '1')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Delete this image?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Image deleted')
  await expect(toastOf(page)).toContainText('The image has been deleted.')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(tile).toHaveCount(1)

  await test.step('several images are deleted at once, and brought back at once', async () => {
    const words = newName('several')
    for (const number of [1, 2, 3]) await uploadedImage(page, `${words} ${number}`)
    await page.getByRole('searchbox', { name: 'Search images' }).fill(words)
    await expect(tileOf(page, words)).toHaveCount(3)
    for (const number of [1, 3]) await page.getByRole('checkbox', { name: `Select ${words} ${number}` }).check()
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Delete 2 images?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(tileOf(page, words)).toHaveText([`${words} 2`])
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(tileOf(page, words)).toHaveCount(3)
  })
})

test('searching narrows the library and stands in the address', { tag: '@gate' }, async ({ page }) => {
  await openMedia(page)
  await test.step('the library is a grid of lazy squares over their placeholders, with more to load', async () => {
    const tiles = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
    await expect(tiles).toHaveCount(48)
    const first = tiles.first()
    await expect(first.locator('img[loading=lazy]')).toHaveCount(1)
    await expect(first.locator('img[src^="data:image/webp"]')).toHaveCount(1)
    const { width, height } = (await first.locator('img[loading=lazy]').boundingBox())!
    expect(Math.abs(width - height)).toBeLessThan(2)
    const urls = await first.locator('source').evaluateAll((all) => all.map((source) => source.getAttribute('type')))
    expect(urls).toEqual(['image/avif'])
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => tiles.count()).toBeGreaterThan(60)
  })
  const image = await uploadedImage(page)
  await page.getByRole('searchbox', { name: 'Search images' }).fill(image.altText)
  await expect(tileOf(page, '')).toHaveCount(1)
  await expect(page).toHaveURL(/\/admin\/media\?q=A\+picture/)
  await page.getByRole('searchbox', { name: 'Search images' }).fill('xylophone')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(tileOf(page, '')).not.toHaveCount(1)
  await page.getByLabel('Alt text').selectOption('Without alt text')
  await expect(page).toHaveURL(/described=false/)
})

test('an image has its own page: details, alt text, URL and usage', { tag: '@gate' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMedia(page)
  const image = await uploadedImage(page)
  await open(page, `/admin/media?q=${encodeURIComponent(image.altText)}`)
  await page.getByRole('button', { name: `Open ${image.altText}` }).click()
  const dialog = page.getByRole('dialog', { name: image.fileName })
  await expect(page).toHaveURL(new RegExp(`/admin/media/${image.id}\\?q=`))
  await expect(dialog).toContainText('480 × 320 pixels')
  await expect(dialog).toContainText('JPEG')
  await expect(dialog).toContainText('Nothing yet')
  expect((await axeFor(page).analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}${image.url}`)

  await dialog.getByLabel('Alt text').fill('A plain colour')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Alt text')).toHaveValue('A plain colour')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.reload()
  await expect(dialog.getByLabel('Alt text')).toHaveValue('A plain colour')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/admin\/media\?q=/)
})
