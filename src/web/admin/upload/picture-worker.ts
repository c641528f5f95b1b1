/** Decodes one picture at a time off the main thread and encodes it smaller, upright and without metadata. */
import { DecoderNotLoaded, decodeHeif } from './decode-heif.ts'
import type { ShrinkRequest, ShrinkResponse } from './picture-worker-messages.ts'

/** Rows of pixels that are looked at together for transparency. */
const STRIP = 128
const QUALITIES = [0.88, 0.8, 0.7]
/** Factor to each side where a lower quality is not enough. */
const SMALLER = 0.8
const SIDE_MIN = 256

addEventListener('message', (event: MessageEvent<ShrinkRequest>) => {
  void shrink(event.data).then((response) => postMessage(response))
})

async function shrink(request: ShrinkRequest): Promise<ShrinkResponse> {
  if (typeof OffscreenCanvas === 'undefined') return { problem: 'unsupported' }
  let bitmap: ImageBitmap
  try {
    bitmap = await decode(request)
  } catch (error) {
    return { problem: error instanceof DecoderNotLoaded ? 'not-loaded' : 'undecodable' }
  }
  try {
    const blob = await encodeWithin(bitmap, request)
    return blob ? { blob } : { problem: 'unsupported' }
  } finally {
    bitmap.close()
  }
}

/** Browsers turn pictures upright by their EXIF orientation; those without HEIC get a decoder for it. */
async function decode({ file, isHeif }: ShrinkRequest): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    if (!isHeif) throw error
    return createImageBitmap(await decodeHeif(file))
  }
}

/** The picture as JPEG, or as PNG or WebP if it is transparent, in at most `bytesMax`. */
async function encodeWithin(bitmap: ImageBitmap, request: ShrinkRequest): Promise<Blob | undefined> {
  const { bytesMax, sideMax, mayBeTransparent } = request
  let scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  while (Math.max(bitmap.width, bitmap.height) * scale >= SIDE_MIN) {
    const canvas = draw(bitmap, scale)
    const blob = await encodeCanvas(canvas, bytesMax, mayBeTransparent && isTransparent(canvas))
    if (blob) return blob
    scale *= SMALLER
  }
  return undefined
}

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  )
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** In memory rather than on the GPU, so that a file always gives the same bytes. */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The canvas has no context')
  return context
}

async function encodeCanvas(canvas: OffscreenCanvas, bytesMax: number, isTransparent: boolean) {
  const types = isTransparent
    ? [{ type: 'image/png' }, { type: 'image/webp', quality: 0.9 }]
    : QUALITIES.map((quality) => ({ type: 'image/jpeg', quality }))
  for (const options of types) {
    const blob = await canvas.convertToBlob(options)
    // Browsers encode what they do not support as PNG.
    if (blob.type === options.type && blob.size <= bytesMax) return blob
  }
  return undefined
}

function isTransparent(canvas: OffscreenCanvas): boolean {
  const context = contextOf(canvas)
  for (let top = 0; top < canvas.height; top += STRIP) {
    const { data } = context.getImageData(0, top, canvas.width, Math.min(STRIP, canvas.height - top))
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true
  }
  return false
}
