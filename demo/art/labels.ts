/** Labels printed on vessels: never words, only bars, discs and bands. */
import { archway, box } from './shapes.ts'
import { ellipse, path, rect } from './sketch.ts'

export const labelStyles = ['paper', 'band', 'arch', 'sun', 'dip', 'column', 'lines', 'seal'] as const

/** `fine` is the list of ingredients: many thin lines. */
export type LabelStyle = (typeof labelStyles)[number] | 'plain' | 'fine'

export type Print = { style: LabelStyle; paper: string; ink: string }

/** Prints on a body whose straight part is `width` wide, from `top` down to `bottom`. */
export function printLabel({ style, paper, ink }: Print, width: number, top: number, bottom: number): string {
  const height = bottom - top
  const middle = (top + bottom) / 2
  switch (style) {
    case 'plain':
      return ''
    case 'paper': {
      const [w, h] = [width * 0.66, Math.min(height * 0.62, width * 1.1)]
      const y = middle - h / 2
      return path(box(-w / 2, y, w, h, 3), paper, { 'fill-opacity': 0.94 }) + textBars(w, y + h * 0.2, h * 0.6, ink)
    }
    case 'fine': {
      const w = width * 0.74
      const rows = Array.from({ length: 13 }, (_, i) =>
        rect(
          -w * 0.4,
          top + height * (0.24 + i * 0.052),
          w * (i % 4 === 3 ? 0.5 : 0.66 + ((i * 7) % 5) * 0.03),
          2.2,
          ink,
          { 'fill-opacity': 0.5 },
        ),
      )
      return (
        path(box(-w / 2, top + height * 0.04, w, height * 0.92, 3), paper) +
        rect(-w * 0.4, top + height * 0.12, w * 0.46, 6, ink, { 'fill-opacity': 0.8, rx: 2 }) +
        rows.join('')
      )
    }
    case 'band':
      return (
        rect(-width, top + height * 0.3, width * 2, height * 0.42, paper) +
        rect(-width, top + height * 0.3 + 5, width * 2, 1.6, ink, { 'fill-opacity': 0.5 }) +
        textBars(width * 0.7, top + height * 0.4, height * 0.22, ink)
      )
    case 'arch': {
      const w = width * 0.56
      const h = Math.min(height * 0.74, w * 1.7)
      const foot = middle + h / 2
      return (
        path(archway(0, foot, w, h), paper) +
        ellipse(
          0,
          foot - h + Math.min(w * 0.5, h * 0.36),
          Math.min(w * 0.2, h * 0.15),
          Math.min(w * 0.2, h * 0.15),
          ink,
          { 'fill-opacity': 0.66 },
        ) +
        textBars(w * 0.9, foot - h * 0.36, h * 0.24, ink)
      )
    }
    case 'sun': {
      const r = Math.min(width * 0.27, height * 0.23)
      return (
        ellipse(0, top + height * 0.34, r, r, ink, { 'fill-opacity': 0.85 }) +
        textBars(width * 0.6, top + height * 0.7, height * 0.2, ink)
      )
    }
    case 'dip':
      return (
        rect(-width, top + height * 0.52, width * 2, height, paper) +
        textBars(width * 0.6, top + height * 0.22, height * 0.2, ink)
      )
    case 'column':
      return (
        rect(-width * 0.24, top, width * 0.2, height * 1.4, paper) +
        rect(width * 0.06, top + height * 0.2, 2, height * 0.3, ink, { 'fill-opacity': 0.7 }) +
        rect(width * 0.12, top + height * 0.2, 2, height * 0.44, ink, { 'fill-opacity': 0.45 })
      )
    case 'lines':
      return (
        textBars(width * 0.66, middle - height * 0.16, height * 0.3, ink) +
        rect(-width * 0.06, bottom - height * 0.12, width * 0.12, 2.4, ink, { 'fill-opacity': 0.6 })
      )
    case 'seal': {
      const r = Math.min(width * 0.31, height * 0.36)
      return (
        ellipse(0, middle, r, r, paper) +
        ellipse(0, middle, r * 0.84, r * 0.84, 'none', { stroke: ink, 'stroke-width': 1.6, 'stroke-opacity': 0.6 }) +
        textBars(r * 1.4, middle - r * 0.22, r * 0.44, ink)
      )
    }
  }
}

/** A heavy bar for the name and two thin ones below it, centred. */
function textBars(width: number, top: number, height: number, ink: string): string {
  const bar = (share: number, y: number, thickness: number, opacity: number) =>
    rect((-width * share) / 2, y, width * share, thickness, ink, { 'fill-opacity': opacity, rx: thickness / 2 })
  const thick = Math.min(7, Math.max(3, height * 0.13))
  return bar(0.62, top, thick, 0.8) + bar(0.4, top + height * 0.5, 2.6, 0.5) + bar(0.5, top + height * 0.82, 2.6, 0.4)
}
