/** Things that stand around: plinths, stones, trays, dishes, cloth. */

import { deepen, lighten, mix } from './palette.ts'
import { disc, gleam, solidForm } from './shading.ts'
import { blob, box, curve, drum, oval, type Point, polygon, rounded } from './shapes.ts'
import { at, downward, ellipse, group, line, path, rect, type Sketch, short } from './sketch.ts'
import type { Thing } from './vessels.ts'

/** A round plinth; its upper surface lies `height` above its origin. */
export function plinth(sketch: Sketch, width: number, height: number, color: string): Thing {
  const ry = width * 0.08
  const outline = drum(width, height, 0, 0.16)
  return {
    art: solidForm(sketch, outline, color, '', 0.72) + disc(sketch, 0, -height, width / 2, ry, lighten(color, 0.25)),
    outline,
    width,
    height,
  }
}

/** A square block with a visible top. */
export function block(sketch: Sketch, width: number, height: number, color: string, depth = 34): Thing {
  const front = box(-width / 2, -height, width, height, 2)
  const top = polygon([
    [-width / 2, -height],
    [width / 2, -height],
    [width / 2 - depth * 0.4, -height - depth],
    [-width / 2 + depth * 0.4, -height - depth],
  ])
  const art =
    path(
      front,
      sketch.linear([
        [0, lighten(color, 0.2)],
        [0.5, color],
        [1, deepen(color, 0.32)],
      ]),
    ) +
    path(
      front,
      sketch.linear(
        [
          [0, '#fffaf0', 0.1],
          [1, deepen(color, 1), 0.2],
        ],
        downward,
      ),
    ) +
    path(
      top,
      sketch.linear([
        [0, lighten(color, 0.7)],
        [1, lighten(color, 0.3)],
      ]),
    ) +
    rect(-width / 2, -height, width, 2, '#fffaf0', { 'fill-opacity': 0.55 })
  return { art, outline: front, width, height }
}

/** Travertine: a block with veins and small pits. */
export function travertine(sketch: Sketch, width: number, height: number, color = '#e6d8c4'): Thing {
  const base = block(sketch, width, height, color)
  const { random } = sketch
  let veins = ''
  for (let y = -height + 14; y < -6; y += random.between(12, 26)) {
    const wave = random.between(-5, 5)
    veins += line(
      `M${-width / 2} ${y}q${width * 0.25} ${wave} ${width * 0.5} 0t${width * 0.5} ${-wave * 0.5}`,
      deepen(color, 0.7),
      random.between(1, 5),
      { 'stroke-opacity': random.between(0.1, 0.3) },
    )
    for (let i = 0; i < 4; i++)
      veins += ellipse(
        random.between(-width / 2 + 12, width / 2 - 12),
        y + random.between(-6, 6),
        random.between(3, 12),
        random.between(1.4, 3.4),
        deepen(color, 0.9),
        { 'fill-opacity': 0.34 },
      )
  }
  return {
    ...base,
    art: base.art + group(veins, { 'clip-path': sketch.clip(box(-width / 2, -height, width, height)) }),
  }
}

/** A pebble that lies on its origin. */
export function pebble(sketch: Sketch, rx: number, ry: number, color: string): Thing {
  const outline = blob(sketch.random, rx, ry, 9, 0.06)
  const skin = sketch.radial(
    [
      [0, lighten(color, 0.6)],
      [0.4, color],
      [0.82, deepen(color, 0.65)],
      [1, deepen(color, 0.4)],
    ],
    0.34,
    0.24,
    0.82,
  )
  const specks = Array.from({ length: 16 }, () => {
    const [a, d] = [sketch.random.between(0, 6.28), sketch.random.between(0, 0.82)]
    return ellipse(Math.cos(a) * d * rx, Math.sin(a) * d * ry, sketch.random.between(1, 3), 1.4, deepen(color, 0.9), {
      'fill-opacity': 0.3,
    })
  }).join('')
  return {
    art: at(0, -ry, path(outline, skin) + specks),
    outline: oval(0, -ry, rx, ry),
    width: rx * 1.7,
    height: ry * 2,
  }
}

/** Three or more pebbles balanced on each other, largest below. */
export function cairn(sketch: Sketch, sizes: readonly (readonly [rx: number, ry: number, color: string])[]): Thing {
  let art = ''
  let outline = ''
  let y = 0
  for (const [rx, ry, color] of sizes) {
    const shift = sketch.random.between(-rx * 0.08, rx * 0.08)
    art += at(shift, y, pebble(sketch, rx, ry, color).art)
    outline += oval(shift, y - ry, rx, ry)
    y -= ry * 2 - ry * 0.12
  }
  return { art, outline, width: (sizes[0]?.[0] ?? 100) * 1.7, height: -y }
}

