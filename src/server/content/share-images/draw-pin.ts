import type { OverlayOptions } from 'sharp'
import type { Colours } from '../../../contract/accounts/palettes.ts'
import type { TypePairingName } from '../../../contract/accounts/type-pairings.ts'
import type { PinLayout } from '../../../contract/content/pins.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { cropPicture, type DrawnPicture, pictureKey } from './crop-picture.ts'
import { drawText } from './draw-text.ts'
import { drawingFonts } from './drawing-fonts.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type PinImage = {
  layout: PinLayout
  title: string
  /** Above the title, such as the category. */
  label: string
  brand: string
  /** Without one the layouts show the site's colours. */
  picture?: DrawnPicture | undefined
  colours: Pick<Colours, 'paper' | 'cream' | 'ink' | 'accent' | 'accentDeep'>
  type: TypePairingName
}

const WIDTH = 1000
const HEIGHT = 1500

const drawn = new Map<string, Promise<Bytes>>()
const CACHED_MAX = 40

/** A JPEG of 1000 x 1500 for Pinterest. The last forty are cached. */
export function drawPin(pin: PinImage): Promise<Bytes> {
  const { picture, ...words } = pin
  const key = JSON.stringify({ ...words, picture: pictureKey(picture) })
  let bytes = drawn.get(key)
  if (!bytes) {
    bytes = draw(pin)
    bytes.catch(() => drawn.delete(key))
    const [oldest] = drawn.keys()
    if (oldest !== undefined && drawn.size >= CACHED_MAX) drawn.delete(oldest)
    drawn.set(key, bytes)
  }
  return bytes
}

async function draw(pin: PinImage): Promise<Bytes> {
  const { background, parts } = await layouts[pin.layout](pin)
  const sharp = await loadSharp()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${background}</svg>`
  const jpeg = await sharp(Buffer.from(svg))
    .composite(parts)
    .flatten({ background: pin.colours.paper })
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return new Uint8Array(jpeg)
}

type Composition = { background: string; parts: OverlayOptions[] }

const layouts: Record<PinLayout, (pin: PinImage) => Promise<Composition>> = {
  below: drawBelow,
  over: drawOver,
  framed: drawFramed,
}

/** The picture fills the upper part, the words stand on paper below it. */
async function drawBelow(pin: PinImage): Promise<Composition> {
  const { paper, accent } = pin.colours
  const words = await drawWords(pin, { width: 840, height: 300 })
  return {
    background: `${rect(0, 0, WIDTH, HEIGHT, paper)}${rect(80, 1400, 64, 3, accent)}`,
    parts: [
      { input: await drawPicture(pin, WIDTH, 960), left: 0, top: 0 },
      { input: words.label.data, left: 80, top: 1008 },
      { input: words.title.data, left: 80, top: 1072 },
      { input: words.brand.data, left: 80, top: 1424 },
    ],
  }
}

/** The picture fills the pin, the words stand on a card over it. */
async function drawOver(pin: PinImage): Promise<Composition> {
  const words = await drawWords(pin, { width: 740, height: 420 })
  const height = 64 + words.label.height + 28 + words.title.height + 48 + words.brand.height + 56
  const top = HEIGHT - 70 - height
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="${height}">${rect(0, 0, 860, height, pin.colours.paper)}</svg>`
  const titleTop = top + 64 + words.label.height + 28
  return {
    background: rect(0, 0, WIDTH, HEIGHT, pin.colours.cream),
    parts: [
      { input: await drawPicture(pin, WIDTH, HEIGHT), left: 0, top: 0 },
      { input: Buffer.from(card), left: 70, top },
      { input: words.label.data, left: 130, top: top + 64 },
      { input: words.title.data, left: 130, top: titleTop },
      { input: words.brand.data, left: 130, top: titleTop + words.title.height + 48 },
    ],
  }
}

/** The words stand above a picture with paper around it. */
async function drawFramed(pin: PinImage): Promise<Composition> {
  const { paper, cream, accent } = pin.colours
  const words = await drawWords(pin, { width: 800, height: 340 })
  const line = `<rect x="40" y="40" width="920" height="1420" fill="${paper}" stroke="${accent}" stroke-width="2"/>`
  return {
    background: `${rect(0, 0, WIDTH, HEIGHT, cream)}${line}`,
    parts: [
      { input: words.label.data, left: 100, top: 108 },
      { input: words.title.data, left: 100, top: 172 },
      { input: await drawPicture(pin, 800, 800), left: 100, top: 560 },
      { input: words.brand.data, left: 100, top: 1390 },
    ],
  }
}

const TITLE_SIZES = [104, 92, 80, 70, 60, 52, 44, 36, 28]

async function drawWords({ title, label, brand, colours, type }: PinImage, box: { width: number; height: number }) {
  const { display, sans } = drawingFonts[type]
  const line = { width: box.width, height: 44 }
  return {
    label: await drawText(label, { font: sans, colour: colours.accentDeep, sizes: [30, 24, 20], box: line }),
    title: await drawText(title, { font: display, colour: colours.ink, sizes: TITLE_SIZES, box }),
    brand: await drawText(brand, { font: display, colour: colours.ink, sizes: [36, 30, 24, 20], box: line }),
  }
}

async function drawPicture({ picture, colours }: PinImage, width: number, height: number): Promise<Buffer> {
  return picture
    ? cropPicture(picture, { width, height, background: '#ffffff' })
    : Buffer.from(drop(colours, width, height))
}

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

/** In place of a picture: the drop of the site's logo. */
const drop = ({ cream, accent }: PinImage['colours'], width: number, height: number) => `<svg
  xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  ${rect(0, 0, width, height, cream)}
  <path transform="translate(${width / 2} ${height / 2})" fill="${accent}" opacity=".85"
    d="M0-190c70 92 108 152 108 214a108 108 0 0 1-216 0c0-62 38-122 108-214z"/>
</svg>`
