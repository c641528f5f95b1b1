import type { HeifImage } from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

/** One for all files: it releases the memory of the one before. Loaded alone and on demand, at half a megabyte. */
let decoding: Promise<{ decode(file: Uint8Array): HeifImage[] }> | undefined

/** The decoder could not be fetched; the file may be fine. Browsers remember this until the worker ends. */
export class DecoderNotLoaded extends Error {
  override readonly name = 'DecoderNotLoaded'
}

/** Decodes the main picture of a HEIC or HEIF file, upright. Rejects if there is none, or with a `DecoderNotLoaded`. */
export async function decodeHeif(file: Blob): Promise<ImageData> {
  decoding ??= loadDecoder()
  const images = (await decoding).decode(new Uint8Array(await file.arrayBuffer()))
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
  if (!image) throw new Error('No picture in the file')
  try {
    const pixels = new ImageData(image.get_width(), image.get_height())
    await new Promise<void>((resolve, reject) =>
      image.display(pixels, (shown) => (shown ? resolve() : reject(new Error('The picture cannot be decoded')))),
    )
    return pixels
  } finally {
    for (const each of images) each.free()
  }
}

async function loadDecoder() {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs').catch((error: unknown) => {
    throw new DecoderNotLoaded('The HEIF decoder could not be fetched', { cause: error })
  })
  return new (libheif().HeifDecoder)()
}
