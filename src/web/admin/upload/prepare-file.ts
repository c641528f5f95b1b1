import { UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../../contract/content/images.ts'
import { HEADER_BYTES, type ImageHeader, readImageHeader } from './image-header.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { UnusableFile } from './upload-failure.ts'

/** In pixels; larger pictures are made smaller before they are sent. */
const SIDE_MAX = 4096

/**
 * Returns the file to send: the file itself, or one that is small enough, upright and without metadata. Rejects with an
 * `UnusableFile` or a `NotLoaded`.
 */
export async function prepareFile(file: File, signal: AbortSignal): Promise<File> {
  if (file.size < UPLOAD_BYTES_MIN) throw new UnusableFile('This file is empty.')
  const header = readImageHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()))
  if (canBeSent(file, header)) return file
  // A canvas has one frame.
  if (header.isAnimated)
    throw new UnusableFile('This animation is larger than 5 MB or 4,096 pixels. Please make it smaller first.')
  const blob = await shrinkPicture(
    {
      file,
      isHeif: header.kind === 'heif',
      mayBeTransparent: header.kind !== 'jpeg',
      bytesMax: UPLOAD_BYTES_MAX,
      sideMax: SIDE_MAX,
    },
    signal,
  )
  return new File([blob], `${stemOf(file.name)}.${extensions[blob.type] ?? 'jpg'}`, {
    type: blob.type,
    lastModified: file.lastModified,
  })
}

function canBeSent({ size }: File, { kind, width, height }: ImageHeader): boolean {
  if (kind === 'heif' || kind === 'other' || size > UPLOAD_BYTES_MAX) return false
  // A picture of unknown size is prepared, which can do no harm.
  return width !== undefined && height !== undefined && Math.max(width, height) <= SIDE_MAX
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

function stemOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/u, '')
}
