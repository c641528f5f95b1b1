/** Colours as `#rrggbb`: contrast (WCAG 2.2) and the companions of an accent, computed in OKLCH, which keeps the hue. */

/** The ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour itself, or the nearest darker (on dark surfaces: lighter) one with that contrast on all surfaces. */
export function readableOn(surfaces: readonly string[], colour: string, ratio: number): string {
  const { chroma, hue, lightness } = toOklch(colour)
  const isReadable = (candidate: string) => surfaces.every((surface) => contrast(candidate, surface) >= ratio)
  if (isReadable(colour)) return colour
  const [surface] = surfaces
  const step = surface !== undefined && luminance(surface) > 0.18 ? -STEP : STEP
  for (let next = lightness + step; next > 0 && next < 1; next += step) {
    const candidate = fromOklch(next, chroma, hue)
    if (isReadable(candidate)) return candidate
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** The colour made lighter or, with a negative amount, darker; 1 is the way from black to white. */
export function shift(colour: string, amount: number): string {
  const { chroma, hue, lightness } = toOklch(colour)
  return fromOklch(Math.min(1, Math.max(0, lightness + amount)), chroma, hue)
}

const STEP = 0.005

function luminance(colour: string): number {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Triple = [number, number, number]

/** Linear sRGB from 0 to 1. */
function toLinear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function toHex(linear: Triple): string {
  const digits = linear.map((value) => {
    const bounded = Math.min(1, Math.max(0, value))
    const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}

/** https://bottosson.github.io/posts/oklab/ */
function toOklch(colour: string): { lightness: number; chroma: number; hue: number } {
  const [red, green, blue] = toLinear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** With less chroma where sRGB does not have the colour. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  for (let reduced = chroma; reduced > 0; reduced -= 0.002) {
    const linear = oklchToLinear(lightness, reduced, hue)
    if (linear.every((value) => value > -0.0001 && value < 1.0001)) return toHex(linear)
  }
  return toHex(oklchToLinear(lightness, 0, hue))
}

function oklchToLinear(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
