import type { StoredAppearance } from '../accounts/appearance.ts'
import type { Colours } from '../accounts/palettes.ts'
import { coloursOf, cornerStyles } from '../accounts/theme.ts'
import { typePairings } from '../accounts/type-pairings.ts'

/** The theme of the site's mails. This file does without zod, as the palettes do. */
export type MailTheme = {
  light: Colours
  dark: Colours
  /** Values of `font-family`, without double quotes. */
  sans: string
  display: string
  /** In pixels. */
  radius: number
}

export function mailThemeOf({ palette, accent, type, corners }: StoredAppearance): MailTheme {
  const { sans, display } = typePairings[type]
  return {
    light: coloursOf(palette, accent, 'light'),
    dark: coloursOf(palette, accent, 'dark'),
    sans: mailFonts(sans, 'Helvetica, Arial, sans-serif'),
    display: mailFonts(display, display.endsWith('sans-serif') ? 'Helvetica, Arial, sans-serif' : 'Georgia, serif'),
    radius: Math.round(Number.parseFloat(cornerStyles[corners].radius) * 16),
  }
}

/** The font of the site, for readers who have it, before fonts that every machine has. A mail loads none. */
function mailFonts(list: string, fallbacks: string): string {
  const [, name] = /^"([^"]+)"/.exec(list) ?? []
  return name ? `'${name}', ${fallbacks}` : fallbacks
}
