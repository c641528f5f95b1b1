import { contrast, readableOn, shift } from './colours.ts'
import { type Colours, type PaletteName, palettes } from './palettes.ts'
import type { TypePairingName } from './type-pairings.ts'

/** The colours of an appearance, and notes about them. This file does without zod, as the palettes do. */

export type CornerStyle = 'round' | 'soft' | 'square'
export const cornerStyles: Record<CornerStyle, { label: string; radius: string }> = {
  round: { label: 'Rounded', radius: '0.875rem' },
  soft: { label: 'Soft', radius: '0.375rem' },
  square: { label: 'Square', radius: '0' },
}

/** WCAG 2.2 AA for text of any size. */
export const TEXT_CONTRAST = 4.5

/** WCAG 2.2 AA for the border of a control and the mark of its state. */
export const MARK_CONTRAST = 3

/** A little above, since colours are rounded to 8 bits and blended at their edges. */
const SAFE_CONTRAST = 4.6

/** The colours of a palette, with the owner's accent and its companions if there is one. */
export function coloursOf(palette: PaletteName, accent: string, scheme: 'light' | 'dark'): Colours {
  const colours = palettes[palette][scheme]
  if (accent === '' || accent === palettes[palette].light.accent) return colours
  const surfaces = surfacesOf(colours)
  const isDark = scheme === 'dark'
  const accentDeep = readableOn(surfaces, accent, SAFE_CONTRAST)
  const accentDarker = readableOn(surfaces, shift(accentDeep, isDark ? 0.06 : -0.08), SAFE_CONTRAST)
  return { ...colours, accent, accentDeep, accentDarker }
}

type Pair = { colour: keyof Colours; surface: keyof Colours; least: number }

/** Each text and each mark of a control with each surface that it stands on, its ratio and the least one of WCAG. */
export function contrasts(colours: Colours): (Pair & { ratio: number })[] {
  return pairs.map((pair) => ({ ...pair, ratio: contrast(colours[pair.colour], colours[pair.surface]) }))
}

/** Sentences about the chosen accent; the text on the site is readable with any, because it has companions of its own. */
export function accentNotes(palette: PaletteName, accent: string): string[] {
  const colours = coloursOf(palette, accent, 'light')
  const onPaper = contrast(colours.accent, colours.paper)
  return [
    ...(colours.accentDeep === colours.accent
      ? []
      : [
          `As text this colour would have a contrast of ${onPaper.toFixed(1)} on the paper instead of ${TEXT_CONTRAST}, so links and buttons use the darker ${colours.accentDeep}.`,
        ]),
    ...(onPaper < FAINT
      ? ['It is nearly as light as the paper: underlines, markers and the drop in the logo will hardly be seen.']
      : []),
  ]
}

/** Below it a large shape is hardly told from the paper. */
const FAINT = 1.4

function surfacesOf({ paper, cream, sand, white }: Colours): string[] {
  return [paper, cream, sand, white]
}

const surfaces = ['paper', 'cream', 'sand', 'white'] as const
const onAll = ['ink', 'inkSoft', 'accentDeep', 'accentDarker', 'alertDeep'] as const

const texts: [text: keyof Colours, surface: keyof Colours][] = [
  ...onAll.flatMap((text) => surfaces.map((surface): [keyof Colours, keyof Colours] => [text, surface])),
  // Placeholders stand in fields, which are never sand.
  ['inkFaint', 'paper'],
  ['inkFaint', 'cream'],
  ['inkFaint', 'white'],
  // Buttons and the current entry of a filter.
  ['white', 'accentDeep'],
  ['white', 'accentDarker'],
  ['white', 'alertDeep'],
  ['paper', 'ink'],
]

/**
 * The borders of controls; what is focused, highlighted, pressed, current or selected is marked by a text colour, `accentDeep`,
 * and so is an invalid field, by `alertDeep`.
 */
const marks: [mark: keyof Colours, surface: keyof Colours][] = [
  ['edge', 'paper'],
  ['edge', 'cream'],
  ['edge', 'white'],
]

const pairs: Pair[] = [
  ...texts.map(([colour, surface]) => ({ colour, surface, least: TEXT_CONTRAST })),
  ...marks.map(([colour, surface]) => ({ colour, surface, least: MARK_CONTRAST })),
]

/** The part of an appearance that is in the style sheet. */
export type ThemeChoice = {
  palette: PaletteName
  type: TypePairingName
  accent: string
  corners: CornerStyle
  dark: boolean
}

/** The part of an appearance that a page needs; empty for the default one. */
export type Theme = {
  /** Replaces the common style sheet. */
  stylesheet?: string
  /** Replace the preloaded fonts. */
  fonts?: string[]
  themeColor?: string
  darkThemeColor?: string
  /** The key of the image that the site's icons are made of. */
  icon?: string
}
