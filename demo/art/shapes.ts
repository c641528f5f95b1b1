/** Outlines: everything that turns a few points into the `d` of a path. */
import type { Random } from './random.ts'
import { short } from './sketch.ts'

export type Point = readonly [x: number, y: number]

/** A corner and how far it is rounded off. */
export type Corner = readonly [x: number, y: number, radius?: number]

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`
}

export function rounded(corners: readonly Corner[]): string {
  const parts = corners.map((corner, i) => {
    const before = corners.at(i - 1) ?? corner
    const after = corners[(i + 1) % corners.length] ?? corner
    const radius = corner[2] ?? 0
    const start = toward(corner, before, radius)
    const end = toward(corner, after, radius)
    const lead = `${i === 0 ? 'M' : 'L'}${pair(start)}`
    return radius === 0 ? lead : `${lead}Q${pair([corner[0], corner[1]])} ${pair(end)}`
  })
  return `${parts.join('')}Z`
}

/** A body of revolution seen from the side: the right-hand profile from top to bottom, mirrored, on a base that sags. */
export function turned(profile: readonly Corner[], sag = 4): string {
  const mirrored = profile.map(([x, y, r]): Corner => [-x, y, r]).reverse()
  const foot = profile.at(-1) ?? [0, 0]
  return rounded([...profile, [0, foot[1] + sag, foot[0] * 0.9], ...mirrored])
}

/** A closed curve through all points. */
export function curve(points: readonly Point[], closed = true): string {
  const count = points.length
  const point = (i: number): Point => {
    if (closed) return points[(i + count) % count] ?? [0, 0]
    return points[Math.min(count - 1, Math.max(0, i))] ?? [0, 0]
  }
  let d = `M${pair(point(0))}`
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)]
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    d += `C${pair(first)} ${pair(second)} ${pair(to)}`
  }
  return closed ? `${d}Z` : d
}

/** A rounded pebble-like outline around the origin. */
export function blob(random: Random, rx: number, ry: number, corners = 8, unevenness = 0.08): string {
  const turn = random.between(0, 1)
  return curve(
    Array.from({ length: corners }, (_, i): Point => {
      const angle = ((i + turn) / corners) * Math.PI * 2
      const reach = 1 + random.between(-unevenness, unevenness)
      return [Math.cos(angle) * rx * reach, Math.sin(angle) * ry * reach]
    }),
  )
}

export function oval(cx: number, cy: number, rx: number, ry: number): string {
  const arc = `A${short(rx)} ${short(ry)} 0 1 1`
  return `M${short(cx - rx)} ${short(cy)}${arc} ${short(cx + rx)} ${short(cy)}${arc} ${short(cx - rx)} ${short(cy)}Z`
}

/** A box with its top left corner at x, y. */
export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  return rounded([
    [x, y, radius],
    [x + width, y, radius],
    [x + width, y + height, radius],
    [x, y + height, radius],
  ])
}

/** The side of an upright cylinder whose base stands at `y`, with round rims. */
export function drum(width: number, height: number, y = 0, roundness = 0.1): string {
  const [r, ry] = [width / 2, (width / 2) * roundness]
  const [left, right, top] = [short(-r), short(r), short(y - height)]
  const arc = (sweep: number) => `A${short(r)} ${short(ry)} 0 0 ${sweep}`
  return `M${left} ${top}${arc(1)} ${right} ${top}L${right} ${short(y)}${arc(1)} ${left} ${short(y)}Z`
}

/** An arch that stands on `y` around `x`. */
export function archway(x: number, y: number, width: number, height: number): string {
  const r = width / 2
  return `M${short(x - r)} ${short(y)}V${short(y - height + r)}A${short(r)} ${short(r)} 0 0 1 ${short(x + r)} ${short(y - height + r)}V${short(y)}Z`
}

function toward(from: Corner, to: Corner, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const share = Math.min(0.5, distance / length)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function pair([x, y]: Point): string {
  return `${short(x)} ${short(y)}`
}
