import type { Sharp } from 'sharp'
import { loadSharp } from '../../platform/load-sharp.ts'
import { type DrawingFont, loadFonts, withoutMissing } from './drawing-fonts.ts'

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

/**
 * A text in the largest size that fits its box, breaking lines between words; one that fits in none is cut. Leaves out
 * characters that no font has.
 */
export async function drawText(content: string, options: TextOptions): Promise<DrawnText> {
  await loadFonts()
  const drawable = await withoutMissing(content)
  if (drawable.trim() === '') return blank()
  try {
    return await drawVisible(drawable, options)
  } catch (error) {
    // Characters without a shape, such as zero-width ones, leave nothing to draw.
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
  const smallest = Math.min(...sizes)
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
  return sharp({
    text: { text, font: `${font.families}, ${size / 4}`, rgba: true, dpi: 288, width, wrap, align },
  }).png()
}
