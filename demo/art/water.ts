/** Water: surfaces with ripples and caustics, single drops, and reflections. */
import { deepen, lighten } from './palette.ts'
import { curve, oval, type Point } from './shapes.ts'
import { ellipse, group, line, path, rect, type Sketch } from './sketch.ts'
import type { Thing } from './vessels.ts'

/** Rings around the places where something touches the surface. */
export function ripples(sketch: Sketch, x: number, y: number, r: number, rings = 5, tilt = 0.24): string {
  let art = ''
  for (let i = 1; i <= rings; i++) {
    const size = (r * i) / rings
    const strength = 0.75 * (1 - (i - 1) / rings) + 0.1
    const wet = sketch.linear([
      [0, '#ffffff', strength],
      [0.3, '#ffffff', strength * 0.2],
      [0.55, '#ffffff', 0],
      [0.8, '#ffffff', strength * 0.65],
      [1, '#ffffff', strength * 0.1],
    ])
    art += ellipse(x, y, size, size * tilt, 'none', { stroke: wet, 'stroke-width': 2 + (rings - i) * 0.7 })
    art += ellipse(x, y + 4, size * 0.97, size * tilt * 0.97, 'none', {
      stroke: '#4f6d78',
      'stroke-opacity': strength * 0.16,
      'stroke-width': 4,
    })
  }
  return art
}

/** The net of light on the bottom of shallow water, in a box. */
function caustics(
  sketch: Sketch,
  x: number,
  y: number,
  width: number,
  height: number,
  count = 26,
  strength = 0.5,
): string {
  const { random } = sketch
  let art = ''
  const columns = Math.max(3, Math.round(Math.sqrt((count * width) / height / 2.4)))
  const rows = Math.ceil(count / columns)
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const [cw, rh] = [width / columns, height / rows]
    const cx = x + (column + 0.5 + (row % 2 ? 0.5 : 0) + random.between(-0.16, 0.16)) * cw
    const cy = y + (row + 0.5 + random.between(-0.2, 0.2)) * rh
    const points = Array.from({ length: 6 }, (_, k): Point => {
      const angle = (k / 6) * Math.PI * 2
      const reach = random.between(0.42, 0.62)
      return [cx + Math.cos(angle) * cw * reach, cy + Math.sin(angle) * rh * reach]
    })
    art += line(curve(points), '#ffffff', random.between(1.4, 4), {
      'stroke-opacity': strength * random.between(0.35, 1),
    })
  }
  return art
}

/** A sheet of water from `top` to the bottom of the picture, brighter toward the viewer. */
export function waterSurface(sketch: Sketch, top: number, color: string): string {
  const { width, height, random } = sketch
  const depth = height - top
  const ground = rect(
    0,
    top,
    width,
    depth,
    sketch.linear(
      [
        [0, deepen(color, 0.3)],
        [0.3, color],
        [1, lighten(color, 0.45)],
      ],
      [0, 0, 0, 1],
    ),
  )
  let glints = ''
  for (let i = 0; i < 46; i++) {
    const t = random.between(0, 1) ** 1.4
    const y = top + 6 + t * depth
    const length = 40 + t * 220 * random.between(0.4, 1)
    const x = random.between(-60, width)
    glints += line(
      `M${Math.round(x)} ${Math.round(y)}q${Math.round(length * 0.3)} ${Math.round(-3 - t * 6)} ${Math.round(length * 0.5)} 0t${Math.round(length * 0.5)} 0`,
      i % 3 ? '#ffffff' : deepen(color, 0.8),
      1.4 + t * 3.4,
      { 'stroke-opacity': random.between(0.12, 0.42) },
    )
  }
  return ground + rect(0, top, width, 2.4, '#ffffff', { 'fill-opacity': 0.55 }) + glints
}

/** A thing's mirror image in the water it stands in. */
export function reflection(
  sketch: Sketch,
  outline: string,
  x: number,
  y: number,
  scale: number,
  color: string,
): string {
  const fade = sketch.linear(
    [
      [0, deepen(color, 1), 0],
      [1, deepen(color, 0.9), 0.55],
    ],
    [0, 0, 0, 1],
  )
  return group(path(outline, fade), {
    transform: `translate(${x} ${y}) scale(${scale} ${-scale * 0.62})`,
    filter: sketch.blur(5),
  })
}

