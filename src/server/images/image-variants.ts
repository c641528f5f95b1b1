import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import sharp, { type Sharp } from 'sharp'
import type { PictureFormat } from '../../contract/pictures.ts'

/** The widths that an image is shown in, as far as it is that wide, and its own. */
const WIDTHS = [320, 640, 960, 1280, 1600, 2400]

export type StoredImage = { key: string; width: number; height: number; widths: number[]; placeholder: string }

export type VariantMaker = {
  /**
   * Makes a width and format of a stored image unless it is there; false for an image or a width that there is not.
   * What a reader waits for goes before what is made ahead.
   */
  make(key: string, width: number, format: PictureFormat, options?: { isAhead?: boolean }): Promise<boolean>
}

/**
 * Keeps the source of an image below `mediaDir/{key}/`, upright and named by its bytes, so that the same image is kept
 * once. Its variants are made when they are first asked for. `source` is anything sharp reads.
 */
export async function storeSource(mediaDir: string, source: Buffer): Promise<StoredImage> {
  const key = createHash('sha256').update(source).digest('hex').slice(0, 24)
  const { autoOrient } = await sharp(source).metadata()
  const { width, height } = autoOrient
  const tiny = await sharp(source).autoOrient().resize({ width: 16 }).webp({ quality: 40 }).toBuffer()
  const folder = path.join(mediaDir, key)
  await mkdir(folder, { recursive: true })
  await replaceFile(path.join(folder, 'source'), (unfinished) => writeFile(unfinished, source))
  return {
    key,
    width,
    height,
    widths: [...WIDTHS.filter((smaller) => smaller < width), width],
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  }
}

export function createVariantMaker(mediaDir: string): VariantMaker {
  // One thread an image and two images at a time: pictures never take the whole machine from the readers.
  sharp.concurrency(1)
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
  const source = path.join(mediaDir, key, 'source')
  if (!(await exists(source))) return false
  const { autoOrient } = await sharp(source).metadata()
  if (width !== autoOrient.width && !(WIDTHS.includes(width) && width < autoOrient.width)) return false
  const resized = sharp(source).autoOrient().resize({ width })
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
  const unfinished = `${file}.unfinished-${process.pid}`
  try {
    await write(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
