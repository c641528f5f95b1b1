import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** The colours of a test picture's corners. */
export const corners = { topLeft: '#ff0000', topRight: '#00ff00', bottomLeft: '#0000ff', bottomRight: '#ffff00' }

/** A picture of 200 × 100 with a colour in each corner, stored with an EXIF orientation from 1 to 8. */
export async function cameraPicture(orientation: number): Promise<Buffer> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 100, height: 50, channels: 3 as const, background } },
    left,
    top,
  })
  let stored = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#000' } })
    .composite([
      quarter(corners.topLeft, 0, 0),
      quarter(corners.topRight, 100, 0),
      quarter(corners.bottomLeft, 0, 50),
      quarter(corners.bottomRight, 100, 50),
    ])
    .png()
    .toBuffer()
  for (const turn of turns[orientation - 1]!) stored = await turn(sharp(stored)).toBuffer()
  return sharp(stored)
    .withExif({ IFD0: { Copyright: 'A secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

type Turn = (image: Sharp) => Sharp
const mirror: Turn = (image) => image.flop()
const flip: Turn = (image) => image.flip()
const turn = (angle: number): Turn => {
  return (image) => image.rotate(angle)
}

/** The transformation from the upright picture to the stored one, for each EXIF orientation. */
const turns: Turn[][] = [
  [],
  [mirror],
  [turn(180)],
  [flip],
  [turn(90), mirror],
  [turn(270)],
  [turn(90), flip],
  [turn(90)],
]

/** A single-colour picture. */
export function plainPicture(width = 400, height = 200, background = '#d4a373'): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}

/** An animation of different frames. */
export function animation(format: 'gif' | 'webp', frames: number, width = 60, height = 40): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < raw.length; at += 3) {
    const frame = Math.floor(at / (width * height * 3))
    raw.set([(frame * 7) % 256, (frame * 31) % 256, frame % 256], at)
  }
  const options = { width, height: height * frames, channels: 3 as const, pageHeight: height }
  return sharp(raw, { raw: options })
    .toFormat(format, { delay: Array.from({ length: frames }, () => 80), loop: 0 })
    .toBuffer()
}

/** A black PNG of one bit per pixel, encoded by hand; `pixels: false` omits the pixel data. */
export function blackPng(width: number, height: number, { pixels = true } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(pixels ? (1 + Math.ceil(width / 8)) * height : 1)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** The multipart form of the media library. */
export function imageForm(file: Buffer, name = 'picture.jpg', altText?: string, field = 'image'): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(file)]), name)
  if (altText !== undefined) form.append('altText', altText)
  return form
}
