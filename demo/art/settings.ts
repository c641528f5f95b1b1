/** Rooms for the still lifes: walls, tables, windows, arches, and the light on them. */
import { foliageSilhouette } from './branches.ts'
import { deepen, lighten, mix } from './palette.ts'
import { archway, polygon, rounded } from './shapes.ts'
import { downward, ellipse, group, line, path, rect, type Sketch } from './sketch.ts'

const sunlight = '#fff5e0'

/** A wall and the table in front of it; the table's edge lies at `horizon`. */
export function room(sketch: Sketch, wall: string, table: string, horizon: number): string {
  return plainWall(sketch, wall) + tabletop(sketch, table, horizon)
}

export function plainWall(sketch: Sketch, wall: string): string {
  const { width, height } = sketch
  const wash = sketch.linear(
    [
      [0, lighten(wall, 0.3)],
      [0.55, wall],
      [1, deepen(wall, 0.24)],
    ],
    [0, 0, 1, 0.6],
  )
  const glow = sketch.radial(
    [
      [0, '#fffaf0', 0.55],
      [1, '#fffaf0', 0],
    ],
    0.2,
    0.12,
    0.75,
  )
  return rect(0, 0, width, height, wash) + rect(0, 0, width, height, glow)
}

export function tabletop(sketch: Sketch, table: string, horizon: number): string {
  const { width, height } = sketch
  const top = sketch.linear(
    [
      [0, deepen(table, 0.2)],
      [0.18, table],
      [1, lighten(table, 0.34)],
    ],
    downward,
  )
  const across = sketch.linear([
    [0, '#fff8ea', 0.34],
    [0.5, '#fff8ea', 0],
    [1, deepen(table, 1), 0.24],
  ])
  const gap = sketch.linear(
    [
      [0, deepen(table, 1), 0],
      [1, deepen(table, 1), 0.2],
    ],
    downward,
  )
  return (
    rect(0, horizon - 70, width, 70, gap) +
    rect(0, horizon, width, height - horizon, top) +
    rect(0, horizon, width, height - horizon, across) +
    rect(0, horizon, width, 2.4, '#fffaf0', { 'fill-opacity': 0.5 })
  )
}

type WindowLight = {
  x: number
  y: number
  width: number
  height: number
  columns?: number
  rows?: number
  /** How far it leans, and how far it falls off to the right. */
  slant?: number
  fall?: number
  strength?: number
  softness?: number
}

/** The light of a window with glazing bars, thrown slantwise. */
export function windowLight({
  x,
  y,
  width,
  height,
  columns = 2,
  rows = 3,
  slant = 0.34,
  fall = -0.16,
  strength = 0.5,
  softness = 9,
}: WindowLight): string {
  const bar = width * 0.05
  const [w, h] = [(width - bar * (columns - 1)) / columns, (height - bar * (rows - 1)) / rows]
  const layers = 5
  let panes = ''
  for (let layer = 0; layer < layers; layer++) {
    // soft edges by nesting: a blur of this size would cost more than the rest of the picture
    const grow = softness * (layer / (layers - 1) - 0.5)
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < rows; r++) {
        const fading = 1 - 0.45 * ((c + r) / (columns + rows - 1))
        const opacity = 1 - (1 - strength * fading) ** (1 / layers)
        panes += rect(c * (w + bar) - grow, r * (h + bar) - grow, w + grow * 2, h + grow * 2, sunlight, {
          rx: softness,
          opacity,
        })
      }
    }
  }
  return group(panes, { transform: `matrix(1 ${fall} ${slant} 1 ${x} ${y})` })
}

/** A broad beam of morning light across everything. */
export function beam(sketch: Sketch, topX: number, bottomX: number, width: number, strength = 0.34): string {
  const d = polygon([
    [topX, -20],
    [topX + width * 0.7, -20],
    [bottomX + width, sketch.height + 20],
    [bottomX, sketch.height + 20],
  ])
  return path(
    d,
    sketch.linear(
      [
        [0, sunlight, strength],
        [1, sunlight, strength * 0.3],
      ],
      downward,
    ),
    { filter: sketch.blur(9) },
  )
}

