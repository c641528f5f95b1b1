import type { UploadFormat } from '../../../contract/content/images.ts'

/**
 * The image format by magic bytes, regardless of file name and content type. Undefined for unsupported formats, SVG
 * in particular, so that no other decoder ever reads them.
 */
export function formatOf(file: Buffer): UploadFormat | 'avif' | undefined {
  if (startsWith(file, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(file, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(file, 'GIF87a') || startsWith(file, 'GIF89a')) return 'gif'
  if (startsWith(file, 'RIFF') && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return brandsOf(file).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : undefined
}

const HEIC = /^(?:hei[cxms]|hev[cx]|mif1|msf1)$/
const VIDEO = /^(?:qt {2}|mp4\d|isom|iso\d|avc1|M4V )$/
/** The tag of a DNG version in a TIFF, for both byte orders. */
const DNG = [Buffer.from([0x12, 0xc6, 0x01, 0x00]), Buffer.from([0xc6, 0x12, 0x00, 0x01])]
const ON_PHONES =
  'On an iPhone, choose Settings, Camera, Formats, Most Compatible; on an Android phone, turn high efficiency pictures off in the camera.'

/** What to do with a file of a phone or camera that cannot be read; empty for any other file. */
export function adviceFor(file: Buffer): string {
  const brands = brandsOf(file)
  if (brands.some((brand) => HEIC.test(brand)))
    return `This is a HEIC picture. “Upload many” in the media library converts it. ${ON_PHONES}`
  if (brands.some((brand) => VIDEO.test(brand)))
    return 'This is a video, as in a Live Photo. Please share the picture alone, as a JPEG.'
  if (startsWith(file, '\xff\x0a') || startsWith(file, '\0\0\0\x0cJXL '))
    return 'This is a JPEG XL picture. Please export it as a JPEG.'
  const isTiff = startsWith(file, 'II*\0') || startsWith(file, 'MM\0*')
  if (isTiff && DNG.some((tag) => file.subarray(0, 65_536).includes(tag)))
    return 'This is a raw picture. Please export it as a JPEG, and turn RAW off in the camera for the next.'
  return ''
}

/** The brands of a file in the container of HEIF and MP4; none for other files. */
function brandsOf(file: Buffer): string[] {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  const brands = [file.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(file.toString('latin1', at, at + 4))
  return brands
}

function startsWith(file: Buffer, signature: string): boolean {
  return file.toString('latin1', 0, signature.length) === signature
}
