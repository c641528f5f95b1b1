/** Foam: packed bubbles of many sizes, each a dome with a rim. */
import { seededRandom } from '../random.ts'
import { fractal } from '../relief/noise.ts'
import { freeform, type Solid } from '../relief/solid.ts'

type Bubble = { x: number; y: number; r: number }

/** A puddle of foam around the origin; `dense` is the share of small bubbles. */
export function foam(radiusX: number, radiusY: number, seed: number, color = '#fbfbf7', dense = 0.8): Solid {
  const bubbles = blow(radiusX, radiusY, seed, dense)
  const grid = indexed(bubbles)
  const height = (x: number, y: number) => {
    const angle = Math.atan2(y / radiusY, x / radiusX)
    const inside =
      1 + fractal(Math.cos(angle) * 1.6, Math.sin(angle) * 1.6, 3, seed) * 0.16 - Math.hypot(x / radiusX, y / radiusY)
    if (inside <= 0) return -1
    const body = Math.min(1, inside * 5) ** 0.5 * 34 + fractal(x / 90, y / 90, 2, seed) * 8
    let dome = 0
    for (const { x: cx, y: cy, r } of grid(x, y)) {
      const rest = r * r - (x - cx) ** 2 - (y - cy) ** 2
      if (rest > 0) dome = Math.max(dome, Math.sqrt(rest) * 0.85)
    }
    return Math.max(1, body + dome)
  }
  return freeform([-radiusX * 1.2, -radiusY * 1.2, radiusX * 1.2, radiusY * 1.2], height, {
    color,
    gloss: 0.75,
    rough: 0.12,
    soft: 0.9,
  })
}

function blow(radiusX: number, radiusY: number, seed: number, dense: number): Bubble[] {
  const random = seededRandom(`foam ${seed}`)
  const count = Math.round((radiusX * radiusY) / 70)
  return Array.from({ length: count }, () => {
    const [angle, reach] = [random.between(0, Math.PI * 2), Math.sqrt(random.between(0, 1)) * 1.05]
    const r = random.chance(dense) ? random.between(4, 9) : random.between(9, 26) * (random.chance(0.12) ? 1.6 : 1)
    return { x: Math.cos(angle) * reach * radiusX, y: Math.sin(angle) * reach * radiusY, r }
  })
}

const CELL = 44

/** Bubbles near a point. */
function indexed(bubbles: readonly Bubble[]): (x: number, y: number) => readonly Bubble[] {
  const cells = new Map<number, Bubble[]>()
  const key = (column: number, row: number) => column * 4096 + row
  for (const bubble of bubbles) {
    const [column, row] = [Math.floor(bubble.x / CELL), Math.floor(bubble.y / CELL)]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const cell = key(column + dx, row + dy)
        cells.set(cell, [...(cells.get(cell) ?? []), bubble])
      }
  }
  return (x, y) => cells.get(key(Math.floor(x / CELL), Math.floor(y / CELL))) ?? []
}
