import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

export type PhonePhoto = { name: string; mimeType: string; buffer: Buffer }

const exif = {
  IFD0: { Make: 'Invented', Model: 'Phone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}

/** The marker of EXIF data in a file. */
export const EXIF = 'Exif\0\0'

/**
 * A photo as a phone stores it: turned left, with an orientation that turns it upright, a location and noise. Upright, it
 * is `width` by three quarters of it, with red, green, blue and yellow quarters.
 */
export async function phonePhoto(number: number, width: number, quality: number): Promise<PhonePhoto> {
  const height = (width * 3) / 4
  const buffer = await sharp({
    create: {
      width: height,
      height: width,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .composite([
      {
        input: await sharp(quarters(number, width / 4))
          .rotate(270)
          .toBuffer(),
        tile: false,
        gravity: 'centre',
      },
    ])
    .withMetadata({ orientation: 6, exif })
    .jpeg({ quality })
    .toBuffer()
  return { name: `IMG_${String(number).padStart(4, '0')}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Colours by which a test knows whether a picture is upright, with a stripe that differs by number. */
function quarters(number: number, side: number): Buffer {
  const half = side / 2
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
      <rect width="${half}" height="${half}" fill="#d02020"/><rect x="${half}" width="${half}" height="${half}" fill="#20a020"/>
      <rect y="${half}" width="${half}" height="${half}" fill="#2020d0"/><rect x="${half}" y="${half}" width="${half}" height="${half}" fill="#f0e020"/>
      <rect x="${half - number}" y="${half}" width="${number}" height="4" fill="#ffffff"/></svg>`,
  )
}

/** A HEIC file that is turned by its container, with a location: 640 × 480 when upright. */
export const turnedHeic = (): PhonePhoto => heic('turned.heic', 'IMG_9001.HEIC')

/** A HEIC file of 5200 × 3900 pixels. Some systems give no type for HEIC. */
export const largeHeic = (): PhonePhoto => ({ ...heic('large.heic', 'IMG_9002.heic'), mimeType: '' })

function heic(file: string, name: string): PhonePhoto {
  return { name, mimeType: 'image/heic', buffer: readFileSync(path.join(import.meta.dirname, 'fixtures', file)) }
}
