/** Written with `npm run fonts`: the fonts of the type pairings as TrueType, for pins, which are drawn on the server. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

type PinFont = { file: string; source: (script: string) => string; weight?: number }

const fonts: PinFont[] = [
  { file: 'playfair-display', source: variable('playfair-display'), weight: 600 },
  { file: 'lora', source: variable('lora'), weight: 600 },
  { file: 'marcellus', source: (script) => `@fontsource/marcellus/files/marcellus-${script}-400-normal.woff2` },
  { file: 'dm-sans', source: variable('dm-sans'), weight: 600 },
  { file: 'montserrat', source: variable('montserrat'), weight: 500 },
  { file: 'figtree', source: variable('figtree'), weight: 500 },
  { file: 'mulish', source: variable('mulish'), weight: 500 },
]

/** The subsets of the packages with what is kept of each. Pango looks in every file of a family for a character. */
const scripts = {
  latin: `${characters(0x20, 0x24f)}–—‘’“”‹›•…€™−×`,
  'latin-ext': `${characters(0x100, 0x24f)}${characters(0x1e00, 0x1eff)}₩₫₹₺₽`,
  vietnamese: characters(0x100, 0x24f) + characters(0x300, 0x323) + characters(0x1ea0, 0x1ef9),
  cyrillic: `${characters(0x400, 0x45f)}${characters(0x490, 0x491)}№`,
  // Lora alone has it.
  math: 'Ωμ∞≈≤≥',
}

function variable(name: string): PinFont['source'] {
  return (script) => `@fontsource-variable/${name}/files/${name}-${script}-wght-normal.woff2`
}

function characters(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}

/** The files by name. Deterministic. */
export async function makePinFonts(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const { file, source, weight } of fonts)
    for (const [script, kept] of Object.entries(scripts)) {
      const from = fileURLToPath(import.meta.resolve(source(script)))
      // Not every family has every script; Pango takes it from one that has.
      if (!existsSync(from)) continue
      files[script === 'latin' ? `${file}.ttf` : `${file}-${script}.ttf`] = await subsetFont(readFileSync(from), kept, {
        targetFormat: 'sfnt',
        ...(weight !== undefined && { variationAxes: { wght: weight } }),
      })
    }
  return files
}
