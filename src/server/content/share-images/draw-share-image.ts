import type { OverlayOptions, ResizeOptions } from 'sharp'
import type { Colours } from '../../../contract/accounts/palettes.ts'
import type { TypePairingName } from '../../../contract/accounts/type-pairings.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { cropPicture, type DrawnPicture, pictureKey } from './crop-picture.ts'
import { drawText } from './draw-text.ts'
import { drawingFonts } from './drawing-fonts.ts'

export type ShareImage = {
  brand: string
  title: string
  /** Above the title, such as the category. */
  label?: string | undefined
  /** Right of the title; without one stands the drop of the default logo. */
  picture?: DrawnPicture | undefined
  /** The owner's logo and the key of its image. */
  logo?: { key: string; source: Buffer } | undefined
  /** The colours of the site's palette. */
  colours: Pick<Colours, 'paper' | 'cream' | 'ink' | 'accent' | 'accentDeep'>
  type: TypePairingName
}

const WIDTH = 1200
const HEIGHT = 630
/** The title has 55 % of the width, the picture the rest. */
const TITLE_WIDTH = 660
const MARGIN = 80
const TEXT_WIDTH = TITLE_WIDTH - MARGIN - 60

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A 1200 x 630 PNG with a title in the site's style. The last hundred are cached. */
export function drawShareImage(image: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const { logo, picture, ...words } = image
  const key = JSON.stringify({ ...words, logo: logo?.key, picture: pictureKey(picture) })
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

async function draw(image: ShareImage): Promise<Uint8Array<ArrayBuffer>> {
  const { title, label, picture, colours, type } = image
  const sharp = await loadSharp()
  const { display, sans } = drawingFonts[type]
  const parts: OverlayOptions[] = []
  if (picture) {
    const place = { width: WIDTH - TITLE_WIDTH, height: HEIGHT, background: colours.cream }
    parts.push({ input: await cropPicture(picture, place), left: TITLE_WIDTH, top: 0 })
  } else parts.push({ input: Buffer.from(drop(colours)), left: TITLE_WIDTH, top: 0 })
  let top = MARGIN
  if (label) {
    const box = { width: TEXT_WIDTH, height: 34 }
    const kicker = await drawText(label, { font: sans, colour: colours.accentDeep, sizes: [26, 22, 18], box })
    parts.push({ input: kicker.data, left: MARGIN, top })
    top += kicker.height + 24
  }
  const box = { width: TEXT_WIDTH, height: RULE_TOP - 44 - top }
  const heading = await drawText(title, { font: display, colour: colours.ink, sizes: TITLE_SIZES, box })
  parts.push({ input: heading.data, left: MARGIN, top })
  const png = await sharp(Buffer.from(background(colours)))
    .composite([...parts, ...(await drawBrand(image))])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return new Uint8Array(png)
}

const TITLE_SIZES = [72, 64, 56, 48, 42, 36, 28]
const RULE_TOP = 480
const BRAND_TOP = 508
const LOGO: ResizeOptions = { width: TEXT_WIDTH, height: 64, fit: 'inside' }

/** The owner's logo, which contains the name, or the name. */
async function drawBrand({ brand, logo, colours, type }: ShareImage): Promise<OverlayOptions[]> {
  const sharp = await loadSharp()
  const place = { left: MARGIN, top: BRAND_TOP }
  if (logo) return [{ ...place, input: await sharp(logo.source).autoOrient().resize(LOGO).png().toBuffer() }]
  const box = { width: TEXT_WIDTH, height: 60 }
  const { display } = drawingFonts[type]
  const name = await drawText(brand, { font: display, colour: colours.ink, sizes: [40, 32, 24], box })
  return [{ ...place, input: name.data }]
}

const background = ({
  paper,
  accent,
}: ShareImage['colours']) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>
  <rect x="${MARGIN}" y="${RULE_TOP}" width="64" height="3" fill="${accent}"/>
</svg>`

/** The default logo, as large as a picture. */
const drop = ({
  paper,
  cream,
  accent,
}: ShareImage['colours']) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH - TITLE_WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="${cream}"/>
  <g transform="translate(${(WIDTH - TITLE_WIDTH) / 2} ${HEIGHT / 2})">
    <path d="M0-160c70 92 108 152 108 214a108 108 0 0 1-216 0c0-62 38-122 108-214z" fill="${accent}" opacity=".85"/>
    <path d="M-44 30a52 52 0 0 0 40 62" stroke="${paper}" stroke-width="10" fill="none" stroke-linecap="round" opacity=".8"/>
  </g>
</svg>`

/** The owner's image, filling 1200 x 630. */
export async function cropShareImage(source: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const image = sharp(source).autoOrient().resize(1200, 630, { fit: 'cover' }).flatten({ background: '#ffffff' })
  return new Uint8Array(await image.png({ compressionLevel: 9 }).toBuffer())
}
