import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sharp } from 'sharp'
import type { TypePairingName } from '../../../contract/type-pairings.ts'
import { loadSharp } from '../../platform/load-sharp.ts'

/** A font of the site's type pairing. Letters that it lacks come from the machine's fonts. */
type DrawingFont = {
  /** As the file names it: the one of a variable font's default, whatever weight it was pinned to. */
  family: string
  file: string
}

type PairingFonts = { display: DrawingFont; sans: DrawingFont }

export const drawingFonts: Record<TypePairingName, PairingFonts> = {
  editorial: {
    display: { family: 'Playfair Display', file: 'playfair-display.ttf' },
    sans: { family: 'Montserrat Thin', file: 'montserrat.ttf' },
  },
  bookish: { display: { family: 'Lora', file: 'lora.ttf' }, sans: { family: 'Figtree Light', file: 'figtree.ttf' } },
  boutique: {
    display: { family: 'Marcellus', file: 'marcellus.ttf' },
    sans: { family: 'Mulish ExtraLight', file: 'mulish.ttf' },
  },
  modern: {
    display: { family: 'DM Sans 9pt', file: 'dm-sans.ttf' },
    sans: { family: 'DM Sans 9pt', file: 'dm-sans.ttf' },
  },
}

export type DrawnText = { data: Buffer; width: number; height: number }

type TextOptions = {
  font: DrawingFont
  colour: string
  /** Font sizes in px, largest first. */
  sizes: readonly number[]
  /** In px. */
  box: { width: number; height: number }
  align?: 'left' | 'centre'
}

/** A text in the largest size that fits its box, breaking lines between words; one that fits in none is cut. */
export async function drawText(content: string, options: TextOptions): Promise<DrawnText> {
  if (content.trim() === '') return blank()
  try {
    return await drawVisible(content, options)
  } catch (error) {
    // Of characters without a shape, such as zero-width ones.
    if (error instanceof Error && error.message.includes('no text to render')) return blank()
    throw error
  }
}

async function blank(): Promise<DrawnText> {
  const sharp = await loadSharp()
  const create = { width: 1, height: 1, channels: 4 as const, background: '#0000' }
  return { data: await sharp({ create }).png().toBuffer(), width: 1, height: 1 }
}

async function drawVisible(content: string, { font, colour, sizes, box, align }: TextOptions): Promise<DrawnText> {
  const draw = async (text: string, size: number, wrap: 'word' | 'word-char') => {
    const drawing = await pango(text, { font, colour, size, width: box.width, wrap, align })
    const { data, info } = await drawing.toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  for (const size of sizes) {
    const drawn = await draw(content, size, 'word')
    if (drawn.height <= box.height && drawn.width <= box.width) return drawn
  }
  const smallest = sizes.at(-1)!
  let characters = [...content]
  for (;;) {
    characters = characters.slice(0, Math.floor(characters.length * 0.75))
    const drawn = await draw(`${characters.join('').trim()}…`, smallest, 'word-char')
    if ((drawn.height <= box.height && drawn.width <= box.width) || characters.length === 0) return drawn
  }
}

type PangoOptions = {
  font: DrawingFont
  colour: string
  size: number
  width: number
  wrap: 'word' | 'word-char'
  align: 'left' | 'centre' | undefined
}

/** At 288 dpi a point is 4 px; the comma keeps Pango from reading a weight in the family. */
async function pango(content: string, { font, colour, size, width, wrap, align }: PangoOptions): Promise<Sharp> {
  const sharp = await loadSharp()
  const escaped = content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  const text = `<span foreground="${colour}">${escaped}</span>`
  const fontfile = fontFile(font.file)
  return sharp({
    text: {
      text,
      font: `${font.family}, ${size / 4}`,
      rgba: true,
      dpi: 288,
      width,
      wrap,
      align,
      ...(fontfile && { fontfile }),
    },
  }).png()
}

/** Next to this module in the sources, next to the server in the build. */
function fontFile(name: string): string | undefined {
  return ['./fonts/', '../fonts/']
    .map((folder) => fileURLToPath(new URL(folder + name, import.meta.url)))
    .find((candidate) => existsSync(candidate))
}
