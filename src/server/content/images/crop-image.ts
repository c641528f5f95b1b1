import type { CropInput } from '../../../contract/content/images.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { loadSharp } from '../../platform/load-sharp.ts'

/** A part of a source as a file of the same format. Throws 422 for a part outside of it and for an animation. */
export async function cropImage(source: Buffer, { left, top, width, height }: CropInput): Promise<Buffer> {
  const sharp = await loadSharp()
  const { autoOrient, format, pages = 1 } = await sharp(source).metadata()
  if (pages > 1) throw new HttpError(422, 'An animation cannot be cropped.')
  if (left + width > autoOrient.width || top + height > autoOrient.height)
    throw new HttpError(422, 'The part is outside of the picture.')
  const part = sharp(source).autoOrient().extract({ left, top, width, height })
  if (format === 'jpeg') return part.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return format === 'webp' ? part.webp({ quality: 95 }).toBuffer() : part.png().toBuffer()
}
