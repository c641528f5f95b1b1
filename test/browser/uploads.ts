import type { CDPSession, Locator, Page } from '@playwright/test'
import type { OwnerImage } from '../../src/contract/content/images.ts'
import { newName, newPicture } from './library.ts'
import { EXIF, type PhonePhoto } from './phone-photos.ts'

export const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const row = (within: Locator, name: string) => within.getByRole('listitem').filter({ hasText: name })

export async function uploadMany(page: Page, files: PhonePhoto[] | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload many' }).click()
  // The driver sends the bytes to the browser, which takes seconds for large files on a busy machine.
  await (await chooser).setFiles(files as PhonePhoto[], { timeout: 30_000 })
}

export async function newPhoto(name = `${newName('Many')}.jpg`): Promise<PhonePhoto> {
  return { name, mimeType: 'image/jpeg', buffer: await newPicture() }
}

export async function listImages(page: Page, q: string): Promise<OwnerImage[]> {
  const response = await page.request.get('/api/images', { params: { q, limit: 100 } })
  return (await response.json()) as OwnerImage[]
}

/** Records what the page sends: size, dimensions and whether there is EXIF data in it. */
export async function recordSent(page: Page): Promise<() => Promise<{ size: number; hasExif: boolean }[]>> {
  await page.addInitScript((exif) => {
    const sent: Promise<object>[] = []
    Object.assign(window, { sent })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('image') : undefined
      if (file instanceof File)
        sent.push(
          file
            .arrayBuffer()
            .then((bytes) => ({ size: file.size, hasExif: new TextDecoder('latin1').decode(bytes).includes(exif) })),
        )
      send.call(this, body)
    }
  }, EXIF)
  return () =>
    page.evaluate(() => Promise.all((window as unknown as { sent: { size: number; hasExif: boolean }[] }).sent))
}

/** Emulates a line of `bytesPerSecond` in each direction, -1 for one without a limit. */
export async function emulate(session: CDPSession, offline: boolean, bytesPerSecond = -1): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 50,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
