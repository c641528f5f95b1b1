import { type TypePairingName, typePairings } from '../src/contract/accounts/type-pairings.ts'

export type Font = {
  /** Begins the names of its files in `src/web/styles/fonts`. */
  name: string
  family: string
  style: 'normal' | 'italic'
  /** The `font-weight` descriptor of `@font-face`. */
  weights: string
  /** The file of the package for a script. */
  source: (script: 'latin' | 'latin-ext') => string
  axes?: Record<string, number | { min: number; max: number }>
  /** The OpenType features of its subset for English. */
  features: readonly string[]
  /** The `hhea` table of the font, in percent of an em, rounded to tenths. */
  ascent: number
  descent: number
  substitutes: Substitute[]
  /** The width of our own articles in the font over that in each substitute, in percent. */
  widths: number[]
}

/** A system font that is shown until the font is loaded. */
type Substitute = {
  /** Each costs a font lookup during the first layout, so PostScript names are left out: full names match on every system. */
  names: string[]
  /** Android has none of the other substitutes. */
  isAndroid?: true
  /** The weights of the font by default. */
  weights?: string
}

/** First and last code point, inclusive. */
type Range = [number, number]

const [REGULAR, BOLD] = ['100 549', '550 900']
const sans: Substitute[] = [
  { names: ['Arial', 'Liberation Sans', 'Arimo'], weights: REGULAR },
  { names: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'], weights: BOLD },
  { names: ['Roboto', 'Roboto Regular'], isAndroid: true, weights: REGULAR },
  { names: ['Roboto Bold'], isAndroid: true, weights: BOLD },
]
const serif: Substitute[] = [
  { names: ['Times New Roman', 'Liberation Serif', 'Tinos'] },
  { names: ['Noto Serif', 'Noto Serif Regular'], isAndroid: true },
]
const serifItalic: Substitute[] = [
  { names: ['Times New Roman Italic', 'Liberation Serif Italic', 'Tinos Italic'] },
  { names: ['Noto Serif Italic'], isAndroid: true },
]

const text = {
  style: 'normal',
  weights: '400 700',
  axes: { wght: { min: 400, max: 700 } },
  features: ['kern', 'liga', 'tnum'],
  substitutes: sans,
} as const
// Headings have one weight, so bold text in them looks the same.
const heading = { style: 'normal', weights: '400 900', features: ['kern', 'liga'], substitutes: serif } as const
const quote = { style: 'italic', weights: '500', features: ['kern', 'liga'], substitutes: serifItalic } as const
// Ligatures that are a tenth of a file, whose glyphs do not touch without them.
const withoutLigatures = { features: ['kern'] } as const

/** The fonts of the type pairings (`contract/accounts/type-pairings.ts`). */
export const fonts: Font[] = [
  {
    ...text,
    name: 'montserrat',
    family: 'Montserrat',
    source: variable('montserrat'),
    ascent: 96.8,
    descent: 25.1,
    widths: [112.47, 108.01, 112.94, 115.16],
  },
  {
    ...text,
    name: 'figtree',
    family: 'Figtree',
    source: variable('figtree'),
    ascent: 95,
    descent: 25,
    widths: [100.49, 94.48, 100.907, 100.73],
  },
  {
    ...text,
    name: 'mulish',
    family: 'Mulish',
    source: variable('mulish'),
    ascent: 100.5,
    descent: 25,
    widths: [103.82, 97.92, 104.25, 104.4055],
  },
  {
    ...text,
    name: 'dm-sans',
    family: 'DM Sans',
    source: variable('dm-sans'),
    ascent: 99.2,
    descent: 31,
    widths: [104.04, 100.1, 104.473, 106.733],
  },
  {
    ...heading,
    ...withoutLigatures,
    name: 'playfair-display',
    family: 'Playfair Display',
    source: variable('playfair-display'),
    axes: { wght: 500 },
    ascent: 108.2,
    descent: 25.1,
    widths: [109.82, 95.18],
  },
  {
    ...heading,
    name: 'lora',
    family: 'Lora',
    source: variable('lora'),
    axes: { wght: 500 },
    ascent: 100.6,
    descent: 27.4,
    widths: [114.167, 98.95],
  },
  {
    ...heading,
    name: 'marcellus',
    family: 'Marcellus',
    source: single('marcellus', '400-normal'),
    ascent: 97.4,
    descent: 28,
    widths: [110.34, 95.63],
  },
  {
    ...quote,
    ...withoutLigatures,
    name: 'cormorant-garamond',
    family: 'Cormorant Garamond',
    source: single('cormorant-garamond', '500-italic'),
    ascent: 92.4,
    descent: 28.7,
    widths: [88.2, 76.77],
  },
  {
    ...quote,
    name: 'lora-italic',
    family: 'Lora Italic',
    source: variable('lora', 'italic'),
    axes: { wght: 450 },
    ascent: 100.6,
    descent: 27.4,
    widths: [112.073, 97.55],
  },
  {
    ...quote,
    name: 'dm-serif-display',
    family: 'DM Serif Display',
    source: single('dm-serif-display', '400-italic'),
    weights: '400 500',
    ascent: 103.6,
    descent: 33.5,
    widths: [105.764, 92.06],
  },
]

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
/** ASCII, typographic punctuation, and the few other characters that English texts about products have. */
const basic = new Set([
  ...pointsOf([
    [0x0, 0x7e],
    [0x2009, 0x200b],
    [0x2010, 0x2014],
    [0x2018, 0x201d],
  ]),
  ...[...'\u00a0\u00ad£©®°·½×èé•…›€™'].map((letter) => letter.codePointAt(0)!),
])
const rest = new Set(pointsOf(latin)).difference(basic)
const extended = new Set(pointsOf(latinExt)).difference(basic).difference(rest)

/** The subsets of a font with the script of the package that has their characters. */
export const subsets = [
  { name: 'basic', script: 'latin', points: basic },
  { name: 'latin', script: 'latin', points: rest },
  { name: 'latin-ext', script: 'latin-ext', points: extended },
] as const

/**
 * The `@font-face` rules of a type pairing: the subsets of its fonts, and the substitutes with the metrics of the fonts, so
 * that loading these causes no layout shift.
 */
export function fontFaces(pairing: TypePairingName): string {
  const { sans, display, accent } = typePairings[pairing]
  const stacks = [...new Set([sans, display, accent])].map((stack) => {
    const [basic = '', latin = '', latinExt = '', fallback = '', android = ''] = stack.split(', ')
    const font = fonts.find(({ family }) => basic === `"${family}"`)!
    return { font, subsetFamilies: [basic, latin, latinExt], fallback, android }
  })
  return [
    ...stacks.flatMap(({ font, subsetFamilies }) => subsetFamilies.map((family, at) => subsetRule(font, family, at))),
    ...stacks.flatMap(({ font, fallback }) => substituteRules(font, fallback, undefined)),
    ...stacks.flatMap(({ font, android }) => substituteRules(font, android, true)),
  ].join('\n')
}

function subsetRule(font: Font, family: string, at: number): string {
  const { name, points } = subsets[at]!
  return `@font-face {
  font-family: ${family};
  font-style: ${font.style};
  font-display: swap;
  font-weight: ${font.weights};
  src: url("/src/web/styles/fonts/${font.name}-${name}.woff2") format("woff2");
  unicode-range: ${unicodeRange(points)};
}`
}

/** Sets `size-adjust` to the width over that of the substitute, which the ascent and descent of the font are divided by. */
function substituteRules(font: Font, family: string, isAndroid: true | undefined): string[] {
  return font.substitutes.flatMap((substitute, at) => {
    if (substitute.isAndroid !== isAndroid) return []
    const width = font.widths[at]!
    return `@font-face {
  font-family: ${family};
  font-style: ${font.style};
  font-weight: ${substitute.weights ?? font.weights};
  src: ${substitute.names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(width / 100)};
  ascent-override: ${percent(font.ascent / width)};
  descent-override: ${percent(font.descent / width)};
  line-gap-override: 0%;
}`
  })
}

/** With two decimals at most. */
function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}

function variable(name: string, style = 'normal'): Font['source'] {
  return (script) => `@fontsource-variable/${name}/files/${name}-${script}-wght-${style}.woff2`
}

function single(name: string, cut: string): Font['source'] {
  return (script) => `@fontsource/${name}/files/${name}-${script}-${cut}.woff2`
}

function pointsOf(ranges: Range[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** The values of the `unicode-range` descriptor. */
function unicodeRange(points: Set<number>): string {
  const ranges: Range[] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')
}
