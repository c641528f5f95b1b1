import sharp from 'sharp'
import type { TestApp } from './test-app.ts'

/** Uploads a picture of one colour and returns its URL. */
export async function uploadPicture({ asOwner }: TestApp, background: string, width = 600): Promise<string> {
  const image = sharp({ create: { width, height: 400, channels: 3, background } })
  const body = new FormData()
  body.set('image', new File([new Uint8Array(await image.png().toBuffer())], 'a.png', { type: 'image/png' }))
  return ((await (await asOwner('/api/images', { body })).json()) as { url: string }).url
}
