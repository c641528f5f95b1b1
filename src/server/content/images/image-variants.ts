import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import PQueue from 'p-queue'
import type { Sharp } from 'sharp'
import type { PictureFormat } from '../../../contract/pictures.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { type BlobStorage, SOURCE } from '../../platform/storage/blob-storage.ts'

/** The widths that an image is shown in, as far as it is that wide, and its own unless that is larger than all. */
const WIDTHS = [320, 640, 960, 1280, 1600, 2400]

export type StoredImage = {
  key: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  isAnimated: boolean
  /** The format of its own address: one that moves or lets the ground through where the image does. */
  format: PictureFormat
}

export type VariantMaker = {
  /**
   * Makes a width and format of a stored image unless it is there, and answers its file; undefined for an image or a width
   * that there is not. What a reader waits for goes before what is made ahead.
   */
  make(
    key: string,
    width: number,
    format: PictureFormat,
    options?: { isBackground?: boolean },
  ): Promise<string | undefined>
}

/** The name under which the images of these bytes are kept. */
export function keyOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 24)
}

/**
 * Keeps the source of an image under its key, so that the same image is kept once. Its variants are made when they are
 * first asked for. `source` is anything sharp reads.
 */
export async function storeSource(media: BlobStorage, source: Buffer, key = keyOf(source)): Promise<StoredImage> {
  const image = await describe(source, key)
  // Flushed: the row that follows must not outlive its file when the power goes.
  await media.writeSource(key, (file) => writeFile(file, source, { flush: true }))
  return image
}

async function describe(source: Buffer, key: string): Promise<StoredImage> {
  const sharp = await loadSharp()
  const { autoOrient, pages = 1, hasAlpha } = await sharp(source).metadata()
  const { width, height } = autoOrient
  const tiny = await sharp(source).autoOrient().resize({ width: 16 }).webp({ quality: 40 }).toBuffer()
  const isAnimated = pages > 1
  return {
    key,
    width,
    height,
    widths: [...WIDTHS.filter((smaller) => smaller < width), ...(width <= WIDTHS.at(-1)! ? [width] : [])],
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    isAnimated,
    format: isAnimated || hasAlpha ? 'webp' : 'jpg',
  }
}

export function createVariantMaker(media: BlobStorage): VariantMaker {
  // Two at a time: pictures never take the whole machine from the readers.
  const queue = new PQueue({ concurrency: 2 })
  const making = new Map<string, Promise<string | undefined>>()

  return {
    async make(key, width, format, { isBackground = false } = {}) {
      const name = `${width}.${format}`
      const file = await media.find(key, name)
      if (file) return file
      const known = making.get(`${key}/${name}`)
      if (known) return known
      const made = queue.add(() => makeVariant(media, key, width, format), { priority: isBackground ? 0 : 1 })
      making.set(`${key}/${name}`, made)
      return made.finally(() => making.delete(`${key}/${name}`))
    },
  }
}

async function makeVariant(
  media: BlobStorage,
  key: string,
  width: number,
  format: PictureFormat,
): Promise<string | undefined> {
  const source = await media.find(key, SOURCE)
  if (!source) return undefined
  const sharp = await loadSharp()
  const { autoOrient, pages = 1 } = await sharp(source).metadata()
  if (width !== autoOrient.width && !(WIDTHS.includes(width) && width < autoOrient.width)) return undefined
  const isMoving = pages > 1 && format === 'webp'
  const resized = (isMoving ? sharp(source, { animated: true }) : sharp(source).autoOrient()).resize({ width })
  return media.writeVariant(key, `${width}.${format}`, (file) => encode(resized, format).toFile(file))
}

/** Low effort: AVIF's higher ones take ten times as long for a sixth of the bytes. */
function encode(image: Sharp, format: PictureFormat): Sharp {
  if (format === 'avif') return image.avif({ quality: 55, effort: 1 })
  if (format === 'webp') return image.webp({ quality: 78, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true })
}
