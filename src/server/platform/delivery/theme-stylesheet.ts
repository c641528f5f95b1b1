import { type Colours, palettes } from '../../../contract/accounts/palettes.ts'
import { type CornerStyle, coloursOf, cornerStyles, type ThemeChoice } from '../../../contract/accounts/theme.ts'
import { typePairings } from '../../../contract/accounts/type-pairings.ts'

/** The parts that a style sheet is made of. */
export type StylesheetSources = {
  /** The common style sheet of the build, minified. */
  base: string
  /** The fonts of each pairing; the default's are in `base`. */
  faces: Partial<Record<ThemeChoice['type'], string>>
}

/**
 * The common style sheet with the tokens of a theme in place of the default ones, so that a reader loads no more than before.
 * `scheme` shows one of the two schemes whatever the reader's system is.
 */
export function themeStylesheet(
  { base, faces }: StylesheetSources,
  theme: ThemeChoice,
  scheme?: 'light' | 'dark' | undefined,
): string {
  const light = coloursOf(theme.palette, theme.accent, 'light')
  const { sans, display, accent } = typePairings[theme.type]
  const own = faces[theme.type]
  let css = own === undefined ? base : own + base.replace(/@font-face\{[^}]*\}/g, '')
  // Tailwind repeats colours with an alpha for browsers without color-mix().
  for (const key of keysOf(light))
    css = css.replaceAll(new RegExp(`${palettes.honey.light[key]}(?=[0-9a-f]{2}\\b)`, 'g'), light[key])
  css = withTokens(css, colourTokens(light))
  if (theme.type !== 'editorial')
    css = withTokens(css, { '--font-sans': sans, '--font-display': display, '--font-accent': accent })
  if (theme.corners !== 'round') css = withTokens(css, radiusTokens(theme.corners)) + cornerRules(theme.corners)
  const dark = () => darkRules(coloursOf(theme.palette, theme.accent, 'dark'), light)
  if (scheme === 'dark') css += dark()
  else if (theme.dark && scheme === undefined) css += `@media screen and (prefers-color-scheme:dark){${dark()}}`
  return css
}

const keysOf = (colours: Colours) => Object.keys(colours) as (keyof Colours)[]

/** `inkSoft` is `--color-ink-soft`. */
function colourTokens(colours: Colours): Record<string, string> {
  const nameOf = (key: string) => `--color-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return Object.fromEntries(keysOf(colours).map((key) => [nameOf(key), colours[key]]))
}

/** Replaces definitions; a token that no public page uses is not in the style sheet. */
function withTokens(css: string, tokens: Record<string, string>): string {
  let changed = css
  for (const [name, value] of Object.entries(tokens))
    changed = changed.replace(new RegExp(`(?<=[{;]${name}:)[^;}]+`, 'g'), value)
  return changed
}

function radiusTokens(corners: CornerStyle): Record<string, string> {
  const { radius } = cornerStyles[corners]
  return { '--radius-card': radius, '--radius-lg': radius, '--radius-xl': radius }
}

/** These elements are fully rounded unless the theme sets a radius. */
const pills =
  '.button-primary,.button-secondary,.shop-link,.search-input,.pill,.chip,.badge,.pin-button,.skip-link,.prose-dew a[data-part=shop-now]'

function cornerRules(corners: CornerStyle): string {
  const { radius } = cornerStyles[corners]
  const arches = corners === 'square' ? '.rounded-t-full{border-radius:0}' : ''
  return `${pills}{border-radius:${radius}}${arches}`
}

/** The dark colours of the admin, which follow the owner's system whether or not those of the site do. Pictures keep their brightness. */
export function adminColours({ palette, accent }: Pick<ThemeChoice, 'palette' | 'accent'>): string {
  return `@media screen and (prefers-color-scheme:dark){${darkTokens(coloursOf(palette, accent, 'dark'))}}`
}

/** A logo without a version for dark surfaces stands on a light plate; pictures are a little less bright. */
function darkRules(colours: Colours, light: Colours): string {
  return `${darkTokens(colours)}a[href="/"]>img{padding:.25rem .5rem;border-radius:.375rem;background:${light.paper}}.frame-image,.prose-dew img{filter:brightness(.88)}`
}

function darkTokens(colours: Colours): string {
  const tokens = { ...colourTokens(colours), ...goodTokens }
  const definitions = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return `:root{color-scheme:dark;${definitions.join(';')}}`
}

/** Used by the admin alone. */
const goodTokens = { '--color-good': '#7fae78', '--color-good-deep': '#a3cf9b', '--color-good-pale': '#1d2a1c' }
