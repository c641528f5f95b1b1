/** The first bytes of a file say this. */
export type ImageHeader = {
  kind: 'jpeg' | 'png' | 'gif' | 'webp' | 'heif' | 'other'
  /** In pixels as stored, before any rotation; undefined if not among the first bytes. */
  width?: number
  height?: number
  isAnimated?: boolean
}

/** Bytes that are read: camera files have their size after a preview of some ten kilobytes. */
export const HEADER_BYTES = 256 * 1024

const heifBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/** Reads kind and size by content, regardless of file name and type. */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes.length < 26) return { kind: 'other' }
  if (text(0, 3) === '\xff\xd8\xff') return { kind: 'jpeg', ...jpegSize(view) }
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (text(0, 4) === 'GIF8')
    return { kind: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true), isAnimated: true }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { kind: 'webp', ...webpSize(view, text(12, 16)) }
  if (text(4, 8) === 'ftyp' && heifBrands.some((brand) => brandsOf(view, text).includes(brand))) {
    return brandsOf(view, text).some((brand) => brand === 'avif' || brand === 'avis')
      ? { kind: 'other' }
      : { kind: 'heif' }
  }
  return { kind: 'other' }
}

function brandsOf(view: DataView, text: (from: number, to: number) => string): string[] {
  const end = Math.min(view.getUint32(0), view.byteLength, 256)
  const brands = [text(8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(at, at + 4))
  return brands
}

/** From the frame header (SOF), which may come after large metadata. */
function jpegSize(view: DataView): { width?: number; height?: number } {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return {}
}

function webpSize(view: DataView, chunk: string): Omit<ImageHeader, 'kind'> {
  if (view.byteLength < 30) return {}
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 'VP8X')
    return { width: uint24(24) + 1, height: uint24(27) + 1, isAnimated: (view.getUint8(20) & 2) !== 0 }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}
