/**
 * Collects the SVG of one drawing. Gradients, filters and clips are registered as they are used and written once, so a
 * drawing function returns its shapes as a string.
 */
import { grainTile } from './grain.ts'
import { type Random, seededRandom } from './random.ts'

export type Artwork = { svg: string; width: number; height: number }

/** Offset from 0 to 1, colour, and opacity where it is not 1. */
type Stop = readonly [offset: number, color: string, opacity?: number]

type Attributes = Record<string, string | number | undefined>

export type Sketch = {
  width: number
  height: number
  random: Random
  /** Left to right by default; the direction is in fractions of the shape's box. */
  linear: (stops: readonly Stop[], direction?: readonly [number, number, number, number]) => string
  radial: (stops: readonly Stop[], cx?: number, cy?: number, r?: number) => string
  blur: (deviation: number) => string
  clip: (d: string) => string
  finish: (...layers: string[]) => Artwork
}

export const downward = [0, 0, 0, 1] as const

export function createSketch(seed: string, width: number, height: number): Sketch {
  const definitions = new Map<string, string>()
  const define = (tag: string, attributes: string, content: string) => {
    const key = `${tag} ${attributes}>${content}`
    const known = definitions.get(key)
    if (known) return `url(#${known})`
    const id = `d${definitions.size}`
    definitions.set(key, id)
    return `url(#${id})`
  }
  return {
    width,
    height,
    random: seededRandom(seed),
    linear: (stops, [x1, y1, x2, y2] = [0, 0, 1, 0]) =>
      define('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops.map(stopTag).join('')),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      define('radialGradient', `cx="${cx}" cy="${cy}" r="${r}"`, stops.map(stopTag).join('')),
    // a tight region and sRGB: the default linear colours and a generous margin take three times as long
    blur: (deviation) =>
      define(
        'filter',
        'x="-6%" y="-12%" width="112%" height="124%" color-interpolation-filters="sRGB"',
        `<feGaussianBlur stdDeviation="${deviation}"/>`,
      ),
    clip: (d) => define('clipPath', '', `<path d="${d}"/>`),
    finish: (...layers) => {
      const body = layers.join('')
      const written = [...definitions].map(([key, id]) => key.replace(/^(\w+) ?/, `<$1 id="${id}" `) + closing(key))
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
        `<defs>${written.join('')}${grainTile}</defs>${body}` +
        `<rect width="${width}" height="${height}" fill="url(#grain)"/></svg>`
      return { svg, width, height }
    },
  }
}

function tag(name: string, attributes: Attributes, content?: string): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? written(key, value) : value}"`)
    .join('')
  return content === undefined ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return tag('path', { d, fill, ...more })
}

export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
  return tag('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', ...more })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string {
  return tag('ellipse', { cx, cy, rx, ry, fill, ...more })
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string {
  return tag('rect', { x, y, width, height, fill, ...more })
}

export function group(content: string, more: Attributes): string {
  return tag('g', more, content)
}

export function at(x: number, y: number, content: string, scale = 1, turn = 0): string {
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return group(content, {
    transform: `translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ''}${size}`,
  })
}

/** A tenth of a pixel is enough for a place, but not for an opacity. */
function written(key: string, value: number): string {
  return key.endsWith('opacity') ? String(Math.round(value * 1000) / 1000) : short(value)
}

export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function stopTag([offset, color, opacity = 1]: Stop): string {
  return `<stop offset="${offset}" stop-color="${color}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`
}

function closing(key: string): string {
  return `</${key.slice(0, key.indexOf(' '))}>`
}
