import type { UploadFormat } from '../../../contract/images.ts'

/**
 * The image format by magic bytes, regardless of file name and content type. Undefined for unsupported formats, SVG
 * in particular, so that no other decoder ever reads them.
 */
export function formatOf(file: Buffer): UploadFormat | undefined {
  if (startsWith(file, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(file, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(file, 'GIF87a') || startsWith(file, 'GIF89a')) return 'gif'
  if (startsWith(file, 'RIFF') && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

function startsWith(file: Buffer, signature: string): boolean {
  return file.toString('latin1', 0, signature.length) === signature
}
