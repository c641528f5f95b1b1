import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { demoImages } from '../content/images.ts'
import { drawings } from './draw.ts'

export const EXTENSION = '.jpg'

/** The check renders each drawing at a quarter of its size, which takes a tenth of the time. */
const CHECK_SCALE = 1 / 4
/** Pixels of the image, in each direction, that are averaged before the check compares them. */
const BLOCK = 16
/** Largest accepted difference of a block, of 255. The smaller rendering and JPEG together stay below 9. */
const TOLERANCE = 12

/** Indistinguishable from the SVG, grain included; a progressive JPEG would be 3 % smaller and take twice as long to decode. */
const encoding = { quality: 88, trellisQuantisation: true, overshootDeringing: true, quantisationTable: 3 }

/** The committed file of a drawing. */
export function encodeDrawing(name: string): Promise<Buffer> {
  return sharp(Buffer.from(drawings.get(name)!().svg))
    .jpeg(encoding)
    .toBuffer()
}

/** One sentence for each committed image that is missing, left over or not what the drawing code produces. */
export async function findDifferences(imagesDir: string): Promise<string[]> {
  const expected = demoImages.map(({ name }) => name + EXTENSION)
  const committed = await listFiles(imagesDir)
  const differences = [
    ...expected.filter((file) => !committed.includes(file)).map((file) => `${file} is missing`),
    ...committed.filter((file) => !expected.includes(file)).map((file) => `${file} belongs to no demo content`),
  ]
  for (const { name } of demoImages) {
    const file = name + EXTENSION
    if (!committed.includes(file)) continue
    const difference = await compare(name, path.join(imagesDir, file))
    if (difference > TOLERANCE) differences.push(`${file} differs from its drawing by ${difference} of 255`)
  }
  return differences
}

async function listFiles(imagesDir: string): Promise<string[]> {
  const entries = await readdir(imagesDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(imagesDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

/** The largest difference of a block; Infinity if the sizes differ. */
async function compare(name: string, file: string): Promise<number> {
  const { svg, width, height } = drawings.get(name)!()
  const committed = await sharp(file).metadata()
  if (committed.width !== width || committed.height !== height) return Infinity
  const size = { width: Math.round(width / BLOCK), height: Math.round(height / BLOCK) }
  const drawing = sharp(Buffer.from(svg), { density: 72 * CHECK_SCALE })
  const [expected, stored] = await Promise.all([blocksOf(drawing, size), blocksOf(sharp(file), size)])
  return expected.reduce((largest, value, at) => Math.max(largest, Math.abs(value - stored[at]!)), 0)
}

async function blocksOf(image: Sharp, size: { width: number; height: number }): Promise<Buffer> {
  // Decoded first: the decoders of SVG and JPEG would scale by themselves, each to a different grid.
  const decoded = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(decoded.data, { raw: decoded.info })
    .resize({ ...size, fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer()
}
