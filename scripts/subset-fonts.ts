/**
 * `npm run fonts`: splits the fonts into subsets for English (`basic`), other Western languages (`latin`) and the rest
 * of the Latin script (`latin-ext`), and writes them to `src/web/styles/fonts` with their `@font-face` rules. A browser
 * loads a subset when the page contains one of its characters. Each subset is a separate family: within one family Chrome
 * treats unused subsets as pending and lays out the whole page again for every font that arrives. The output is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { makePinFonts } from './pin-fonts.ts'

type Face = {
  name: string
  family: string
  style: 'normal' | 'italic'
  /** The `font-weight` descriptor of `@font-face`. */
  weights: string
  /** The file of the package for a script. */
  source: (script: 'latin' | 'latin-ext') => string
  axes?: Record<string, number | { min: number; max: number }>
}

/** First and last code point, inclusive. */
type Range = [number, number]

const folder = path.resolve(fileURLToPath(import.meta.url), '../../src/web/styles/fonts')
const pinFolder = path.resolve(folder, '../../../server/content/share-images/fonts')

const montserrat: Face = {
  name: 'montserrat',
  family: 'Montserrat',
  style: 'normal',
  weights: '400 700',
  source: (script) => `@fontsource-variable/montserrat/files/montserrat-${script}-wght-normal.woff2`,
  axes: { wght: { min: 400, max: 700 } },
}
// Headings have one weight, so bold text in them looks the same.
const playfair: Face = {
  name: 'playfair-display',
  family: 'Playfair Display',
  style: 'normal',
  weights: '400 900',
  source: (script) => `@fontsource-variable/playfair-display/files/playfair-display-${script}-wght-normal.woff2`,
  axes: { wght: 500 },
}
const cormorant: Face = {
  name: 'cormorant-garamond',
  family: 'Cormorant Garamond',
  style: 'italic',
  weights: '500',
  source: (script) => `@fontsource/cormorant-garamond/files/cormorant-garamond-${script}-500-italic.woff2`,
}
const figtree: Face = {
  name: 'figtree',
  family: 'Figtree',
  style: 'normal',
  weights: '400 700',
  source: (script) => `@fontsource-variable/figtree/files/figtree-${script}-wght-normal.woff2`,
  axes: { wght: { min: 400, max: 700 } },
}
const lora: Face = {
  name: 'lora',
  family: 'Lora',
  style: 'normal',
  weights: '400 900',
  source: (script) => `@fontsource-variable/lora/files/lora-${script}-wght-normal.woff2`,
  axes: { wght: 500 },
}
const loraItalic: Face = {
  name: 'lora-italic',
  family: 'Lora Italic',
  style: 'italic',
  weights: '500',
  source: (script) => `@fontsource-variable/lora/files/lora-${script}-wght-italic.woff2`,
  axes: { wght: 450 },
}
const mulish: Face = {
  name: 'mulish',
  family: 'Mulish',
  style: 'normal',
  weights: '400 700',
  source: (script) => `@fontsource-variable/mulish/files/mulish-${script}-wght-normal.woff2`,
  axes: { wght: { min: 400, max: 700 } },
}
const marcellus: Face = {
  name: 'marcellus',
  family: 'Marcellus',
  style: 'normal',
  weights: '400 900',
  source: (script) => `@fontsource/marcellus/files/marcellus-${script}-400-normal.woff2`,
}
const dmSans: Face = {
  name: 'dm-sans',
  family: 'DM Sans',
  style: 'normal',
  weights: '400 700',
  source: (script) => `@fontsource-variable/dm-sans/files/dm-sans-${script}-wght-normal.woff2`,
  axes: { wght: { min: 400, max: 700 } },
}
const dmSerif: Face = {
  name: 'dm-serif-display',
  family: 'DM Serif Display',
  style: 'italic',
  weights: '400 500',
  source: (script) => `@fontsource/dm-serif-display/files/dm-serif-display-${script}-400-italic.woff2`,
}

/** The fonts of each pairing (`contract/accounts/type-pairings.ts`) by the name of its style sheet. */
const sheets: Record<string, Face[]> = {
  'font-faces.css': [montserrat, playfair, cormorant],
  'bookish-faces.css': [figtree, lora, loraItalic],
  'boutique-faces.css': [mulish, marcellus, cormorant],
  'modern-faces.css': [dmSans, dmSerif],
}