/** Rumpled linen across the foreground, from `top` to the bottom edge. */
export function linenFloor(sketch: Sketch, top: number, color: string): string {
  const { width, height, random } = sketch
  const depth = height - top
  const phase = random.between(0, 6)
  const edge: Point[] = Array.from({ length: 9 }, (_, i) => [
    (width * 1.04 * i) / 8 - width * 0.02,
    top + Math.sin(i * 1.3 + phase) * 13 + random.between(-5, 5),
  ])
  const outline = `${curve(edge, false)}L${width + 20} ${height}L-20 ${height}Z`
  let folds = ''
  const lie = random.pick([-13, 11])
  for (let i = 0; i < 9; i++) {
    const [column, row] = [i % 3, Math.floor(i / 3)]
    const x = width * (column * 0.36 - 0.16) + row * width * 0.07 + random.between(-60, 60)
    const y = top + depth * (0.14 + 0.31 * row) + random.between(-0.05, 0.07) * depth
    folds += at(
      x,
      y,
      fold(sketch, color, width * random.between(0.36, 0.56), Math.min(120, depth * random.between(0.2, 0.34))),
      1,
      lie + random.between(-9, 9),
    )
  }
  const ground = sketch.linear(
    [
      [0, deepen(color, 0.16)],
      [0.3, color],
      [1, lighten(color, 0.3)],
    ],
    downward,
  )
  return (
    path(outline, ground) +
    group(folds, { 'clip-path': sketch.clip(outline) }) +
    line(curve(edge, false), '#fffaf0', 3, { 'stroke-opacity': 0.6 })
  )
}

/** A lens that is lit above and shaded below; its pointed ends run out into the cloth. */
function fold(sketch: Sketch, color: string, length: number, thickness: number): string {
  const shade = deepen(deepen(color, 1), 0.1)
  const d = `M0 0C${short(length * 0.3)} ${short(-thickness)} ${short(length * 0.66)} ${short(-thickness * 0.9)} ${short(length)} 0C${short(length * 0.7)} ${short(thickness * 0.6)} ${short(length * 0.3)} ${short(thickness * 0.7)} 0 0Z`
  return path(
    d,
    sketch.linear(
      [
        [0, '#fffefa', 0],
        [0.26, '#fffefa', 0.44],
        [0.5, '#fffefa', 0.05],
        [0.56, shade, 0.02],
        [0.74, shade, 0.17],
        [1, shade, 0],
      ],
      downward,
    ),
  )
}

/** A stoneware cup. */
export function cup(sketch: Sketch, color: string, drink: string): Thing {
  const outline = rounded([
    [-84, -128, 4],
    [84, -128, 4],
    [78, -40, 40],
    [50, 2, 26],
    [-50, 2, 26],
    [-78, -40, 40],
  ])
  const handle =
    line('M78 -104C140 -112 142 -34 70 -36', deepen(color, 0.3), 16) +
    line('M80 -108C132 -114 132 -46 76 -42', lighten(color, 0.4), 4, { 'stroke-opacity': 0.6 })
  const glaze = rect(-100, -140, 200, 62, mix(color, '#fffaf0', 0.55))
  return {
    art:
      handle +
      solidForm(sketch, outline, color, glaze) +
      disc(sketch, 0, -128, 84, 13, lighten(color, 0.3)) +
      ellipse(0, -126, 77, 10.6, deepen(color, 0.5)) +
      disc(sketch, 0, -123, 74, 8.6, drink) +
      gleam(sketch, -66, -116, 9, 84, 0.6),
    outline: `${outline}${oval(104, -74, 34, 40)}`,
    width: 160,
    height: 130,
  }
}

/** A vase with room for stems at its mouth. */
export function vase(sketch: Sketch, color: string, height = 230): Thing {
  const outline = rounded([
    [-26, -height, 4],
    [26, -height, 4],
    [24, -height * 0.78, 20],
    [84, -height * 0.5, 70],
    [60, 0, 50],
    [0, 4, 40],
    [-60, 0, 50],
    [-84, -height * 0.5, 70],
    [-24, -height * 0.78, 20],
  ])
  return {
    art:
      solidForm(sketch, outline, color) +
      disc(sketch, 0, -height, 26, 5, deepen(color, 0.4)) +
      gleam(sketch, -50, -height * 0.52, 10, height * 0.36, 0.45),
    outline,
    width: 130,
    height,
  }
}
