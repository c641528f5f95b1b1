import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import { expect } from './site-test.ts'

let count = 0

/** A unique JPEG. */
export function newPicture(): Promise<Buffer> {
  const { r, g, b } = { r: ++count % 256, g: Math.floor(Math.random() * 256), b: Math.floor(Math.random() * 256) }
  return pictureOf({ r, g, b })
}

/** A JPEG of one colour. */
function pictureOf(background: string | { r: number; g: number; b: number }, width = 480): Promise<Buffer> {
  return sharp({ create: { width, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** A unique name. */
export function newName(words: string): string {
  return `${words} ${Math.random().toString(36).slice(2, 10)}`
}

/** Uploads an image to the library through the API. */
export async function uploadedImage(
  page: Page,
  altText = newName('A picture'),
  name = `${newName('file')}.jpg`,
  colour?: string,
): Promise<OwnerImage> {
  const buffer = await (colour ? pictureOf(colour, 400 + Math.floor(Math.random() * 400)) : newPicture())
  const file = { name, mimeType: 'image/jpeg', buffer }
  const answer = await page.request.post('/api/images', { multipart: { image: file, altText } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as OwnerImage
}

/** Chooses a file in the upload area of the page or of a dialog. */
export async function chooseFile(within: Page | Locator, name: string, buffer?: Buffer, mimeType = 'image/jpeg') {
  const file = { name, mimeType, buffer: buffer ?? (await newPicture()) }
  // The driver sends the bytes to the browser, which takes seconds for a large file on a busy machine.
  await within.locator('input[type=file]').setInputFiles(file, { timeout: 30_000 })
}

/** Drops files on the upload area. */
export async function dropFiles(page: Page, files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const dropped = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
    }
    return data
  }, dropped)
  await uploadArea(page).dispatchEvent('drop', { dataTransfer: transfer })
}

export function uploadArea(within: Page | Locator): Locator {
  return within.getByRole('button', { name: /^Upload an image/ })
}

export function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}

/** The tile of an image in the grid. */
export function tileOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: name })
}

/** Fails where a keyboard would begin again at the top of the page: after an act that removes or replaces what had the focus. */
export async function expectFocusKept(page: Page): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body || activeElement.id === 'main'
      return isLost ? 'nothing' : activeElement.outerHTML.slice(0, 120)
    })
  await expect.poll(focused).not.toBe('nothing')
}