/** Kerning, mark positioning, ligatures, lining and tabular figures. */
const keepFeatures = ['kern', 'liga', 'clig', 'rlig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum']

/** The ranges `latin` and `latin-ext` of Google Fonts, as in the packages. */
const latin: Range[] = [
  [0x0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
]
const latinExt: Range[] = [
  [0x100, 0x2ba],
  [0x2bd, 0x2c5],
  [0x2c7, 0x2cc],
  [0x2ce, 0x2d7],
  [0x2dd, 0x2ff],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x1d00, 0x1dbf],
  [0x1e00, 0x1e9f],
  [0x1ef2, 0x1eff],
  [0x2020, 0x2020],
  [0x20a0, 0x20ab],
  [0x20ad, 0x20c0],
  [0x2113, 0x2113],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
]
/** ASCII, the symbols of Latin-1, common accented characters, and typographic punctuation. */
const basic = new Set([
  ...pointsOf([
    [0x0, 0x7e],
    [0xa0, 0xbf],
    [0x2009, 0x200b],
    [0x2010, 0x2015],
    [0x2018, 0x201e],
  ]),
  ...[...'×àâçèéêëîïñôöü•…′″‹›€™'].map((letter) => letter.codePointAt(0)!),
])
const rest = new Set(pointsOf(latin)).difference(basic)
const extended = new Set(pointsOf(latinExt)).difference(basic).difference(rest)

/** The subsets, their CSS and the licences of the fonts, by file name. The output is deterministic. */
export async function makeFonts(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const [sheet, faces] of Object.entries(sheets)) {
    let css = '/* Written by `npm run fonts`, see scripts/subset-fonts.ts. */\n'
    for (const face of faces) css += await makeFace(face, files)
    files[sheet] = Buffer.from(css)
  }
  return files
}

/** Adds the subsets of a font and its licence to the files; returns its rules. */
async function makeFace(face: Face, files: Record<string, Buffer>): Promise<string> {
  let css = ''
  for (const [subset, suffix, script, points] of [
    ['basic', '', 'latin', basic],
    ['latin', ' Latin', 'latin', rest],
    ['latin-ext', ' Latin Ext', 'latin-ext', extended],
  ] as const) {
    const whole = readFileSync(fileURLToPath(import.meta.resolve(face.source(script))))
    const file = `${face.name}-${subset}.woff2`
    files[file] ??= await subsetFont(whole, String.fromCodePoint(...points), {
      targetFormat: 'woff2',
      keepFeatures,
      noHinting: true,
      variationAxes: face.axes,
    })
    css += `
@font-face {
  font-family: "${face.family}${suffix}";
  font-style: ${face.style};
  font-display: swap;
  font-weight: ${face.weights};
  src: url("./${file}") format("woff2");
  unicode-range:${wrapped(unicodeRange(points))};
}
`
  }
  const license = face.source('latin').replace(/files\/.*/, 'LICENSE')
  files[`${face.name}-LICENSE.txt`] = readFileSync(fileURLToPath(import.meta.resolve(license)))
  return css
}

if (import.meta.main) {
  write(folder, await makeFonts())
  write(pinFolder, await makePinFonts())
}

function write(to: string, files: Record<string, Buffer>): void {
  mkdirSync(to, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(path.join(to, name), bytes)
    console.log(`${name} ${bytes.length} B`)
  }
}

function pointsOf(ranges: Range[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** The values of the `unicode-range` descriptor. */
function unicodeRange(points: Set<number>): string[] {
  const ranges: Range[] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`)
}

/** Wraps a list of values at 120 characters, as the formatter does. */
function wrapped(values: string[]): string {
  const lines = ['   ']
  values.forEach((value, index) => {
    const item = ` ${value}${index < values.length - 1 ? ',' : ''}`
    const isFull = lines.at(-1)!.length + item.length > 120 && lines.at(-1) !== '   '
    if (isFull) lines.push(`   ${item}`)
    else lines[lines.length - 1] += item
  })
  return `\n${lines.join('\n')}`
}
