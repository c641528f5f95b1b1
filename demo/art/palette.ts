/** The colours of every picture, and how a colour gets lighter in the light and deeper in the shade. */

export const hues = {
  paper: '#fbf6ee',
  cream: '#f5ecdf',
  oat: '#eadfce',
  linen: '#e2d3bf',
  sand: '#d4a373',
  honey: '#e6b85f',
  apricot: '#efb98b',
  terracotta: '#c67a55',
  clay: '#e76f51',
  blush: '#ecc8ba',
  rose: '#d79f90',
  sage: '#adb99f',
  moss: '#7f8f73',
  forest: '#53655a',
  sky: '#c3d8e0',
  mist: '#dfe8ea',
  dusk: '#5d6179',
  night: '#3a3f56',
  lilac: '#c9bcd5',
  plum: '#7d6480',
  amber: '#96541f',
  bark: '#8b6448',
  wood: '#c99f73',
  ink: '#43352e',
  white: '#fffdf8',
} as const

/** Colours of vessels as the product list names them. */
export const tints = {
  sand: '#d8b48a',
  sage: '#a8b69a',
  blush: '#e5bcae',
  clay: '#d67c5b',
  sky: '#b4cdd8',
  oat: '#eee4d5',
  honey: '#e4b35c',
  lilac: '#c2b4d0',
  amber: '#96541f',
  frost: '#e6eef0',
} as const

export type Tint = keyof typeof tints

export function mix(from: string, to: string, share: number): string {
  const a = channels(from)
  const b = channels(to)
  return toHex(a.map((value, i) => value + ((b[i] ?? 0) - value) * share))
}

export function lighten(color: string, share: number): string {
  return mix(color, '#fffbf3', share)
}

/** Multiplies with a shade that is warm for warm colours and cool for cool ones, so that shadows never turn to mud. */
export function deepen(color: string, share: number): string {
  const [r = 0, g = 0, b = 0] = channels(color)
  const warmth = Math.min(1, Math.max(0, (r - b + 20) / 70))
  const shade = channels(mix('#626f80', '#8c5f4d', warmth))
  const multiplied = toHex([r, g, b].map((value, i) => (value * (shade[i] ?? 0)) / 255))
  return mix(color, multiplied, share)
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function toHex(values: number[]): string {
  return `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
