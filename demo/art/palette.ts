/** The colours of every picture, and how colours mix. */

export const ink = '#2b2420'

/** Plain tones that pictures stand on. */
export const tones = {
  chalk: '#efe9df',
  oat: '#e6d9c3',
  sand: '#dcc3a1',
  blush: '#e7c6b8',
  rose: '#d8a394',
  coral: '#e67f62',
  brick: '#a9523d',
  butter: '#f0d48c',
  marigold: '#e5a93f',
  sage: '#b7c2a4',
  moss: '#6f7f5c',
  mint: '#cfe0d2',
  sky: '#bcd5df',
  sea: '#7fa9b8',
  cobalt: '#3c5a92',
  lilac: '#cfc3da',
  plum: '#6f5069',
  slate: '#9aa4a8',
  cocoa: '#7a5643',
  ink: '#2f2b2d',
} as const

/** Skin from the lightest to the deepest. */
export const skins = ['#f3d5bf', '#e6b894', '#c98f66', '#9a6341', '#6b412b'] as const

export function mix(from: string, to: string, share: number): string {
  const a = channels(from)
  const b = channels(to)
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
