/** A glaze that the cold has cracked. */
import { mix } from '../palette.ts'
import { fractal, noise } from '../relief/noise.ts'
import type { HeightAt, Solid } from '../relief/solid.ts'
import type { Point } from '../svg.ts'

export function crackedGlaze(width: number, length: number, color: string, stain: string): Solid {
  const [wide, narrow] = [cracks(330, 3, 5.5), cracks(128, 11, 2.4)]
  const depth: HeightAt = (x, y) => {
    const [bentX, bentY] = [x + fractal(x / 190, y / 190, 3, 5) * 60, y + fractal(x / 190, y / 190, 3, 9) * 60]
    return Math.max(wide(bentX, bentY), narrow(bentX, bentY) * 0.62)
  }
  return {
    box: [-width / 2, -length / 2, width / 2, length / 2],
    height: (x, y) => 40 + fractal(x / 320, y / 320, 3, 21) * 26 + fractal(x / 70, y / 70, 2, 4) * 2 - depth(x, y) * 9,
    colorAt: (x, y) => {
      const crack = Math.round(depth(x, y) * 12) / 12
      const pool = Math.round((fractal(x / 260, y / 260, 3, 33) * 0.5 + 0.5) * 14) / 14
      return mix(mix(color, '#ffffff', pool * 0.5), stain, crack * 0.9)
    },
    material: { color, gloss: 1, rough: 0.06 },
  }
}

/** From 0 to 1 where the edge between two cells of a Voronoi diagram runs. */
function cracks(size: number, seed: number, width: number): HeightAt {
  const known = new Map<number, Point>()
  const centreOf = (column: number, row: number): Point => {
    const key = column * 4096 + row
    let centre = known.get(key)
    if (!centre) {
      const offset = (n: number) => 0.5 + noise(column, row, seed + n) * 0.45
      centre = [(column + offset(0)) * size, (row + offset(1)) * size]
      known.set(key, centre)
    }
    return centre
  }
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    let [nearest, second] = [Infinity, Infinity]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const [cx, cy] = centreOf(column + dx, row + dy)
        const distance = Math.hypot(x - cx, y - cy)
        if (distance < nearest) [nearest, second] = [distance, nearest]
        else if (distance < second) second = distance
      }
    return Math.max(0, 1 - (second - nearest) / (width * 2))
  }
}