/** A clear drop on a surface, seen from above: dark where light enters, bright where it gathers. */
export function waterDrop(sketch: Sketch, x: number, y: number, r: number, ground: string, tilt = 0.9): string {
  const dark = deepen(deepen(ground, 1), 0.3)
  return (
    ellipse(
      x + r * 0.3,
      y + r * 0.3 * tilt,
      r * 1.02,
      r * tilt,
      sketch.radial([
        [0.5, dark, 0.5],
        [1, dark, 0],
      ]),
    ) +
    ellipse(
      x,
      y,
      r,
      r * tilt,
      sketch.linear(
        [
          [0, deepen(ground, 0.75), 0.85],
          [0.5, ground, 0.7],
          [1, lighten(ground, 0.85), 0.95],
        ],
        [0.1, 0, 0.8, 1],
      ),
    ) +
    ellipse(
      x + r * 0.22,
      y + r * 0.3 * tilt,
      r * 0.5,
      r * 0.4 * tilt,
      sketch.radial([
        [0, '#ffffff', 0.85],
        [1, '#ffffff', 0],
      ]),
    ) +
    ellipse(x - r * 0.36, y - r * 0.4 * tilt, r * 0.2, r * 0.14, '#ffffff', { 'fill-opacity': 0.95 })
  )
}

/** Scattered drops that keep clear of each other's centres. */
export function sprinkle(
  sketch: Sketch,
  x: number,
  y: number,
  width: number,
  height: number,
  count: number,
  ground: string,
  largest = 20,
): string {
  const { random } = sketch
  return Array.from({ length: count }, () =>
    waterDrop(
      sketch,
      x + random.between(0, width),
      y + random.between(0, height),
      largest * random.between(0.2, 1) ** 1.6 + 3,
      ground,
    ),
  ).join('')
}

/** A basin seen from a little above, filled with water; its rim lies `rx * 0.6` above its origin. */
export function basin(sketch: Sketch, rx: number, color: string, water: string): Thing {
  const [ry, rim] = [rx * 0.26, -rx * 0.6]
  const outline = `M${-rx} ${rim}C${-rx * 0.97} ${rim * 0.36} ${-rx * 0.72} 0 ${-rx * 0.46} 0Q0 ${rx * 0.05} ${rx * 0.46} 0C${rx * 0.72} 0 ${rx * 0.97} ${rim * 0.36} ${rx} ${rim}Z`
  const body = path(
    outline,
    sketch.linear([
      [0, deepen(color, 0.34)],
      [0.16, color],
      [0.3, lighten(color, 0.75)],
      [0.55, color],
      [0.88, deepen(color, 0.7)],
      [1, deepen(color, 0.45)],
    ]),
  )
  const lip = ellipse(
    0,
    rim,
    rx,
    ry,
    sketch.linear([
      [0, lighten(color, 0.7)],
      [1, deepen(color, 0.2)],
    ]),
  )
  const wall = ellipse(
    0,
    rim + 4,
    rx * 0.95,
    ry * 0.92,
    sketch.linear([
      [0, deepen(color, 0.75)],
      [0.6, deepen(color, 0.25)],
      [1, lighten(color, 0.5)],
    ]),
  )
  const pool = oval(0, rim + ry * 0.16, rx * 0.92, ry * 0.82)
  const surface = path(
    pool,
    sketch.linear(
      [
        [0, deepen(water, 0.5)],
        [0.5, water],
        [1, lighten(water, 0.55)],
      ],
      [0, 0, 1, 0.6],
    ),
  )
  const net = group(
    caustics(sketch, -rx, rim - ry * 0.8, rx * 2, ry * 1.9, 34, 0.34) +
      ripples(sketch, rx * 0.12, rim + ry * 0.2, rx * 0.66, 5, 0.26),
    { 'clip-path': sketch.clip(pool) },
  )
  return {
    art:
      body +
      lip +
      wall +
      surface +
      net +
      ellipse(0, rim, rx, ry, 'none', { stroke: '#ffffff', 'stroke-opacity': 0.7, 'stroke-width': 2.4 }),
    outline: outline + oval(0, rim, rx, ry),
    width: rx * 1.2,
    height: -rim,
  }
}
