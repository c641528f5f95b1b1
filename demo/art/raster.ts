import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { demoImageFile, demoImages } from '../content/images.ts'
import { renderPicture } from './picture.ts'
import { pictures } from './pictures.ts'

/** Names of the pictures by their committed files. */
export const files = new Map(demoImages.map((image) => [demoImageFile(image), image.name]))

/** The check renders each picture at half of its size, which takes a quarter of the time. */
const CHECK_SCALE = 1 / 2
/** Pixels of the image, in each direction, that are averaged before the check compares them. */
const BLOCK = 16
/** Largest accepted difference of a block, of 255. */
const TOLERANCE = 12

/** A progressive JPEG would be 3 % smaller and take twice as long to decode. */
const encoding = { trellisQuantisation: true, overshootDeringing: true, quantisationTable: 3 }
/** The best of these that stays below `MAX_BYTES`; only foam, cloth and brick need the lower ones. */
const QUALITIES = [88, 82, 74, 64] as const
const MAX_BYTES = 95_000

/** The committed file of a picture. */
export async function encodePicture(name: string): Promise<Buffer> {
  const rendered = await renderPicture(pictures.get(name)!(), 1)
  const { data, info } = await rendered.raw().toBuffer({ resolveWithObject: true })
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  if (info.channels === 4)
    return pixels.webp({ quality: 84, alphaQuality: 80, effort: 6, smartSubsample: true }).toBuffer()
  let image = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    image = await pixels
      .clone()
      .jpeg({ ...encoding, quality })
      .toBuffer()
    if (image.length <= MAX_BYTES) break
  }
  return image
}

/** One sentence for each committed image that is missing, left over or not what the drawing code produces. */
export async function findDifferences(imagesDir: string): Promise<string[]> {
  const expected = [...files.keys()]
  const committed = await listFiles(imagesDir)
  const differences = [
    ...expected.filter((file) => !committed.includes(file)).map((file) => `${file} is missing`),
    ...committed.filter((file) => !expected.includes(file)).map((file) => `${file} belongs to no demo content`),
  ]
  for (const [file, name] of files) {
    if (!committed.includes(file)) continue
    const difference = await compare(name, path.join(imagesDir, file))
    if (difference > TOLERANCE) differences.push(`${file} differs from its drawing by ${difference} of 255`)
  }
  return differences
}

export async function listFiles(imagesDir: string): Promise<string[]> {
  const entries = await readdir(imagesDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(imagesDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

/** The largest difference of a block; Infinity if the sizes differ. */
async function compare(name: string, file: string): Promise<number> {
  const picture = pictures.get(name)!()
  const committed = await sharp(file).metadata()
  if (committed.width !== picture.width || committed.height !== picture.height) return Infinity
  const size = { width: Math.round(picture.width / BLOCK), height: Math.round(picture.height / BLOCK) }
  const drawing = await renderPicture(picture, CHECK_SCALE)
  const [expected, stored] = await Promise.all([blocksOf(drawing, size), blocksOf(sharp(file), size)])
  return expected.reduce((largest, value, at) => Math.max(largest, Math.abs(value - stored[at]!)), 0)
}

async function blocksOf(image: Sharp, size: { width: number; height: number }): Promise<Buffer> {
  // Decoded first: the decoders of SVG and JPEG would scale by themselves, each to a different grid.
  const decoded = await image.flatten({ background: '#f4ebdf' }).raw().toBuffer({ resolveWithObject: true })
  return sharp(decoded.data, { raw: decoded.info })
    .resize({ ...size, fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer()
}
