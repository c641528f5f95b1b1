/** The pixels of a scene before light falls on them. */

/** Per-pixel state of the scene. */
export type Field = {
  columns: number
  rows: number
  /** In pixels. */
  heights: Float32Array
  /** Index of the solid + 1; 0 is the sheet. */
  owners: Uint8Array
  /** Linear RGB. */
  colors: Float32Array
  /** How much of a pixel is covered by print, from 0 to 255: print on glass is opaque. */
  prints: Uint8Array
}

/** Linear from sRGB by byte. */
export const linear = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255) ** 2.2)

const known = new Map<string, readonly [number, number, number]>()

/** Linear RGB of `#rrggbb`. */
export function channelsOf(color: string): readonly [number, number, number] {
  let channels = known.get(color)
  if (!channels) {
    const byte = (at: number) => linear[Number.parseInt(color.slice(at, at + 2), 16)]!
    channels = [byte(1), byte(3), byte(5)]
    known.set(color, channels)
  }
  return channels
}
