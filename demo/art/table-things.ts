import { deepen, hues, lighten } from './palette.ts'
import { glassForm, gleam } from './shading.ts'
import { box, type Point, rounded } from './shapes.ts'
import { downward, ellipse, group, line, path, rect, type Sketch, short } from './sketch.ts'
import type { Thing } from './vessels.ts'

/** A tumbler of water. */
export function waterGlass(sketch: Sketch, height = 250, water = '#c7dde3', fill = 0.66): Thing {
  const [top, foot] = [82, 66]
  const outline = rounded([
    [-top, -height, 3],
    [top, -height, 3],
    [foot, 0, 16],
    [0, 5, 40],
    [-foot, 0, 16],
  ])
  const level = -height * fill
  const at = (y: number) => foot + (top - foot) * (-y / height)
  const inside = rounded([
    [-at(level) + 6, level],
    [at(level) - 6, level],
    [foot - 7, -22, 14],
    [0, -17, 40],
    [-foot + 7, -22, 14],
  ])
  const rim = ellipse(0, -height, top, 11, '#ffffff', {
    'fill-opacity': 0.16,
    stroke: '#ffffff',
    'stroke-opacity': 0.9,
    'stroke-width': 2.4,
  })
  const surface = ellipse(
    0,
    level,
    at(level) - 6,
    9,
    sketch.linear([
      [0, deepen(water, 0.35), 0.8],
      [0.5, '#ffffff', 0.85],
      [1, water, 0.7],
    ]),
  )
  return {
    art:
      glassForm(sketch, outline, water, inside, water) +
      surface +
      rim +
      path(box(-foot + 4, -20, foot * 2 - 8, 17, 8), '#ffffff', { 'fill-opacity': 0.42 }) +
      gleam(sketch, -top + 14, -height + 12, 11, height - 46, 0.85) +
      gleam(sketch, foot - 8, -height + 30, 5, height - 80, 0.6),
    outline,
    width: 140,
    height,
  }
}

/** A curled leaf of autumn. */
export function dryLeaf(sketch: Sketch, length = 190, color = '#b98257'): Thing {
  const outline = `M0 0C${length * 0.1} -60 ${length * 0.42} -84 ${length * 0.66} -58C${length * 0.84} -66 ${length} -40 ${length * 1.04} -12C${length * 0.86} -26 ${length * 0.7} 4 ${length * 0.5} -2C${length * 0.3} 8 ${length * 0.14} 10 0 0Z`
  const fold = `M0 0C${length * 0.2} -26 ${length * 0.6} -30 ${length * 1.04} -12C${length * 0.86} -26 ${length * 0.7} 4 ${length * 0.5} -2C${length * 0.3} 8 ${length * 0.14} 10 0 0Z`
  const veins = [0.2, 0.36, 0.52, 0.68]
    .map((t) =>
      line(
        `M${short(length * t)} ${short(-22 * Math.sin(t * 2.6))}q${length * 0.05} -24 ${length * 0.12} -34`,
        deepen(color, 0.9),
        1.8,
        { 'stroke-opacity': 0.45 },
      ),
    )
    .join('')
  return {
    art:
      line(`M0 0q-26 6 -44 -6`, deepen(color, 0.7), 4) +
      path(
        outline,
        sketch.linear(
          [
            [0, lighten(color, 0.45)],
            [0.6, color],
            [1, deepen(color, 0.4)],
          ],
          [0, 0, 1, 1],
        ),
      ) +
      group(veins, { 'clip-path': sketch.clip(outline) }) +
      path(fold, deepen(color, 0.62)) +
      line(`M0 0C${length * 0.2} -26 ${length * 0.6} -30 ${length * 1.04} -12`, lighten(color, 0.6), 2.4),
    outline,
    width: length * 1.6,
    height: 70,
  }
}

