import sharp from 'sharp'

/** A photo of a large camera: noise differs in each, so that each is a new image. Its file stays below the upload limit. */
export function makePhoto(width = 6000, height = 4000): Promise<Buffer> {
  const noise = { width: 400, height: 267, channels: 3 as const, background: '#888' }
  const mean = 118 + Math.round(Math.random() * 20)
  return sharp({ create: { ...noise, noise: { type: 'gaussian', mean, sigma: 30 + Math.random() * 10 } } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** Uploads a photo as the owner. Returns the status; 0 without a response. */
export async function upload(origin: string, cookie: string, photo: Buffer): Promise<number> {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`${origin}/api/images`, { method: 'POST', body: form, headers: { cookie } }).catch(
    () => undefined,
  )
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status ?? 0
}