/** Shadows of a plant outside the picture. `spots` are where sprays start, how long they are and how they lean. */
export function foliageShadow(
  sketch: Sketch,
  spots: readonly (readonly [x: number, y: number, length: number, turn: number])[],
  color: string,
  strength = 0.22,
): string {
  const shade = deepen(deepen(color, 1), 0.2)
  const sprays = spots.map(([x, y, length, turn]) => ({
    d: foliageSilhouette(sketch.random, length),
    transform: `translate(${x} ${y}) rotate(${turn})`,
  }))
  const widths = [14, 8, 3]
  return widths
    .map((width) =>
      group(
        sprays
          .map(({ d, transform }) =>
            path(d, shade, { transform, stroke: shade, 'stroke-width': width, 'stroke-linejoin': 'round' }),
          )
          .join(''),
        { opacity: strength / widths.length },
      ),
    )
    .join('')
}

/** A niche cut into the wall: its left reveal lies in shade, its right one catches the light. */
export function niche(sketch: Sketch, x: number, y: number, width: number, height: number, wall: string): string {
  const outer = archway(x, y, width, height)
  const depth = width * 0.085
  const back = sketch.linear([
    [0, deepen(wall, 0.6)],
    [0.4, deepen(wall, 0.3)],
    [1, deepen(wall, 0.08)],
  ])
  const reveal = sketch.linear([
    [0, deepen(wall, 0.75)],
    [0.5, deepen(wall, 0.3)],
    [1, lighten(wall, 0.5)],
  ])
  const inner = path(archway(x - depth * 0.5, y, width - depth, height - depth), back)
  return (
    path(outer, reveal) +
    group(inner, { 'clip-path': sketch.clip(outer) }) +
    line(outer, lighten(wall, 0.6), 2, { 'stroke-opacity': 0.5 })
  )
}

/** A free-standing panel in the shape of an arch, with its thickness on the right. */
export function archPanel(
  sketch: Sketch,
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  thickness = 26,
): string {
  const side = path(
    archway(x + thickness, y - 3, width, height),
    sketch.linear([
      [0, deepen(color, 0.4)],
      [1, deepen(color, 0.75)],
    ]),
  )
  return (
    side +
    path(
      archway(x, y, width, height),
      sketch.linear(
        [
          [0, lighten(color, 0.3)],
          [0.5, color],
          [1, deepen(color, 0.22)],
        ],
        [0, 0, 1, 0.5],
      ),
    )
  )
}

export function sunDisc(sketch: Sketch, x: number, y: number, r: number, color: string): string {
  const glow = ellipse(
    x,
    y,
    r * 1.75,
    r * 1.75,
    sketch.radial([
      [0, lighten(color, 0.5), 0.6],
      [0.55, lighten(color, 0.5), 0.34],
      [1, lighten(color, 0.5), 0],
    ]),
  )
  return (
    glow +
    ellipse(
      x,
      y,
      r,
      r,
      sketch.linear(
        [
          [0, lighten(color, 0.5)],
          [0.6, color],
          [1, mix(color, '#e0805a', 0.35)],
        ],
        downward,
      ),
    )
  )
}

/** A wall shelf seen from the front; `y` is its upper edge, on which things stand. */
export function shelf(sketch: Sketch, x: number, y: number, width: number, color: string): string {
  const under = sketch.linear(
    [
      [0, deepen(color, 1), 0.42],
      [1, deepen(color, 1), 0],
    ],
    downward,
  )
  const shade = path(
    polygon([
      [x + 30, y + 40],
      [x + width, y + 40],
      [x + width + 90, y + 150],
      [x + 130, y + 150],
    ]),
    under,
    { filter: sketch.blur(6) },
  )
  const top = path(
    polygon([
      [x, y],
      [x + width, y],
      [x + width - 16, y - 26],
      [x + 16, y - 26],
    ]),
    sketch.linear([
      [0, lighten(color, 0.6)],
      [1, lighten(color, 0.12)],
    ]),
  )
  const front = path(
    rounded([
      [x, y, 3],
      [x + width, y, 3],
      [x + width, y + 44, 5],
      [x, y + 44, 5],
    ]),
    sketch.linear([
      [0, lighten(color, 0.22)],
      [0.6, color],
      [1, deepen(color, 0.4)],
    ]),
  )
  return shade + top + front + rect(x, y, width, 2, '#fffaf0', { 'fill-opacity': 0.6 })
}
