import type { UploadFormat } from '../../../contract/images.ts'

/**
 * What a file is, by its first bytes: neither its name nor what the browser says of it counts. Undefined for whatever is
 * not among the formats that are taken in, SVG above all, so that no other decoder ever sees it.
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
