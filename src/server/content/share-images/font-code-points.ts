/** The code points that a TrueType font has a glyph for, from its `cmap` (OpenType 1.9, formats 4 and 12). */
export function readCodePoints(font: Buffer): number[] {
  const cmap = findTable(font, 'cmap')
  if (cmap === undefined) return []
  const count = font.readUInt16BE(cmap + 2)
  const offsets = Array.from({ length: count }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8))
  return [...new Set(offsets.flatMap((offset) => readSubtable(font, offset)))]
}

function findTable(font: Buffer, wanted: string): number | undefined {
  const count = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + count * 16; entry += 16)
    if (font.toString('latin1', entry, entry + 4) === wanted) return font.readUInt32BE(entry + 8)
  return undefined
}

function readSubtable(font: Buffer, offset: number): number[] {
  const format = font.readUInt16BE(offset)
  return format === 4 ? readSegments(font, offset) : format === 12 ? readGroups(font, offset) : []
}

/** Format 4: arrays of last and first code points, of deltas and of offsets into the glyph ids. */
function readSegments(font: Buffer, offset: number): number[] {
  const size = font.readUInt16BE(offset + 6)
  const points: number[] = []
  for (let at = offset + 14; at < offset + 14 + size; at += 2) {
    const last = font.readUInt16BE(at)
    const first = font.readUInt16BE(at + size + 2)
    const delta = font.readUInt16BE(at + size * 2 + 2)
    const rangeAt = at + size * 3 + 2
    const range = font.readUInt16BE(rangeAt)
    for (let point = first; point <= last && point < 0xff_ff; point++) {
      const glyph = range === 0 ? point + delta : font.readUInt16BE(rangeAt + range + (point - first) * 2)
      if ((glyph & 0xff_ff) !== 0) points.push(point)
    }
  }
  return points
}

/** Format 12: groups of first and last code point and first glyph. */
function readGroups(font: Buffer, offset: number): number[] {
  const count = font.readUInt32BE(offset + 12)
  return Array.from({ length: count }, (_, index) => offset + 16 + index * 12).flatMap((at) => {
    const first = font.readUInt32BE(at)
    return Array.from({ length: font.readUInt32BE(at + 4) - first + 1 }, (_, index) => first + index)
  })
}
