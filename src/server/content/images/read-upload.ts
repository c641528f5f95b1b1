import type { Context } from 'hono'
import { ALT_TEXT_MAX, UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../../contract/content/images.ts'
import { typedText } from '../../../contract/platform/typed-text.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../platform/http/form-data.ts'
import { stemOf } from './images.repo.ts'

export type Upload = { file: Buffer; fileName: string; altText: string }

/** Reads a multipart form with one image in the field `image` and its `altText`. Throws 408, 413, 415 or 422. */
export async function readUpload(c: Context): Promise<Upload> {
  const form = await readFormData(c, UPLOAD_BYTES_MAX)
  const files = [...form.entries()].filter(([, value]) => value instanceof File) as [string, File][]
  if (files.length > 1) throw new HttpError(422, 'Too many files')
  const [field, file] = files[0] ?? []
  if (!file || field !== 'image') throw new HttpError(422, 'Please send the picture in the field “image”')
  if (file.size > UPLOAD_BYTES_MAX) throw fileTooLarge(UPLOAD_BYTES_MAX)
  if (file.size < UPLOAD_BYTES_MIN) throw new HttpError(422, `File is smaller than ${UPLOAD_BYTES_MIN} bytes`)
  const fileName = oneLine(file.name.replace(/^.*[\\/]/su, '')) || 'image'
  const altText = form.get('altText')
  return {
    file: Buffer.from(await file.arrayBuffer()),
    fileName,
    altText: typeof altText === 'string' ? oneLine(altText) : stemOf(fileName),
  }
}

/** As it was meant to be typed, without control characters, truncated. */
export function oneLine(text: string): string {
  return typedText(text.replace(/\p{Cc}+/gu, ' '))
    .slice(0, ALT_TEXT_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
}
