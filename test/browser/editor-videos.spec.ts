import type { Page } from '@playwright/test'
import { toastOf, uploadedImage } from './library.ts'
import { brokenPictures, contentOf, focusContent, openEditor, save, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

async function pasteText(page: Page, text: string): Promise<void> {
  await contentOf(page).evaluate((element, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const tikTok = 'https://www.tiktok.com/@scout2015/video/6718335390845095173'

for (const width of [1280, 360])
  test(`a short video and a card by their addresses at ${width} px: pasted, in the dialog by keyboard, with a poster, refused in a sentence`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page, posts }) => {
    await page.setViewportSize({ width, height: 740 })
    const image = await uploadedImage(page)
    const post = await posts.create('Short videos')
    await openEditor(page, post.id)
    await focusContent(page)
    await page.keyboard.press('Control+End')
    const stored = async () => {
      await save(page)
      return (await posts.read(post.id)).content
    }

    await test.step('pasted addresses alone in a paragraph', async () => {
      await page.keyboard.press('Enter')
      await pasteText(page, `${tikTok}?is_from_webapp=1`)
      await expect(contentOf(page).getByText('Video on TikTok:')).toBeVisible()
      await pasteText(page, 'https://www.instagram.com/reels/CuZ-x_1AbCd/?igsh=x')
      await expect(contentOf(page).getByText('On Instagram')).toBeVisible()
      await pasteText(page, 'https://vm.tiktok.com/ZMabc123/')
      await expect(toastOf(page)).toContainText('Please open it once and paste the address from the bar')
      await expect
        .poll(stored)
        .toContain(
          `<figure data-block="video" data-shape="upright"><a href="${tikTok}">Watch the video</a></figure>\n<figure data-block="video"><a href="https://www.instagram.com/reel/CuZ-x_1AbCd/">See it on Instagram</a></figure>\n<p><a href="https://vm.tiktok.com/ZMabc123/">https://vm.tiktok.com/ZMabc123/</a></p>`,
        )
    })

    await test.step('in the dialog, by keyboard', async () => {
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Add a block (/)' }).click()
      await page.getByRole('option', { name: /^Video/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Insert a video' })
      const address = dialog.getByLabel('Address of the video')
      for (const [typed, sentence] of [
        ['https://vt.tiktok.com/ZSabc123/', 'Please open it once and paste the address from the bar'],
        ['https://www.tiktok.com/@scout2015/live', 'Live videos cannot be shown here'],
        ['https://shop.example/', /^Please use an address of YouTube, TikTok or Vimeo/],
      ] as const) {
        await address.fill(typed)
        await page.keyboard.press('Enter')
        await expect(dialog.getByText(sentence)).toBeVisible()
        await expect(address).toHaveAttribute('aria-invalid', 'true')
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await address.fill('https://de.pinterest.com/pin/1234567890123456/')
      await page.keyboard.press('Tab')
      await page.keyboard.type('My shelf')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(contentOf(page).getByText('On Pinterest')).toBeVisible()
    })

    await test.step('a poster of the library, and the shape', async () => {
      await contentOf(page).getByText('Video on TikTok:').click()
      const options = page.getByRole('group', { name: 'Video options' })
      await expect(options.getByLabel('Shape')).toHaveValue('upright')
      await options.getByRole('button', { name: 'Change' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the video' })
      await dialog.getByRole('button', { name: 'Media library' }).click()
      await page.getByRole('button', { name: `Choose ${image.altText}` }).click()
      await dialog.getByRole('button', { name: 'Change', exact: true }).click()
      await expect
        .poll(stored)
        .toContain(
          `data-shape="upright"><a href="${tikTok}"><img alt="" loading="lazy" src="${image.url}" />Watch the video</a>`,
        )
      await contentOf(page).getByText('Video on TikTok:').click()
      await options.getByLabel('Shape').selectOption('Wide')
      await expect.poll(stored).not.toContain('data-shape')
      expect(await stored()).toContain(
        '<figure data-block="video"><a href="https://www.pinterest.com/pin/1234567890123456/">My shelf</a></figure>',
      )
    })
  })
