/** Hands: fingers point up, the wrist runs down out of the picture; the thumb is on the left. */
import { matte } from '../relief/materials.ts'
import { freeform, type Solid } from '../relief/solid.ts'
import { boxAround, type Capsule, distanceTo } from './limbs.ts'

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

/** A hand cut from paper. */
export function paperHand(color: string, pose: Pose = 'open', thickness = 10): Solid {
  const form = handForm(pose)
  const distance = distanceTo(form, 20)
  return freeform(boxAround(form), (x, y) => (distance(x, y) < 0 ? thickness : -1), matte(color))
}
