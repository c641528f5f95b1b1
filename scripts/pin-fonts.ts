/** Written with `npm run fonts`: the fonts of the type pairings as TrueType, for pins, which are drawn on the server. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

type PinFont = { file: string; source: string; weight?: number }

/** One file of each family: Pango finds them by their family name. */
const fonts: PinFont[] = [
  { file: 'playfair-display', source: variable('playfair-display'), weight: 600 },
  { file: 'lora', source: variable('lora'), weight: 600 },
  { file: 'marcellus', source: '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2' },
  { file: 'dm-sans', source: variable('dm-sans'), weight: 600 },
  { file: 'montserrat', source: variable('montserrat'), weight: 500 },
  { file: 'figtree', source: variable('figtree'), weight: 500 },
  { file: 'mulish', source: variable('mulish'), weight: 500 },
]

function variable(name: string): string {
  return `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
}

/** The files by name. Deterministic. */
export async function makePinFonts(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  const characters = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
  for (const { file, source, weight } of fonts) {
    const whole = readFileSync(fileURLToPath(import.meta.resolve(source)))
    files[`${file}.ttf`] = await subsetFont(whole, `${characters}–—‘’“”•…€™−×`, {
      targetFormat: 'sfnt',
      ...(weight !== undefined && { variationAxes: { wght: weight } }),
    })
  }
  return files
}
