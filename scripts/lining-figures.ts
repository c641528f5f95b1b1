import { Blob, Face, Feature, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'

/**
 * Maps the digits of a TrueType font to the lining figures of its feature `lnum`, so that a subset needs neither the feature
 * nor the old-style figures. Only `points` stay mapped.
 */
export function withLiningFigures(sfnt: Buffer, points: Iterable<number>): Buffer {
  const font = new Font(new Face(new Blob(sfnt)))
  const mapped = [...points].sort((a, b) => a - b).map((point) => [point, glyphOf(font, point)] as const)
  return withTable(sfnt, 'cmap', characterMap(mapped.filter(([, glyph]) => glyph > 0)))
}

const features = [new Feature('lnum', 1), new Feature('ccmp', 0)]

/** Zero if the font has none. */
function glyphOf(font: Font, point: number): number {
  const buffer = new ShapingBuffer()
  buffer.addText(String.fromCodePoint(point))
  buffer.guessSegmentProperties()
  shape(font, buffer, features)
  return buffer.getGlyphInfos()[0]?.codepoint ?? 0
}

/** A `cmap` table with one subtable, of format 12, which has a group for each character. */
function characterMap(mapped: (readonly [point: number, glyph: number])[]): Buffer {
  const groups = mapped.flatMap(([point, glyph]) => [point, point, glyph])
  const subtable = [16 + 4 * groups.length, 0, groups.length / 3, ...groups]
  const table = Buffer.alloc(16 + 4 * subtable.length)
  // Version 0; one subtable, for Unicode on platform 3, at offset 12; its format.
  const header = [0, 1, 3, 10, 0, 12, 12, 0]
  for (const [at, value] of header.entries()) table.writeUInt16BE(value, 2 * at)
  for (const [at, value] of subtable.entries()) table.writeUInt32BE(value, 16 + 4 * at)
  return table
}

/** Appends the table and points the record of its tag to it. */
function withTable(sfnt: Buffer, tag: string, table: Buffer): Buffer {
  const font = Buffer.concat([sfnt, Buffer.alloc(-sfnt.length & 3), table])
  const record = sfnt.indexOf(tag, 12, 'latin1')
  font.writeUInt32BE(font.length - table.length, record + 8)
  font.writeUInt32BE(table.length, record + 12)
  return font
}
