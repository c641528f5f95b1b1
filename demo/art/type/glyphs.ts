/**
 * Words as outlines. The fonts are those of the Fontsource packages, so that a drawing looks the same on every machine,
 * whatever fonts it has.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Blob, Face, Feature, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Set in a drawing: name of the face, its file and its weight. */
const files = {
  sans: ['@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2', 500],
  sansBold: ['@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2', 700],
  serif: ['@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2', 500],
  serifItalic: ['@fontsource-variable/playfair-display/files/playfair-display-latin-wght-italic.woff2', 500],
  garamond: ['@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff2', undefined],
  garamondItalic: ['@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-italic.woff2', undefined],
  didone: ['@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff2', undefined],
  roman: ['@fontsource/marcellus/files/marcellus-latin-400-normal.woff2', undefined],
  grotesk: ['@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2', 500],
  geometric: ['@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', 700],
} as const

export type Typeface = keyof typeof files

const letters =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|·×–—‘’“”°½¼¾éèµ•…'

const fonts = new Map(
  await Promise.all(
    Object.entries(files).map(async ([name, [file, weight]]) => [name, await loadFont(file, weight)] as const),
  ),
)

export type Glyphs = { d: string; width: number }

const lining = [new Feature('lnum', 1)]

/** The outlines of one line, from x = 0 on the baseline y = 0, in pixels. */
export function outlineOf(text: string, face: Typeface, size: number, tracking = 0): Glyphs {
  const { font, upem } = fonts.get(face)!
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer, lining)
  const scale = size / upem
  let [pen, d] = [0, '']
  for (const glyph of buffer.getGlyphInfosAndPositions()) {
    const [dx, dy] = [pen + (glyph.xOffset ?? 0) * scale, (glyph.yOffset ?? 0) * scale]
    d += place(font.glyphToPath(glyph.codepoint), scale, dx, dy)
    pen += (glyph.xAdvance ?? 0) * scale + tracking * size
  }
  return { d, width: Math.max(0, pen - tracking * size) }
}

/** Moves and scales an outline in font units, whose y axis points up. */
function place(d: string, scale: number, dx: number, dy: number): string {
  let isX = false
  return d.replace(/([A-Z])|(-?[\d.]+)/g, (match, command: string | undefined) => {
    if (command) {
      isX = true
      return command
    }
    const value = isX ? Number(match) * scale + dx : -Number(match) * scale - dy
    isX = !isX
    return String(Math.round(value * 100) / 100)
  })
}

async function loadFont(file: string, weight: number | undefined): Promise<{ font: Font; upem: number }> {
  const variationAxes = weight === undefined ? undefined : { wght: weight }
  const packed = await readFile(require.resolve(file))
  const sfnt = await subsetFont(packed, letters, { targetFormat: 'sfnt', variationAxes })
  const face = new Face(new Blob(sfnt))
  return { font: new Font(face), upem: face.upem }
}
