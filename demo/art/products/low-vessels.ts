/** Jars, tins, bars, cloths and tools, seen from above. */
import { matte, metal } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { column, freeform, type HeightAt, type Material, type Solid, slab, turnedOnEnd } from '../relief/solid.ts'
import type { Look, Thing } from './bottles.ts'
import { type Label, labelFront } from './brands.ts'

/** A lid with the label in its middle. */
export function lid({ label, cap, ink }: Look, radius = 236, height = 70): Thing {
  const profile = (d: number) => height - (d > radius - 14 ? ((d - radius + 14) / 14) ** 2 * 14 : 0)
  return [turnedOnEnd(radius, profile, cap, labelFront(label, { width: radius * 1.16, height: radius * 1.15, ink }))]
}

/** An open jar; `swirl` turns its content into a spatula's spiral. */
export function openJar(body: Material, content: Material, radius = 230, height = 120, swirl = 1): Thing {
  const wall = turnedOnEnd(
    radius,
    (d) => {
      const edge = radius - d
      return height - (edge < 10 ? (1 - edge / 10) ** 2 * 10 : 0)
    },
    body,
  )
  const inside = radius - 26
  const surface: HeightAt = (x, y) => {
    const d = Math.hypot(x, y)
    if (d > inside) return -1
    const turn = Math.atan2(y, x) + d * 0.034
    const ridge = (Math.abs(Math.sin(turn * 0.5 + 0.7)) ** 0.55 - 0.6) * 30 * swirl
    const fade = smoothstep(0, 60, d) * smoothstep(inside, inside - 60, d)
    const peak = swirl * 34 * Math.exp(-(((d - 4) / 26) ** 2))
    return height - 26 + ridge * fade + peak + fractal(x / 60, y / 60, 2, 3) * 3 * swirl
  }
  return [wall, { ...freeform([-inside, -inside, inside, inside], surface, content), carves: true }]
}

/** A jar lying on its side. */
export function jar(look: Look): Thing {
  const front = labelFront(look.label, { width: 300, height: 250, ink: look.ink })
  return [
    column(
      { top: -70, bottom: 230, radius: 230, roundTop: [14, 14], roundBottom: [40, 36] },
      look.body,
      `<g transform="translate(0 92)">${front}</g>`,
    ),
    column({ top: -200, bottom: -64, radius: 236, roundTop: [14, 14], roundBottom: [4, 4] }, look.cap),
  ]
}

export function soapBar(label: Label, material: Material, ink: string): Thing {
  const front = labelFront(label, { width: 300, height: 250, ink })
  return [
    slab(
      {
        width: 560,
        length: 390,
        thickness: 120,
        corner: 90,
        edge: 84,
        relief: (x, y) => fractal(x / 90, y / 90, 2, 5) * 3,
      },
      material,
      `<g opacity="0.72">${front}</g>`,
    ),
  ]
}

/** A folded cloth; its hem lies along two sides. */
export function foldedCloth(color: string, side = 560): Thing {
  const weave: HeightAt = (x, y) =>
    Math.sin(x * 0.36) * Math.sin(y * 0.36) * 1.1 +
    fractal(x / 150, y / 150, 3, 8) * 9 +
    (Math.abs(x) > side / 2 - 34 && Math.abs(x) < side / 2 - 28 ? -3 : 0) +
    (Math.abs(y) > side / 2 - 34 && Math.abs(y) < side / 2 - 28 ? -3 : 0)
  return [slab({ width: side, length: side, thickness: 44, corner: 22, edge: 22, relief: weave }, matte(color))]
}

/** A round pad with quilting. */
export function pad(color: string, radius = 150): Thing {
  const profile: HeightAt = (x, y) => {
    const d = Math.hypot(x, y)
    if (d > radius) return -1
    const quilt = Math.max(Math.abs(Math.sin((x + y) * 0.045)), Math.abs(Math.sin((x - y) * 0.045))) ** 0.3 * 7
    const rim = radius - d < 16 ? Math.sqrt(Math.max(0, 1 - (1 - (radius - d) / 16) ** 2)) : 1
    return (18 + quilt) * rim
  }
  return [freeform([-radius, -radius, radius, radius], profile, matte(color))]
}

/** A face roller of stone with a metal frame; the handle runs down. */
export function stoneRoller(stone: string): Thing {
  const roller = (y: number, half: number, radius: number): Solid =>
    freeform(
      [-half, y - radius, half, y + radius],
      (x, at) => {
        const bulge = radius * Math.sqrt(Math.max(0, 1 - (x / half) ** 4))
        const rest = bulge * bulge - (at - y) ** 2
        return rest <= 0 ? -1 : 24 + Math.sqrt(rest)
      },
      { color: stone, gloss: 0.9, rough: 0.08, soft: 0.6 },
    )
  const veined = (solid: Solid): Solid => ({ ...solid, colorAt: (x, y) => veins(x, y, stone) })
  const frame = (side: number) =>
    freeform(
      [Math.min(0, side * 190), -420, Math.max(0, side * 190), -150],
      (x, y) => wire(Math.abs(x), y),
      metal('#cfa46a'),
    )
  return [
    frame(1),
    frame(-1),
    veined(roller(-370, 160, 78)),
    column({ top: -170, bottom: -110, radius: 26 }, metal('#cfa46a')),
    veined(
      column(
        { top: -110, bottom: 260, radius: 30, foot: 46, roundTop: [8, 8], roundBottom: [10, 10] },
        { color: stone, gloss: 0.9, rough: 0.08, soft: 0.6 },
      ),
    ),
    column({ top: 258, bottom: 300, radius: 44, roundBottom: [20, 20] }, metal('#cfa46a')),
  ]
}

function wire(x: number, y: number): number {
  const [cornerX, top] = [176, -370]
  const distance =
    y > -230
      ? Math.hypot(x - Math.max(0, cornerX * (1 - ((y + 230) / 70) ** 2)), 0) * 0.7
      : y < top
        ? Math.hypot(x - cornerX, y - top)
        : Math.abs(x - cornerX)
  return distance > 9 || y > -160 ? -1 : 44 + Math.sqrt(81 - distance * distance)
}

function veins(x: number, y: number, stone: string): string | undefined {
  const vein = Math.abs(fractal(x / 70, y / 110, 3, 21))
  return vein < 0.035 ? '#f4e2da' : vein > 0.42 ? '#d08d84' : stone
}
