import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import PQueue from 'p-queue'
import type { Sharp } from 'sharp'
import { variantWidths } from '../../../contract/content/picture-url.ts'
import type { PictureFormat } from '../../../contract/content/pictures.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { type BlobStorage, SOURCE, StorageError } from '../../platform/storage/blob-storage.ts'
import { within } from '../../platform/within.ts'

/** The placeholder; its height is bounded, since that of a very tall image would exceed what WebP can have. */
const TINY = { width: 16, height: 64, fit: 'inside' } as const

export type StoredImage = {
  key: string
  width: number
  height: number
  widths: number[]
  /** Empty if the picture is transparent. */
  placeholder: string
  isAnimated: boolean
  /** The format of its URL, which supports its animation or transparency. */
  format: PictureFormat
}

export type VariantMaker = {
  /**
   * Returns the file of a variant, rendered if missing; undefined for an unknown image or width. Requests take
   * precedence over background work.
   */
  make(
    key: string,
    width: number,
    format: PictureFormat,
    options?: { isBackground?: boolean },
  ): Promise<string | undefined>
}

/** The storage key of an image: a hash of its content. */
export function keyOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 24)
}

/**
 * Stores the source of an image under its key. Variants are rendered on first request. `source` is anything sharp
 * reads.
 */
export async function storeSource(media: BlobStorage, source: Buffer, key = keyOf(source)): Promise<StoredImage> {
  const image = await describe(source, key)
  // Flushed: after a power loss no row may exist without its file.
  await media.writeSource(key, (file) => writeFile(file, source, { flush: true }))
  return image
}

async function describe(source: Buffer, key: string): Promise<StoredImage> {
  const sharp = await loadSharp()
  const { autoOrient, pages = 1, hasAlpha } = await sharp(source).metadata()
  const { width, height } = autoOrient
  const tiny = sharp(await sharp(source).autoOrient().resize(TINY).png().toBuffer())
  // It would be seen through the picture.
  const isTransparent = hasAlpha && !(await tiny.stats()).isOpaque
  // Details, which are not seen in it, are left out, so that its few bytes are spent on its colours.
  const placeholder = isTransparent ? undefined : await tiny.blur(0.7).webp({ quality: 75, effort: 6 }).toBuffer()
  const isAnimated = pages > 1
  return {
    key,
    width,
    height,
    widths: variantWidths(width),
    placeholder: placeholder ? `data:image/webp;base64,${placeholder.toString('base64')}` : '',
    isAnimated,
    format: isAnimated || hasAlpha ? 'webp' : 'jpg',
  }
}

/** Milliseconds for which a rendered variant may take to be stored, while a reader waits. */
const STORED_WITHIN_MS = 5000

export function createVariantMaker(media: BlobStorage): VariantMaker {
  // Two at a time, to leave CPU for requests.
  const queue = new PQueue({ concurrency: 2 })
  const making = new Map<string, Promise<string | undefined>>()

  /** Rejects before a slow upload ends, which goes on meanwhile, so that a later request finds the file. */
  function start(
    name: string,
    make: (onRendered: () => void) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const { promise: rendered, resolve: onRendered } = Promise.withResolvers<void>()
    const stored = make(onRendered).finally(() => {
      onRendered()
      making.delete(name)
    })
    const inTime = rendered.then(() =>
      within(STORED_WITHIN_MS, stored, () => {
        throw new StorageError('media-unreachable', 'no answer in time')
      }),
    )
    making.set(name, inTime)
    return inTime
  }

  return {
    async make(key, width, format, { isBackground = false } = {}) {
      const name = `${width}.${format}`
      const file = await media.find(key, name)
      if (file) return file
      const priority = isBackground ? 0 : 1
      const make = (onRendered: () => void) =>
        queue.add(() => makeVariant(media, { key, width, format, onRendered }), { priority })
      return making.get(`${key}/${name}`) ?? start(`${key}/${name}`, make)
    },
  }
}

type Variant = { key: string; width: number; format: PictureFormat; onRendered: () => void }

async function makeVariant(
  media: BlobStorage,
  { key, width, format, onRendered }: Variant,
): Promise<string | undefined> {
  const source = await media.find(key, SOURCE)
  if (!source) return undefined
  const sharp = await loadSharp()
  const { autoOrient, pages = 1 } = await sharp(source).metadata()
  if (width !== autoOrient.width && !variantWidths(autoOrient.width).includes(width)) return undefined
  const isMoving = pages > 1 && format === 'webp'
  const resized = (isMoving ? sharp(source, { animated: true }) : sharp(source).autoOrient()).resize({ width })
  return media.writeVariant(key, `${width}.${format}`, async (file) => {
    await encode(resized, format).toFile(file)
    onRendered()
  })
}

/** Low effort: higher ones take ten times as long for 17% fewer bytes. */
function encode(image: Sharp, format: PictureFormat): Sharp {
  if (format === 'avif') return image.avif({ quality: 55, effort: 1 })
  if (format === 'webp') return image.webp({ quality: 78, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true })
}
