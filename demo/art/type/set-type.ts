/** Type set in SVG: single lines, aligned, and blocks of them. */
import { path } from '../svg.ts'
import { outlineOf, type Typeface } from './glyphs.ts'

export type TypeStyle = {
  face: Typeface
  size: number
  color: string
  /** Tracking in em. */
  tracking?: number
  align?: 'left' | 'center' | 'right'
  /** Narrows the line where it would be wider. */
  fit?: number
  opacity?: number
}

/** One line with its baseline at y. */
export function word(x: number, y: number, text: string, style: TypeStyle): string {
  const { face, color, tracking = 0, align = 'left', fit = Infinity, opacity } = style
  const natural = outlineOf(text, face, style.size, tracking)
  const size = natural.width > fit ? (style.size * fit) / natural.width : style.size
  const { d, width } = size === style.size ? natural : outlineOf(text, face, size, tracking)
  const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width
  return path(d, color, {
    transform: `translate(${Math.round(left * 10) / 10} ${Math.round(y * 10) / 10})`,
    'fill-opacity': opacity,
  })
}

/** Lines below each other; `leading` is in em. */
export function lines(x: number, y: number, texts: readonly string[], style: TypeStyle, leading = 1.3): string {
  return texts.map((text, i) => word(x, y + i * style.size * leading, text, style)).join('')
}

export function widthOf(text: string, { face, size, tracking = 0 }: TypeStyle): number {
  return outlineOf(text, face, size, tracking).width
}
