/**
 * How light models a form. It always comes from the left, low and warm: a soft highlight a quarter in from the left edge,
 * a core shadow before the right edge, and a little bounced light on the edge itself.
 */
import { deepen, lighten } from './palette.ts'
import { box } from './shapes.ts'
import { downward, ellipse, group, line, path, rect, type Sketch } from './sketch.ts'

/** Anything opaque and round: ceramic, plastic, metal lids. `decoration` is painted on before the shading falls on it. */
export function solidForm(sketch: Sketch, d: string, color: string, decoration = '', contrast = 1): string {
  const ground = sketch.linear(
    [
      [0, lighten(color, 0.14)],
      [0.5, color],
      [1, deepen(color, 0.2)],
    ],
    downward,
  )
  const painted = decoration ? group(decoration, { 'clip-path': sketch.clip(d) }) : ''
  return path(d, ground) + painted + path(d, roundness(sketch, color, contrast))
}

/** The overlay that turns a flat outline into a cylinder. */
export function roundness(sketch: Sketch, color: string, contrast = 1): string {
  const dark = deepen(deepen(color, 1), 0.35)
  return sketch.linear([
    [0, dark, 0.3 * contrast],
    [0.05, dark, 0.16 * contrast],
    [0.15, '#fffaf0', 0.04],
    [0.25, '#fffaf0', 0.5 * contrast],
    [0.36, '#fffaf0', 0.16],
    [0.5, dark, 0.0],
    [0.74, dark, 0.26 * contrast],
    [0.92, dark, 0.46 * contrast],
    [1, dark, 0.24 * contrast],
  ])
}

/**
 * Clear or coloured glass. Light passes through, so the side away from it glows; the thick edges are the darkest.
 * `liquid` is the outline of the content.
 */
export function glassForm(
  sketch: Sketch,
  d: string,
  color: string,
  liquid: string,
  liquidColor: string,
  decoration = '',
): string {
  const edge = deepen(deepen(color, 1), 0.4)
  const glassTint = sketch.linear([
    [0, edge, 0.55],
    [0.06, color, 0.42],
    [0.2, lighten(color, 0.5), 0.3],
    [0.6, lighten(color, 0.3), 0.26],
    [0.92, color, 0.44],
    [1, edge, 0.5],
  ])
  const liquidTint = sketch.linear([
    [0, deepen(liquidColor, 0.9), 0.96],
    [0.12, deepen(liquidColor, 0.3), 0.9],
    [0.4, liquidColor, 0.86],
    [0.72, lighten(liquidColor, 0.42), 0.86],
    [0.88, lighten(liquidColor, 0.22), 0.9],
    [1, deepen(liquidColor, 0.7), 0.94],
  ])
  const depth = sketch.linear(
    [
      [0, '#fffaf0', 0.24],
      [0.35, '#fffaf0', 0],
      [1, deepen(liquidColor, 1), 0.34],
    ],
    downward,
  )
  const painted = decoration ? group(decoration, { 'clip-path': sketch.clip(d) }) : ''
  return (
    path(d, glassTint) +
    path(liquid, liquidTint) +
    path(liquid, depth) +
    painted +
    line(d, edge, 1.6, { 'stroke-opacity': 0.3 })
  )
}

/** Sand-blasted glass: milky, with the liquid only guessed at. */
export function frostedForm(
  sketch: Sketch,
  d: string,
  color: string,
  liquid: string,
  liquidColor: string,
  decoration = '',
): string {
  const milk = sketch.linear(
    [
      [0, lighten(color, 0.55)],
      [0.5, lighten(color, 0.3)],
      [1, color],
    ],
    downward,
  )
  const veil = sketch.linear([
    [0, liquidColor, 0.5],
    [0.5, liquidColor, 0.34],
    [0.8, lighten(liquidColor, 0.5), 0.3],
    [1, liquidColor, 0.5],
  ])
  const painted = decoration ? group(decoration, { 'clip-path': sketch.clip(d) }) : ''
  return (
    path(d, milk, { 'fill-opacity': 0.94 }) + path(liquid, veil) + painted + path(d, roundness(sketch, color, 0.72))
  )
}

/** The reflection of a tall window: a strip of light that fades at both ends. */
export function gleam(sketch: Sketch, x: number, top: number, width: number, height: number, strength = 0.8): string {
  const fade = sketch.linear(
    [
      [0, '#ffffff', 0],
      [0.12, '#ffffff', strength],
      [0.6, '#ffffff', strength * 0.55],
      [1, '#ffffff', 0],
    ],
    downward,
  )
  return path(box(x, top, width, height, width / 2), fade)
}

/** The top of a lid, an opening or a surface of liquid, lit from the left. */
export function disc(sketch: Sketch, cx: number, cy: number, rx: number, ry: number, color: string): string {
  const tilt = sketch.linear([
    [0, lighten(color, 0.55)],
    [0.6, lighten(color, 0.12)],
    [1, deepen(color, 0.25)],
  ])
  return ellipse(cx, cy, rx, ry, tilt)
}

/** Where a thing touches the ground it is darkest. */
export function contact(
  sketch: Sketch,
  x: number,
  y: number,
  width: number,
  depth: number,
  color: string,
  strength = 0.6,
): string {
  const pool = sketch.radial([
    [0, color, strength],
    [0.55, color, strength * 0.55],
    [1, color, 0],
  ])
  return ellipse(x, y, width / 2, depth / 2, pool)
}

/** Fine rules across a crimp, a cap or a collar. */
export function flutes(
  left: number,
  right: number,
  top: number,
  bottom: number,
  count: number,
  color: string,
  opacity: number,
): string {
  const step = (right - left) / count
  return Array.from({ length: count - 1 }, (_, i) =>
    rect(left + (i + 1) * step - 0.7, top, 1.4, bottom - top, color, { 'fill-opacity': opacity }),
  ).join('')
}
