import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableOn } from '../src/contract/accounts/colours.ts'
import { paletteNames, palettes } from '../src/contract/accounts/palettes.ts'
import { accentNotes, coloursOf, contrasts, MARK_CONTRAST, TEXT_CONTRAST } from '../src/contract/accounts/theme.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const tooFaint = (palette: (typeof paletteNames)[number], accent: string, scheme: 'light' | 'dark') =>
  contrasts(coloursOf(palette, accent, scheme)).filter(({ ratio, least }) => ratio < least)

test('the contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#d4a373', '#d4a373')).toBe(1)
})

test('there are eight palettes, and every text of each is readable on every surface, light and dark', () => {
  expect(paletteNames).toHaveLength(8)
  for (const palette of paletteNames)
    for (const scheme of ['light', 'dark'] as const) expect(tooFaint(palette, '', scheme), palette).toEqual([])
})

test('the marks of pros and of what to do are readable on every surface of blocks, light and dark', () => {
  const goodOf = (file: string) => /--color-good-deep'?: '?(#[0-9a-f]{6})/.exec(readFileSync(file, 'utf8'))![1]!
  const good = {
    light: goodOf('src/web/styles/tokens.css'),
    dark: goodOf('src/server/platform/delivery/theme-stylesheet.ts'),
  }
  for (const palette of paletteNames)
    for (const scheme of ['light', 'dark'] as const) {
      const { paper, cream, white } = coloursOf(palette, '', scheme)
      for (const surface of [paper, cream, white])
        expect(contrast(good[scheme], surface), `${palette} ${scheme}`).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }
})

/** The colours of good news, which no palette has. */
const goodTokens = (scheme: 'light' | 'dark') => {
  const file = scheme === 'light' ? 'src/web/styles/tokens.css' : 'src/server/platform/delivery/theme-stylesheet.ts'
  const found = readFileSync(file, 'utf8').matchAll(/--color-(good[a-z-]*)'?: '?(#[0-9a-f]{6})/g)
  return Object.fromEntries([...found].map(([, name, value]) => [name!, value!])) as Record<string, string>
}

/** `share` of a colour over another, as `bg-alert/10` draws it. */
function blend(colour: string, share: number, under: string): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(colour, at) * share + channel(under, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The classes of the admin's tints, so that the test computes what the style sheet draws. */
const shareOf = (file: string, name: string) =>
  Number(new RegExp(`${name}/(\\d+)`).exec(readFileSync(`src/web/admin/kit/${file}`, 'utf8'))![1]) / 100

test.each(['light', 'dark'] as const)(
  'in %s colours every pair of the admin keeps its contrast in every palette',
  (scheme) => {
    const good = goodTokens(scheme)
    for (const palette of paletteNames) {
      const colours = coloursOf(palette, '', scheme)
      const surfaces = [colours.white, colours.paper, colours.cream]
      const pairs: [name: string, colour: string, surface: string, least: number][] = [
        // Notices and marks of what is well.
        ['good news', good['good-deep']!, good['good-pale']!, TEXT_CONTRAST],
        ['text of good news', colours.ink, good['good-pale']!, TEXT_CONTRAST],
        ['small text of good news', colours.inkSoft, good['good-pale']!, TEXT_CONTRAST],
        ['link in good news', colours.accentDeep, good['good-pale']!, TEXT_CONTRAST],
        // Hovered buttons of deletion.
        ['danger', colours.white, colours.alertDeep, TEXT_CONTRAST],
        ...surfaces.flatMap((surface): [string, string, string, number][] => [
          [
            'warning',
            colours.alertDeep,
            blend(colours.alert, shareOf('status-badge.tsx', 'bg-alert'), surface),
            TEXT_CONTRAST,
          ],
          [
            'removed words',
            colours.alertDeep,
            blend(colours.alert, shareOf('comparison.tsx', 'bg-alert'), surface),
            TEXT_CONTRAST,
          ],
          ['mark of what is well', good.good!, surface, 3],
          ['danger line', blend(colours.alertDeep, 1, surface), surface, 3],
        ]),
      ]
      for (const [name, colour, surface, least] of pairs)
        expect(contrast(colour, surface), `${palette}: ${name} ${colour} on ${surface}`).toBeGreaterThanOrEqual(least)
    }
  },
)

test('borders of controls, what is highlighted, pressed or selected, and invalid fields have 3:1 on every surface they stand on', () => {
  const pairs = contrasts(coloursOf('honey', '', 'light'))
  for (const surface of ['paper', 'cream', 'white'])
    for (const mark of ['edge', 'accentDeep', 'alertDeep'])
      expect(
        pairs.find((pair) => pair.colour === mark && pair.surface === surface)?.least,
        `${mark} ${surface}`,
      ).toBeGreaterThanOrEqual(MARK_CONTRAST)
  // The style sheets draw them in these colours, and no border of a control in a part of another.
  const css = (name: string) => readFileSync(`src/web/styles/${name}.css`, 'utf8')
  expect(css('admin').match(/box-shadow: [^;]+/g)).toEqual(
    expect.arrayContaining([
      'box-shadow: inset 0 0 0 2px var(--color-accent-deep)',
      'box-shadow: inset 0 0 0 1px var(--color-accent-deep)',
    ]),
  )
  expect(css('editor')).not.toMatch(/outline: [^;]*var\(--color-accent\)/)
  for (const control of ['field-input', 'search-input'])
    expect(css('components')).toMatch(new RegExp(`\\.${control} \\{\\s*@apply [^;]*border border-edge `))
})

test('picks, comparisons, search and prices set their texts in pairs whose contrast is computed', () => {
  const computed = new Set(
    contrasts(coloursOf('honey', '', 'light')).map(({ colour, surface }) => `${colour} ${surface}`),
  )
  for (const pair of [
    // The text, the label and the small print of a pick on the page and on its tint.
    ...['ink', 'inkSoft', 'accentDeep'].flatMap((text) => [`${text} paper`, `${text} cream`]),
    // The button with the price, and the word that marks the lowest.
    'white accentDeep',
    'white accentDarker',
    // Words that were searched for, in a name, a verdict and a link.
    ...['ink', 'inkSoft', 'accentDeep', 'accentDarker'].map((text) => `${text} sand`),
    // The chosen category above the products.
    'paper ink',
  ])
    expect(computed.has(pair), pair).toBe(true)
})

test('with any accent every text stays readable', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paletteNames), hex, fc.constantFrom('light', 'dark'), (palette, accent, scheme) => {
      expect(coloursOf(palette, accent, scheme).accent).toBe(accent)
      expect(tooFaint(palette, accent, scheme)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a readable accent is used for texts as it is; of another the owner learns the companion', () => {
  expect(readableOn(['#ffffff'], '#123456', 4.5)).toBe('#123456')
  expect(coloursOf('honey', '#4a2c0a', 'light').accentDeep).toBe('#4a2c0a')
  expect(accentNotes('honey', '#4a2c0a')).toEqual([])
  expect(accentNotes('honey', '#ffe9c9')).toEqual([
    expect.stringMatching(
      /^As text this colour would have a contrast of 1\.\d on the paper instead of 4\.5, so links and/,
    ),
    'It is nearly as light as the paper: underlines, markers and the drop in the logo will hardly be seen.',
  ])
})

test('the default palette is that of the tokens', () => {
  const tokens = readFileSync('src/web/styles/tokens.css', 'utf8')
  for (const [key, value] of Object.entries(palettes.honey.light)) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(tokens).toContain(`--color-${name}: ${value};`)
  }
})
