import type { ResizeOptions } from 'sharp'
import type { Colours } from '../../../contract/accounts/palettes.ts'
import type { TypePairingName } from '../../../contract/accounts/type-pairings.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { drawText } from './draw-text.ts'
import { drawingFonts } from './drawing-fonts.ts'

export type ShareImage = {
  brand: string
  title: string
  label?: string
  /** The owner's logo and the key of its image. */
  logo?: { key: string; source: Buffer }
  /** The colours of the site's palette. */
  colours: Pick<Colours, 'paper' | 'cream' | 'ink' | 'accent' | 'accentDeep'>
  type: TypePairingName
}

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A 1200 x 630 PNG with a title in the site's style. The last hundred are cached. */
export function drawShareImage(image: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const { logo, ...words } = image
  const key = JSON.stringify({ ...words, logo: logo?.key })
  let bytes = drawn.get(key)
  if (!bytes) {
    bytes = draw(image)
    bytes.catch(() => drawn.delete(key))
    const [oldest] = drawn.keys()
    if (oldest !== undefined && drawn.size >= 100) drawn.delete(oldest)
    drawn.set(key, bytes)
  }
  return bytes
}

async function draw({ brand, title, label, logo, colours, type }: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const { display, sans } = drawingFonts[type]
  const heading = await drawText(title, {
    font: display,
    colour: colours.ink,
    sizes: [60, 52, 44, 36, 28],
    box: { width: 880, height: 300 },
  })
  const kicker = await drawText(label ?? brand, {
    font: sans,
    colour: colours.accentDeep,
    sizes: [48, 28],
    box: { width: 880, height: 64 },
  })
  const name = await drawText(brand, {
    font: display,
    colour: colours.ink,
    sizes: [60, 44, 28],
    box: { width: 880, height: 100 },
  })
  const mark = logo ? await sharp(logo.source).autoOrient().resize(LOGO).png().toBuffer() : Buffer.from(drop(colours))
  const png = await sharp(Buffer.from(background(colours)))
    .composite([
      logo ? { input: mark, left: 968, top: 300 } : { input: mark, left: 0, top: 0 },
      { input: kicker.data, left: 96, top: 96 },
      { input: heading.data, left: 96, top: 160 },
      { input: name.data, left: 96, top: 520 },
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return new Uint8Array(png)
}

const background = ({
  paper,
  cream,
  accent,
}: ShareImage['colours']) => `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="${paper}"/>
  <circle cx="1080" cy="120" r="250" fill="${cream}"/>
  <rect x="96" y="486" width="72" height="4" fill="${accent}"/>
</svg>`

/** The default logo. */
const drop = ({
  paper,
  accent,
}: ShareImage['colours']) => `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <path d="M1060 250c70 92 108 152 108 214a108 108 0 0 1-216 0c0-62 38-122 108-214z" fill="${accent}" opacity=".85"/>
  <path d="M1016 440a52 52 0 0 0 40 62" stroke="${paper}" stroke-width="10" fill="none" stroke-linecap="round" opacity=".8"/>
</svg>`

const LOGO: ResizeOptions = { width: 200, height: 200, fit: 'contain', background: '#0000' }

/** The owner's image, filling 1200 x 630. */
export async function cropShareImage(source: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const image = sharp(source).autoOrient().resize(1200, 630, { fit: 'cover' }).flatten({ background: '#ffffff' })
  return new Uint8Array(await image.png({ compressionLevel: 9 }).toBuffer())
}
