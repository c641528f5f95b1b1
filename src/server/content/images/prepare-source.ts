import type { Metadata } from 'sharp'
import { FRAMES_MAX, MEGAPIXELS_MAX, UPLOAD_BYTES_MIN, type UploadFormat } from '../../../contract/content/images.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import type { Exclusive } from '../../platform/mutex.ts'

/** In pixels; wider than any screen. */
const SIDE_MAX = 4000
const SECONDS_MAX = 60
/** In bytes of a decoded image. */
const UNPACKED_MAX = 256 * 1024 * 1024
/** In bytes; decoded images up to this size are in memory several at a time. */
const SMALL_MAX = 48 * 1024 * 1024

export type PreparedSource = { format: UploadFormat; source: Buffer }

/**
 * Normalizes an uploaded file: upright, at most 4000 pixels per side, sRGB, and re-encoded, which removes metadata
 * and appended content. Animations are preserved; an AVIF becomes a JPEG, or a WebP if it has an alpha channel. A large one is decoded
 * while no other process of the site decodes one, since it takes up to half a gigabyte. Throws 415 or 422 for a file that is not an
 * image, corrupt, or too large when decoded. `secondsMax` is for how long it may be decoded.
 */
export async function prepareSource(
  file: Buffer,
  exclusive: Exclusive,
  secondsMax = SECONDS_MAX,
): Promise<PreparedSource> {
  if (file.length < UPLOAD_BYTES_MIN) throw new HttpError(422, `File is smaller than ${UPLOAD_BYTES_MIN} bytes`)
  const format = formatOf(file)
  if (!format) {
    const advice = adviceFor(file)
    throw new HttpError(415, `File type must be one of JPEG, PNG, GIF, WebP${advice && `, AVIF. ${advice}`}`)
  }
  const sharp = await loadSharp()
  const metadata = await readable(sharp(file, { limitInputPixels: false }).metadata())
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw damaged()
  rejectLarge(metadata)
  const draw = () => readable(redraw(file, metadata, secondsMax))
  const source = await (isLarge(metadata) ? exclusive('decode image', draw) : draw())
  // An AVIF is stored in another format, which is decoded in strips.
  return { format: format === 'avif' ? formatOfDrawn(source) : format, source }
}

/** Checks the header before any pixel is decoded. */
function rejectLarge(metadata: Metadata): void {
  const { format, width, height, pages = 1, pageHeight = height } = metadata
  const megapixels = (width * pageHeight) / 1e6
  if (megapixels > MEGAPIXELS_MAX)
    throw new HttpError(
      422,
      `This picture has ${Math.round(megapixels).toLocaleString('en-US')} megapixels. Please keep it under ${MEGAPIXELS_MAX}.`,
    )
  if (pages > FRAMES_MAX || megapixels * pages > MEGAPIXELS_MAX)
    throw new HttpError(
      422,
      `This animation is too long: ${pages} frames of ${width} × ${pageHeight}. Please make it shorter or smaller.`,
    )
  if (bytesAtOnce(metadata) > UNPACKED_MAX) {
    const advice = format === 'heif' ? 'smaller, or as a JPEG' : 'without “progressive” or “interlaced”, or smaller'
    throw new HttpError(422, `This picture takes too much memory to unpack. Please save it ${advice}.`)
  }
}

/** One that is turned is held as a whole. */
function isLarge(metadata: Metadata): boolean {
  const { width, height, channels = 4, depth, pages = 1 } = metadata
  const whole = width * height * channels * (depth === 'ushort' ? 2 : 1)
  return pages > 1 || Math.max(whole, bytesAtOnce(metadata)) > SMALL_MAX
}

/** The memory of the decoder; most images are decoded in strips, which needs almost none. */
function bytesAtOnce({ format, width, height, channels = 4, depth, isProgressive, chromaSubsampling }: Metadata) {
  const pixels = width * height
  if (format === 'jpeg') return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0
  return pixels * (depth === 'ushort' ? 8 : 4)
}

async function redraw(file: Buffer, { format, pages = 1, hasAlpha }: Metadata, seconds: number): Promise<Buffer> {
  const isAnimated = pages > 1
  const sharp = await loadSharp()
  const image = sharp(file, {
    limitInputPixels: MEGAPIXELS_MAX * 1e6,
    // Many valid camera files cause warnings; a truncated image is an error.
    failOn: 'error',
    sequentialRead: true,
    animated: isAnimated,
  }).timeout({ seconds })
  if (isAnimated) return image.resize(fitting).webp({ quality: 90, effort: 2, mixed: true }).toBuffer()
  const upright = image.autoOrient().resize(fitting)
  if (format === 'jpeg' || (format === 'heif' && !hasAlpha)) return upright.jpeg(inStrips).toBuffer()
  if (format === 'webp' || format === 'heif') return upright.webp({ quality: 92, effort: 2 }).toBuffer()
  const drawn = await upright.png({ compressionLevel: 6 }).toBuffer()
  return hasAlpha ? withoutIdleAlpha(drawn) : drawn
}

function formatOfDrawn(source: Buffer): UploadFormat {
  const format = formatOf(source)
  if (!format || format === 'avif') throw damaged()
  return format
}

const fitting = { width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true } as const

/** Optimized entropy tables would save 7% and hold the whole image twice. */
const inStrips = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false }

/** True only if a pixel is transparent, not merely for an alpha channel. */
async function withoutIdleAlpha(png: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  const { isOpaque } = await sharp(png).stats()
  return isOpaque ? sharp(png).removeAlpha().png({ compressionLevel: 6 }).toBuffer() : png
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw Object.assign(damaged(), { cause: error })
  }
}

function damaged(): HttpError {
  return new HttpError(422, 'This picture is damaged or incomplete. Please export it again and upload the new file.')
}

/**
 * The image format by magic bytes, regardless of file name and content type. Undefined for unsupported formats, SVG
 * in particular, so that no other decoder ever reads them.
 */
function formatOf(file: Buffer): UploadFormat | 'avif' | undefined {
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

/** The advice for a file of a phone or camera that cannot be read; empty for any other file. */
function adviceFor(file: Buffer): string {
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