/** A folded leaflet with fine print, standing like a tent. */
export function leaflet(sketch: Sketch, width: number, height: number, paper: string, ink: string): Thing {
  const corners: Point[] = [
    [-width / 2, -height],
    [0, -height - 16],
    [0, 0],
    [-width / 2, -6],
  ]
  const d = `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`
  const right = `M0 ${-height - 16}L${width / 2} ${-height + 6}L${width / 2} 0L0 0Z`
  const rows = Array.from({ length: 11 }, (_, i) => {
    const y = -height + 26 + (i * (height - 50)) / 11
    const w = width * sketch.random.between(0.26, 0.38)
    return (
      rect(-width * 0.44, y, w, 4, ink, { 'fill-opacity': i === 0 ? 0.8 : 0.34 }) +
      rect(width * 0.06, y + 4, w, 4, ink, { 'fill-opacity': 0.26 })
    )
  }).join('')
  return {
    art:
      path(
        d,
        sketch.linear([
          [0, lighten(paper, 0.6)],
          [1, paper],
        ]),
      ) +
      path(
        right,
        sketch.linear([
          [0, deepen(paper, 0.45)],
          [1, deepen(paper, 0.16)],
        ]),
      ) +
      rows,
    outline: d + right,
    width,
    height,
  }
}

/** A notebook lying open on a desk, with a pencil across it. */
export function deskNotebook(sketch: Sketch, width: number, depth: number): Thing {
  const [half, back] = [width / 2, width * 0.42]
  const cover = `M${-half - 10} 6L${-back - 8} ${-depth - 2}L${back + 8} ${-depth - 2}L${half + 10} 6L${half} 18H${-half}Z`
  const left = `M0 ${-depth + 12}Q${-back * 0.5} ${-depth - 16} ${-back} ${-depth}L${-half} 0Q${-half * 0.5} -18 0 10Z`
  const right = `M0 ${-depth + 12}Q${back * 0.5} ${-depth - 16} ${back} ${-depth}L${half} 0Q${half * 0.5} -18 0 10Z`
  let rows = ''
  for (let i = 0; i < 7; i++) {
    const t = 0.16 + i * 0.11
    const y = -depth + t * depth
    const reach = back + (half - back) * t
    rows += line(
      `M${short(-reach * 0.88)} ${short(y)}Q${short(-reach * 0.5)} ${short(y - 11)} ${short(-reach * sketch.random.between(0.16, 0.4))} ${short(y)}`,
      hues.ink,
      2.6,
      { 'stroke-opacity': 0.4 },
    )
    if (i < 4)
      rows += line(
        `M${short(reach * 0.14)} ${short(y)}Q${short(reach * 0.5)} ${short(y - 11)} ${short(reach * sketch.random.between(0.5, 0.85))} ${short(y)}`,
        hues.ink,
        2.6,
        { 'stroke-opacity': 0.36 },
      )
  }
  const pencil = group(
    rect(
      -150,
      -7,
      270,
      14,
      sketch.linear(
        [
          [0, '#f0a07e'],
          [0.45, '#d9734f'],
          [1, '#a34f34'],
        ],
        downward,
      ),
      { rx: 3 },
    ) +
      path('M120 -7L156 0L120 7Z', '#edd3ab') +
      path('M145 -2.2L156 0L145 2.2Z', hues.ink),
    { transform: `translate(${half * 0.52} ${-depth * 0.3}) rotate(-16)` },
  )
  return {
    art:
      path(cover, '#8b6448') +
      path(
        left,
        sketch.linear([
          [0, '#fffaf0'],
          [0.8, '#f8eede'],
          [1, '#dccbb3'],
        ]),
      ) +
      path(
        right,
        sketch.linear([
          [0, '#d8c6ad'],
          [0.16, '#f6ecdb'],
          [1, '#fdf7ec'],
        ]),
      ) +
      rows +
      pencil,
    outline: cover,
    width: width * 0.9,
    height: 30,
  }
}
