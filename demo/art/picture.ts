/** One picture: a sheet with what lies on it, and lines and words above. */
import sharp, { type Sharp } from 'sharp'
import type { Light } from './relief/light.ts'
import { type Placed, paintRelief } from './relief/paint-relief.ts'
import type { HeightAt, Placement, Solid } from './relief/solid.ts'
import { svgOf } from './svg.ts'

export type Picture = {
  width: number
  height: number
  /** SVG below everything: a plain tone at least. */
  sheet: string
  placed?: readonly Placed[]
  ground?: HeightAt
  light?: Partial<Light>
  /** SVG above everything. */
  over?: string
  /** The sheet is left out, but for the shadows on it; it must be white. */
  isCutOut?: true
}

/** Pixels of the field per pixel of the picture: edges are smoothed by drawing larger than needed. */
const OVERSAMPLING = 1.4

export function lay(solids: readonly Solid[], placement: Placement): Placed[] {
  return solids.map((solid) => ({ solid, placement }))
}

/** At `scale` times its size. */
export async function renderPicture(picture: Picture, scale: number): Promise<Sharp> {
  const { width, height, over, placed = [], ground } = picture
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const drawn = (content: string) => sharp(Buffer.from(svgOf(width, height, content)), { density: 72 * scale })
  if (placed.length === 0 && !ground) return drawn(picture.sheet + (over ?? '')).removeAlpha()
  const sheet = svgOf(width, height, picture.sheet)
  const relief = await paintRelief({ ...picture, sheet, placed }, scale * OVERSAMPLING)
  const raw = { width: relief.width, height: relief.height, channels: picture.isCutOut ? 4 : 3 } as const
  const lit = sharp(relief.data, { raw }).resize({ ...size, fit: 'fill', kernel: 'mitchell' })
  if (!over) return lit
  const overlay = await drawn(over)
    .resize({ ...size, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { data, info } = await lit.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).composite([{ input: overlay }])
}
