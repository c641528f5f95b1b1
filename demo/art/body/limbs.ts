/** Bodies as unions of tapered capsules: the same form is lit as a relief or traced as an outline. */
import { type Box, freeform, type Material, type Solid } from '../relief/solid.ts'

/** From one point and radius to another. */
export type Capsule = readonly [x0: number, y0: number, r0: number, x1: number, y1: number, r1: number]

/** Signed distance to the union, whose joints are smooth over `blend` units. */
export function distanceTo(capsules: readonly Capsule[], blend = 16): (x: number, y: number) => number {
  return (x, y) => {
    let nearest = Infinity
    for (const capsule of capsules) {
      const distance = capsuleDistance(capsule, x, y)
      const overlap = Math.max(0, 1 - Math.abs(nearest - distance) / blend)
      nearest = Math.min(nearest, distance) - (Number.isFinite(nearest) ? (overlap * overlap * blend) / 4 : 0)
    }
    return nearest
  }
}

function capsuleDistance([x0, y0, r0, x1, y1, r1]: Capsule, x: number, y: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const share = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x0 - dx * share, y - y0 - dy * share) - (r0 + (r1 - r0) * share)
}

/** Lit form; `round` is the distance from the edge at which it stops rising. */
export function limb(capsules: readonly Capsule[], material: Material, round = 56, blend = 16): Solid {
  const distance = distanceTo(capsules, blend)
  return freeform(
    boxAround(capsules),
    (x, y) => {
      const inside = -distance(x, y)
      if (inside <= 0) return -1
      const share = 1 - Math.min(1, inside / round)
      return round * 1.15 * Math.sqrt(1 - share * share)
    },
    material,
  )
}

export function boxAround(capsules: readonly Capsule[]): Box {
  const ends = capsules.flatMap(
    ([x0, y0, r0, x1, y1, r1]) =>
      [
        [x0, y0, r0],
        [x1, y1, r1],
      ] as const,
  )
  return [
    Math.min(...ends.map(([x, , r]) => x - r)) - 4,
    Math.min(...ends.map(([, y, r]) => y - r)) - 4,
    Math.max(...ends.map(([x, , r]) => x + r)) + 4,
    Math.max(...ends.map(([, y, r]) => y + r)) + 4,
  ]
}
