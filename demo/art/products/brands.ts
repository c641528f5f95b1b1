/** What each invented brand prints on its labels. Every label is set around the origin, within a width and a height. */
import { circle, path, rect, stroke } from '../svg.ts'
import type { Typeface } from '../type/glyphs.ts'
import { type TypeStyle, widthOf, word } from '../type/set-type.ts'

export type Label = { brand: Brand; name: string }

/** Width and height of the printable front. */
type Area = { width: number; height: number; ink?: string }

type Brand = keyof typeof brands

const brands = {
  'linnet-row': linnetRow,
  oatwhistle,
  saltlark,
  hushmoss,
  'morrow-and-fern': morrowAndFern,
  plainmoor,
  tansyweir,
} as const

export const brandSlugs: readonly Brand[] = [
  'linnet-row',
  'oatwhistle',
  'saltlark',
  'hushmoss',
  'morrow-and-fern',
  'plainmoor',
  'tansyweir',
]

export function labelFront({ brand, name }: Label, area: Area): string {
  return brands[brand](name, area)
}

function linnetRow(name: string, { width, height, ink = '#6a2c2b' }: Area): string {
  const rule = height * 0.035
  return (
    word(0, -height * 0.3, 'Linnet Row', style('serifItalic', width * 0.19, ink, width)) +
    stroke(`M${-width * 0.13} ${-height * 0.3 + width * 0.13}H${width * 0.13}`, ink, Math.max(1.5, rule * 0.12)) +
    block(name, 0, height * 0.06, width, style('sans', width * 0.112, ink, width, 0.02), 1.4)
  )
}

function oatwhistle(name: string, { width, height, ink = '#5b3d22' }: Area): string {
  const r = Math.min(width * 0.13, height * 0.12)
  const sealY = -height * 0.08 - width * 0.19 - r
  const seal =
    circle(0, sealY, r, 'none', { stroke: ink, 'stroke-width': r * 0.07 }) +
    ['-32', '0', '32']
      .map((turn) =>
        path(`M0 ${r * 0.62}Q${r * 0.26} 0 0 ${-r * 0.66}Q${-r * 0.26} 0 0 ${r * 0.62}Z`, ink, {
          transform: `translate(0 ${sealY + r * 0.1}) rotate(${turn} 0 ${r * 0.5})`,
        }),
      )
      .join('')
  return (
    seal +
    word(0, -height * 0.08, 'Oatwhistle', style('garamond', width * 0.215, ink, width)) +
    block(name, 0, height * 0.11, width, style('garamondItalic', width * 0.168, ink, width), 1.12)
  )
}

function saltlark(name: string, { width, height, ink = '#20407a' }: Area): string {
  const y = -height * 0.28
  return (
    [0, 1, 2]
      .map((i) =>
        stroke(
          `M${-width * 0.5} ${y - width * (0.2 + i * 0.07)}q${width * 0.125} ${-width * 0.07} ${width * 0.25} 0t${width * 0.25} 0t${width * 0.25} 0t${width * 0.25} 0`,
          ink,
          width * 0.017,
        ),
      )
      .join('') +
    word(0, y + width * 0.08, 'SALTLARK', style('geometric', width * 0.165, ink, width, 0.04)) +
    block(name, 0, height * 0.06, width, style('geometric', width * 0.132, ink, width), 1.16)
  )
}

function hushmoss(name: string, { width, height, ink = '#28473a' }: Area): string {
  const left = -width / 2
  const brandStyle = style('geometric', width * 0.205, ink, width, -0.02, 'left')
  return (
    word(left, -height * 0.32, 'hushmoss', brandStyle) +
    circle(left + widthOf('hushmoss', brandStyle) * 1.06, -height * 0.32 - width * 0.016, width * 0.026, '#d9794f') +
    block(name, left, -height * 0.04, width, style('grotesk', width * 0.14, ink, width, -0.01, 'left'), 1.16)
  )
}

function morrowAndFern(name: string, { width, height, ink = '#2e2a25' }: Area): string {
  const frame = rect(-width * 0.53, -height * 0.5, width * 1.06, height, 'none', {
    stroke: ink,
    'stroke-width': Math.max(1.4, width * 0.008),
  })
  return (
    frame +
    word(0, -height * 0.25, 'Morrow', style('didone', width * 0.2, ink, width)) +
    word(0, -height * 0.25 + width * 0.17, '& Fern', style('didone', width * 0.2, ink, width)) +
    block(name, 0, height * 0.16, width, style('garamondItalic', width * 0.16, ink, width * 0.94), 1.05)
  )
}

function plainmoor(name: string, { width, height, ink = '#2a2a2a' }: Area): string {
  const left = -width / 2
  return (
    stroke(`M${left} ${-height * 0.44}H${width / 2}`, ink, Math.max(2, width * 0.012)) +
    word(left, -height * 0.44 + width * 0.15, 'Plainmoor', style('grotesk', width * 0.125, ink, width, 0, 'left')) +
    block(name, left, -height * 0.04, width, style('sansBold', width * 0.145, ink, width, -0.02, 'left'), 1.14) +
    stroke(`M${left} ${height * 0.46}H${width / 2}`, ink, Math.max(1, width * 0.005))
  )
}

function tansyweir(name: string, { width, height, ink = '#4d2a3c' }: Area): string {
  const r = width * 0.075
  const flower = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((i) => circle(Math.cos((i * Math.PI) / 4) * r, -height * 0.37 + Math.sin((i * Math.PI) / 4) * r, r * 0.3, ink))
    .join('')
  return (
    flower +
    word(0, -height * 0.1, 'TANSYWEIR', style('roman', width * 0.15, ink, width, 0.08)) +
    block(name, 0, height * 0.12, width, style('roman', width * 0.132, ink, width), 1.22)
  )
}

function style(
  face: Typeface,
  size: number,
  color: string,
  fit: number,
  tracking = 0,
  align: TypeStyle['align'] = 'center',
): TypeStyle {
  return { face, size, color, fit, tracking, align }
}

/** A name in lines of up to about twelve characters. */
function block(name: string, x: number, y: number, width: number, type: TypeStyle, leading: number): string {
  const perLine = Math.max(8, Math.round((width / type.size) * 1.72))
  return wrapWords(name, perLine)
    .map((text, i) => word(x, y + i * type.size * leading, text, type))
    .join('')
}

/** Breaks between words so that the lines are about equally long. */
function wrapWords(text: string, perLine: number): string[] {
  const count = Math.ceil(text.length / perLine)
  const target = text.length / count
  const lines: string[] = []
  // A number stays with the word before it.
  for (const part of text.replace(/ (?=\d)/g, '\u00a0').split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && (last.length + part.length * 0.6 < target || lines.length >= count + 1))
      lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return lines.map((text) => text.replaceAll('\u00a0', ' '))
}
