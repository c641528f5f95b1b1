import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Blob, Face, Feature, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { fontFaces, fonts } from '../scripts/font-faces.ts'
import { makePinFonts } from '../scripts/pin-fonts.ts'
import { makeFonts } from '../scripts/subset-fonts.ts'
import { typePairingNames, typePairings } from '../src/contract/accounts/type-pairings.ts'

const folder = 'src/web/styles/fonts'

test('the committed fonts equal the output of `npm run fonts`', async () => {
  const made = await makeFonts()
  expect(readdirSync(folder).sort()).toEqual(Object.keys(made).sort())
  for (const [name, bytes] of Object.entries(made))
    expect(readFileSync(`${folder}/${name}`).equals(bytes), name).toBe(true)
})

test('the committed fonts of pins equal the output of `npm run fonts`', async () => {
  const pinFolder = 'src/server/content/share-images/fonts'
  const made = await makePinFonts()
  expect(readdirSync(pinFolder).sort()).toEqual(Object.keys(made).sort())
  for (const [name, bytes] of Object.entries(made))
    expect(readFileSync(`${pinFolder}/${name}`).equals(bytes), name).toBe(true)
})

test('the subsets of a font are disjoint and together cover the Latin script', () => {
  const css = fontFaces('editorial')
  const families = Map.groupBy(css.matchAll(/font-family: "([^"]+)"[^}]*unicode-range:\s+([^;]+);/g), ([, family]) =>
    family!.replace(/ Latin(?: Ext)?$/, ''),
  )
  expect([...families.keys()]).toEqual(['Montserrat', 'Playfair Display', 'Cormorant Garamond'])
  for (const [family, faces] of families) {
    const points = faces.flatMap(([, , ranges]) => ranges!.split(/,\s+/).flatMap(pointsOf))
    expect(points.length, `${family}: no letter in two files`).toBe(new Set(points).size)
    for (const letter of 'Aaz09 \n“”–—…•€™éÉñøßœŁžı')
      expect(points, `${family}: ${letter}`).toContain(letter.codePointAt(0))
    expect(points, `${family} has no Greek`).not.toContain('Ω'.codePointAt(0))
  }
})

test('each subset is a separate family, which the tokens name before its fallbacks', () => {
  const css = fontFaces('editorial')
  const named = [...css.matchAll(/font-family: "([^"]+)"[^}]*unicode-range/g)].map(([, family]) => family!)
  expect(new Set(named).size).toBe(9)
  const tokens = readFileSync('src/web/styles/tokens.css', 'utf8')
  const stacks = [...tokens.matchAll(/--font-\w+:\s+([^;]+);/g)].map(([, stack]) => stack!.split(/,\s+/))
  expect(stacks.flatMap((stack) => stack.slice(0, 3))).toEqual(named.map((family) => `"${family}"`))
})

test('the fonts of an English page are 40 KiB at most in every pairing', () => {
  for (const pairing of typePairingNames) {
    const { sans, display, accent } = typePairings[pairing]
    const files = fonts.filter(({ family }) => [sans, display, accent].some((stack) => stack.startsWith(`"${family}"`)))
    const bytes = files.map(({ name }) => readFileSync(`${folder}/${name}-basic.woff2`).length)
    expect(bytes.length, pairing).toBeGreaterThan(1)
    expect(
      bytes.reduce((sum, size) => sum + size),
      pairing,
    ).toBeLessThanOrEqual(40 * 1024)
  }
})

test('the figures of an English page are lining ones without a feature, and capitals are kerned', async () => {
  for (const { name, source, axes } of fonts) {
    const built = await shaperOf(readFileSync(`${folder}/${name}-basic.woff2`))
    const packed = await shaperOf(readFileSync(fileURLToPath(import.meta.resolve(source('latin')))), axes)
    for (const figure of '0123456789')
      expect(built(figure, 'kern').outline, `${name}: ${figure}`).toBe(packed(figure, 'lnum').outline)
    expect(built('AV', 'kern').width, name).toBeLessThan(built('AV', 'kern=0').width)
  }
})

test('the ascent and descent of the substitutes are those of the font', async () => {
  for (const { name, source, ascent, descent } of fonts) {
    const packed = readFileSync(fileURLToPath(import.meta.resolve(source('latin'))))
    const { ascender, descender, unitsPerEm } = readMetrics(await subsetFont(packed, 'x', { targetFormat: 'sfnt' }))
    expect(
      [ascender, -descender].map((units) => Math.round((units * 1000) / unitsPerEm) / 10),
      name,
    ).toEqual([ascent, descent])
  }
})

test('a pairing has a substitute with the metrics of each of its fonts, and a file for each subset', () => {
  for (const pairing of typePairingNames) {
    const css = fontFaces(pairing)
    expect(css, pairing).not.toMatch(/undefined|NaN|font-family: ;/)
    for (const [, file] of css.matchAll(/url\("\/([^"]+)"\)/g)) expect(existsSync(file!), file).toBe(true)
  }
  expect(fontFaces('modern')).toContain(`@font-face {
  font-family: "DM Serif Fallback";
  font-style: italic;
  font-weight: 400 500;
  src: local("Times New Roman Italic"), local("Liberation Serif Italic"), local("Tinos Italic");
  size-adjust: 105.76%;
  ascent-override: 97.95%;
  descent-override: 31.67%;
  line-gap-override: 0%;
}`)
})

/** Shapes a text with an OpenType feature, in the lightest weight. */
async function shaperOf(file: Buffer, axes?: (typeof fonts)[number]['axes']) {
  const sfnt = await subsetFont(file, 'AV0123456789', { targetFormat: 'sfnt', variationAxes: axes })
  const font = new Font(new Face(new Blob(sfnt)))
  return (text: string, feature: string) => {
    const buffer = new ShapingBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer, [Feature.fromString(feature)!])
    const glyphs = buffer.getGlyphInfosAndPositions()
    return {
      outline: glyphs.map(({ codepoint }) => font.glyphToPath(codepoint)).join(),
      width: glyphs.reduce((sum, { xAdvance }) => sum + (xAdvance ?? 0), 0),
    }
  }
}

/** The metrics in the tables `hhea` and `head` of a TrueType or OpenType font. */
function readMetrics(sfnt: Buffer): { ascender: number; descender: number; unitsPerEm: number } {
  const offsetOf = (tag: string) => sfnt.readUInt32BE(sfnt.indexOf(tag, 12, 'latin1') + 8)
  return {
    ascender: sfnt.readInt16BE(offsetOf('hhea') + 4),
    descender: sfnt.readInt16BE(offsetOf('hhea') + 6),
    unitsPerEm: sfnt.readUInt16BE(offsetOf('head') + 18),
  }
}

function pointsOf(range: string): number[] {
  const [first, last = first] = range
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
}
