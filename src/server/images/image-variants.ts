import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import type { Sharp } from 'sharp'
import type { PictureFormat } from '../../contract/pictures.ts'
import { loadSharp } from './load-sharp.ts'

/** The widths that an image is shown in, as far as it is that wide, and its own unless that is larger than all. */
const WIDTHS = [320, 640, 960, 1280, 1600, 2400]

/** Stands in the name of a file that is being written. */
export const UNFINISHED = '.unfinished-'

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
   * Makes a width and format of a stored image unless it is there; false for an image or a width that there is not.
   * What a reader waits for goes before what is made ahead.
   */
  make(key: string, width: number, format: PictureFormat, options?: { isAhead?: boolean }): Promise<boolean>
}

/** The name under which the images of these bytes are kept. */
export function keyOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 24)
}

/**
 * Keeps the source of an image below `mediaDir/{key}/`, so that the same image is kept once. Its variants are made when
 * they are first asked for. `source` is anything sharp reads.
 */
export async function storeSource(mediaDir: string, source: Buffer, key = keyOf(source)): Promise<StoredImage> {
  const image = await describe(source, key)
  await mkdir(path.join(mediaDir, key), { recursive: true })
  // Flushed: the row that follows must not outlive its file when the power goes.
  await replaceFile(sourceFile(mediaDir, key), (unfinished) => writeFile(unfinished, source, { flush: true }))
  return image
}

export function hasSource(mediaDir: string, key: string): Promise<boolean> {
  return exists(sourceFile(mediaDir, key))
}

async function describe(source: Buffer, key: string): Promise<StoredImage> {
  const sharp = await loadSharp()
  const { autoOrient, pages = 1, hasAlpha, format } = await sharp(source).metadata()
  const { width, height } = autoOrient
  const tiny = await sharp(source).autoOrient().resize({ width: 16 }).webp({ quality: 40 }).toBuffer()
  const isAnimated = pages > 1
  // A drawing of the demo has a channel for it, and a ground.
  const isSeeThrough = hasAlpha && format !== 'svg'
  return {
    key,
    width,
    height,
    widths: [...WIDTHS.filter((smaller) => smaller < width), ...(width <= WIDTHS.at(-1)! ? [width] : [])],
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    isAnimated,
    format: isAnimated || isSeeThrough ? 'webp' : 'jpg',
  }
}

export function createVariantMaker(mediaDir: string): VariantMaker {
  // Two at a time: pictures never take the whole machine from the readers.
  const queue = new PQueue({ concurrency: 2 })
  const making = new Map<string, Promise<boolean>>()

  return {
    async make(key, width, format, { isAhead = false } = {}) {
      const file = path.join(mediaDir, key, `${width}.${format}`)
      if (await exists(file)) return true
      const known = making.get(file)
      if (known) return known
      const made = queue.add(() => makeVariant(mediaDir, key, width, format), { priority: isAhead ? 0 : 1 })
      making.set(file, made)
      return made.finally(() => making.delete(file))
    },
  }
}

async function makeVariant(mediaDir: string, key: string, width: number, format: PictureFormat): Promise<boolean> {
  const source = sourceFile(mediaDir, key)
  if (!(await exists(source))) return false
  const sharp = await loadSharp()
  const { autoOrient, pages = 1 } = await sharp(source).metadata()
  if (width !== autoOrient.width && !(WIDTHS.includes(width) && width < autoOrient.width)) return false
  const isMoving = pages > 1 && format === 'webp'
  const resized = (isMoving ? sharp(source, { animated: true }) : sharp(source).autoOrient()).resize({ width })
  await replaceFile(path.join(mediaDir, key, `${width}.${format}`), (unfinished) =>
    encode(resized, format).toFile(unfinished),
  )
  return true
}

/** Low effort: AVIF's higher ones take ten times as long for a sixth of the bytes. */
function encode(image: Sharp, format: PictureFormat): Sharp {
  if (format === 'avif') return image.avif({ quality: 55, effort: 1 })
  if (format === 'webp') return image.webp({ quality: 78, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true })
}

/** The file appears whole or not at all. */
async function replaceFile(file: string, write: (unfinished: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${file}${UNFINISHED}${process.pid}`
  try {
    await write(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

export function sourceFile(mediaDir: string, key: string): string {
  return path.join(mediaDir, key, 'source')
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
