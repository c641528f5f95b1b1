/** Hands: fingers point up, the wrist runs down out of the picture; the thumb is on the left. */
import { mix } from '../palette.ts'
import { wax } from '../relief/materials.ts'
import { drop, type Solid } from '../relief/solid.ts'
import { at, path, stroke } from '../svg.ts'
import { boxAround, type Capsule, distanceTo, limb } from './limbs.ts'
import { trace } from './trace.ts'

type Finger = { base: readonly [number, number, number]; tip: readonly [number, number, number] }

export type Pose = 'open' | 'together' | 'point'

const poses: Record<Pose, { fingers: readonly Finger[]; thumb: readonly Capsule[] }> = {
  open: {
    fingers: [
      { base: [-80, -60, 41], tip: [-132, -276, 29] },
      { base: [-22, -82, 42], tip: [-36, -336, 30] },
      { base: [38, -68, 40], tip: [64, -300, 28] },
      { base: [92, -30, 35], tip: [150, -200, 24] },
    ],
    thumb: [
      [-40, 130, 66, -150, 30, 44],
      [-150, 30, 42, -222, -66, 31],
    ],
  },
  together: {
    fingers: [
      { base: [-78, -60, 40], tip: [-88, -278, 30] },
      { base: [-22, -82, 41], tip: [-26, -334, 31] },
      { base: [36, -68, 39], tip: [36, -304, 29] },
      { base: [88, -34, 34], tip: [94, -214, 25] },
    ],
    thumb: [
      [-40, 130, 66, -140, 40, 44],
      [-140, 40, 42, -170, -70, 32],
    ],
  },
  point: {
    fingers: [
      { base: [-80, -60, 41], tip: [-92, -292, 30] },
      { base: [-22, -72, 43], tip: [-14, -112, 42] },
      { base: [38, -58, 41], tip: [44, -92, 40] },
      { base: [90, -26, 37], tip: [96, -56, 35] },
    ],
    thumb: [
      [-40, 130, 66, -112, 44, 44],
      [-112, 44, 42, -40, -20, 33],
    ],
  },
}

export function handForm(pose: Pose, arm = 900): Capsule[] {
  const { fingers, thumb } = poses[pose]
  return [
    [4, 170, 80, 8, 420, 76],
    [8, 420, 76, 12, arm, 104],
    ...fingers.map(({ base }, i): Capsule => [-30 + i * 24, 150, 66, ...base]),
    ...fingers.map(({ base, tip }): Capsule => [...base, ...tip]),
    ...thumb,
  ]
}

/** A lit hand, seen from the back, with its nails. */
export function hand(skin: string, pose: Pose = 'open', nail = mix(skin, '#f4b9a8', 0.45)): Solid[] {
  const { fingers, thumb } = poses[pose]
  const shown = pose === 'point' ? fingers.slice(0, 1) : fingers
  const skinForm = limb(handForm(pose), { ...wax(skin), gloss: 0.16, soft: 0.8 }, 56, 26)
  const knuckled: Solid = {
    ...skinForm,
    height: (x, y) => {
      const height = skinForm.height(x, y)
      return height < 0 ? height : Math.max(0.5, height + tendons(x, y, fingers))
    },
  }
  const nails = [...shown.map(({ base, tip }) => nailAt(base, tip, nail))]
  const last = thumb.at(-1)
  if (last && pose !== 'point') nails.push(nailAt([last[0], last[1], last[2]], [last[3], last[4], last[5]], nail))
  return [knuckled, ...nails]
}

/** Ridges from the wrist to the knuckles, and creases across the joints. */
function tendons(x: number, y: number, fingers: readonly Finger[]): number {
  let sum = 0
  for (const { base, tip } of fingers) {
    const knuckle = Math.hypot(x - base[0], y - base[1] - 8)
    sum += 6 * Math.exp(-((knuckle / 26) ** 2))
    for (const share of [0.46, 0.5, 0.54]) {
      const [jx, jy] = [base[0] + (tip[0] - base[0]) * share, base[1] + (tip[1] - base[1]) * share]
      sum -= 2.4 * Math.exp(-(((y - jy) / 3) ** 2) - ((x - jx) / 17) ** 2)
    }
  }
  return sum
}

function nailAt([bx, by]: readonly number[], [tx = 0, ty = 0, r = 0]: readonly number[], color: string): Solid {
  const angle = Math.atan2(ty - by!, tx - bx!)
  const [cx, cy] = [tx - Math.cos(angle) * r * 0.1, ty - Math.sin(angle) * r * 0.1]
  const [long, wide] = [r * 0.86, r * 0.62]
  const dome = drop(1, { color, gloss: 0.8, rough: 0.15, soft: 0.5 })
  return {
    ...dome,
    box: [cx - r, cy - r, cx + r, cy + r],
    height: (x, y) => {
      const [dx, dy] = [x - cx, y - cy]
      const along = (dx * Math.cos(angle) + dy * Math.sin(angle)) / long
      const across = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / wide
      const share = Math.abs(along) ** 2.6 + Math.abs(across) ** 2.6
      return share >= 1 ? -1 : 58 + 12 * (1 - across * across) ** 0.5
    },
  }
}

/** A hand in line, with a wash of its skin. */
export function handLine(skin: string, color: string, pose: Pose = 'open', width = 6): string {
  const form = handForm(pose)
  const outline = trace(distanceTo(form, 20), boxAround(form))
  const { fingers } = poses[pose]
  const nails = (pose === 'point' ? fingers.slice(0, 1) : fingers).map(({ base, tip }) => {
    const turn = (Math.atan2(tip[1] - base[1], tip[0] - base[0]) * 180) / Math.PI + 90
    const r = tip[2]
    return at(
      tip[0],
      tip[1],
      stroke(
        `M${-r * 0.5} ${r * 0.5}V${-r * 0.1}Q0 ${-r * 0.95} ${r * 0.5} ${-r * 0.1}V${r * 0.5}Q0 ${r * 0.8} ${-r * 0.5} ${r * 0.5}Z`,
        color,
        width * 0.6,
      ),
      1,
      turn,
    )
  })
  const creases = fingers.map(({ base, tip }) => {
    const [jx, jy] = [base[0] + (tip[0] - base[0]) * 0.5, base[1] + (tip[1] - base[1]) * 0.5]
    return stroke(`M${jx - 12} ${jy}q12 6 24 0m-20 10q8 4 16 0`, color, width * 0.5)
  })
  const gaps = fingers.slice(1).map(({ base, tip }, i) => {
    const before = fingers[i]!
    const shorter = tip[1] > before.tip[1] ? tip : before.tip
    const x = (top: number) =>
      (before.base[0] + base[0]) / 2 + ((before.tip[0] + tip[0] - before.base[0] - base[0]) / 2) * top
    return stroke(`M${x(0)} ${(before.base[1] + base[1]) / 2 - 30}L${x(0.9)} ${shorter[1] + 20}`, color, width * 0.7)
  })
  return (
    path(outline, skin) +
    stroke(outline, color, width) +
    nails.join('') +
    (pose === 'point' ? '' : creases.join('')) +
    (pose === 'together' ? gaps.join('') : '')
  )
}
