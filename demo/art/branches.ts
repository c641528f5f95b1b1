/** Branches and leaves; all grow upwards from their origin. */
import { deepen, hues, lighten, mix } from './palette.ts'
import type { Random } from './random.ts'
import { curve, type Point } from './shapes.ts'
import { at, line, path, type Sketch, short } from './sketch.ts'
import type { Thing } from './vessels.ts'

/** A stem with pairs of leaves; every kind of branch differs only in its leaf and its rhythm. */
type Habit = {
  leaf: (length: number) => string
  pairs: number
  length: number
  leafLength: number
  spread: number
  bend: number
  taper: number
}

export function eucalyptus(sketch: Sketch, color: string = hues.sage, length = 420): Thing {
  return branch(sketch, color, {
    leaf: roundLeaf,
    pairs: 8,
    length,
    leafLength: 74,
    spread: 62,
    bend: 0.22,
    taper: 0.55,
  })
}

export function olive(sketch: Sketch, color: string = hues.moss, length = 400): Thing {
  return branch(sketch, color, {
    leaf: slenderLeaf,
    pairs: 10,
    length,
    leafLength: 96,
    spread: 44,
    bend: 0.2,
    taper: 0.4,
  })
}

export function fern(sketch: Sketch, color: string = hues.moss, length = 430): Thing {
  return branch(sketch, color, {
    leaf: narrowLeaf,
    pairs: 21,
    length,
    leafLength: 138,
    spread: 66,
    bend: 0.3,
    taper: 0.84,
  })
}

export function pine(sketch: Sketch, color: string = hues.forest, length = 380): Thing {
  return branch(sketch, color, { leaf: needle, pairs: 30, length, leafLength: 78, spread: 38, bend: 0.16, taper: 0.55 })
}

function branch(sketch: Sketch, color: string, habit: Habit): Thing {
  const { random } = sketch
  const lean = habit.bend * habit.length * (random.chance(0.5) ? 1 : -1)
  const stemAt = (t: number): Point => [lean * t * t, -habit.length * t]
  let art = ''
  let outline = `M-3 0L${short(lean)} ${-habit.length}L3 0Z`
  const paint = (left: boolean) =>
    sketch.linear(
      left
        ? [
            [0, lighten(color, 0.42)],
            [1, color],
          ]
        : [
            [0, deepen(color, 0.12)],
            [1, deepen(color, 0.6)],
          ],
      [0, 0, 1, 0.4],
    )
  const tones = [paint(true), paint(false)]
  for (let i = 0; i < habit.pairs; i++) {
    const t = 0.14 + (0.82 * i) / (habit.pairs - 1)
    const [x, y] = stemAt(t)
    const size = habit.leafLength * (1 - habit.taper * t) * random.between(0.88, 1.1) * (t < 0.3 ? 0.6 + t * 1.3 : 1)
    const stemTurn = (Math.atan2(2 * lean * t, habit.length) * 180) / Math.PI
    for (const side of [-1, 1]) {
      const turn = stemTurn + side * (habit.spread - t * 18 + random.between(-9, 9))
      const leaf = habit.leaf(size)
      const rib = line(`M0 0V${short(-size * 0.86)}`, lighten(color, 0.5), 1.2, { 'stroke-opacity': 0.5 })
      art += at(x, y, path(leaf, tones[side === -1 ? 0 : 1] ?? color) + (habit.pairs > 12 ? '' : rib), 1, turn)
      outline += turnedLeaf(size, x, y, turn)
    }
  }
  const [tipX, tipY] = stemAt(0.97)
  art += at(
    tipX,
    tipY,
    path(habit.leaf(habit.leafLength * (1 - habit.taper) * 0.9), tones[0] ?? color),
    1,
    (Math.atan2(2 * lean, habit.length) * 180) / Math.PI,
  )
  const stem = line(
    curve([stemAt(0), stemAt(0.35), stemAt(0.7), stemAt(1)], false),
    deepen(mix(color, hues.bark, 0.4), 0.4),
    3.4,
  )
  return { art: stem + art, outline, width: 30, height: habit.length }
}

/** The shadow of a leaf needs no more than its direction and size. */
export function turnedLeaf(length: number, x: number, y: number, turn: number, fullness = 0.24): string {
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [Math.sin(angle) * length, -Math.cos(angle) * length]
  const [nx, ny] = [-dy * fullness, dx * fullness]
  const q = (side: number) => `${short(x + dx / 2 + nx * side)} ${short(y + dy / 2 + ny * side)}`
  return `M${short(x)} ${short(y)}Q${q(1.6)} ${short(x + dx)} ${short(y + dy)}Q${q(-1.6)} ${short(x)} ${short(y)}Z`
}

export function roundLeaf(l: number): string {
  return `M0 0C${short(-l * 0.5)} ${short(-l * 0.1)} ${short(-l * 0.52)} ${short(-l * 0.78)} 0 ${short(-l)}C${short(l * 0.52)} ${short(-l * 0.78)} ${short(l * 0.5)} ${short(-l * 0.1)} 0 0Z`
}

export function slenderLeaf(l: number): string {
  return `M0 0C${short(-l * 0.2)} ${short(-l * 0.25)} ${short(-l * 0.16)} ${short(-l * 0.7)} 0 ${short(-l)}C${short(l * 0.16)} ${short(-l * 0.7)} ${short(l * 0.2)} ${short(-l * 0.25)} 0 0Z`
}

export function narrowLeaf(l: number): string {
  return `M0 0C${short(-l * 0.17)} ${short(-l * 0.2)} ${short(-l * 0.12)} ${short(-l * 0.8)} 0 ${short(-l)}C${short(l * 0.12)} ${short(-l * 0.8)} ${short(l * 0.17)} ${short(-l * 0.2)} 0 0Z`
}

function needle(l: number): string {
  return `M-1.6 0L-0.8 ${short(-l)}L0.8 ${short(-l)}L1.6 0Z`
}

/** One large leaf with its veins, as of a rubber tree. */
export function broadLeaf(sketch: Sketch, color: string = hues.moss, l = 420): Thing {
  const w = l * 0.27
  const d = `M0 0C${short(-w * 1.1)} ${short(-l * 0.12)} ${short(-w * 1.25)} ${short(-l * 0.66)} 0 ${short(-l)}C${short(w * 1.25)} ${short(-l * 0.66)} ${short(w * 1.1)} ${short(-l * 0.12)} 0 0Z`
  const half = `M0 0C${short(w * 1.1)} ${short(-l * 0.12)} ${short(w * 1.25)} ${short(-l * 0.66)} 0 ${short(-l)}Q${short(w * 0.1)} ${short(-l * 0.5)} 0 0Z`
  const lit = sketch.linear(
    [
      [0, lighten(color, 0.34)],
      [0.6, color],
      [1, deepen(color, 0.1)],
    ],
    [0, 0, 1, 0.7],
  )
  const shaded = sketch.linear([
    [0, deepen(color, 0.55)],
    [1, deepen(color, 0.2)],
  ])
  let veins = ''
  for (let i = 1; i < 8; i++) {
    const [y, reach] = [(-l * i) / 9, w * Math.sin((i / 9) * Math.PI) * 0.86]
    veins += line(
      `M0 ${short(y)}Q${short(-reach * 0.5)} ${short(y - l * 0.05)} ${short(-reach)} ${short(y - l * 0.12)}M0 ${short(y)}Q${short(reach * 0.5)} ${short(y - l * 0.05)} ${short(reach)} ${short(y - l * 0.12)}`,
      lighten(color, 0.6),
      1.6,
      { 'stroke-opacity': 0.32 },
    )
  }
  const rib = line(`M0 16Q${short(w * 0.08)} ${short(-l * 0.5)} 0 ${short(-l * 0.98)}`, lighten(color, 0.62), 3.4, {
    'stroke-opacity': 0.75,
  })
  return { art: path(d, lit) + path(half, shaded) + veins + rib, outline: d, width: 40, height: l }
}

/** A spray of foliage for shadows on a wall: an outline only, to be softened. */
export function foliageSilhouette(random: Random, length: number, leaves = 7): string {
  let d = ''
  const lean = length * random.between(-0.26, 0.26)
  for (let i = 0; i < leaves; i++) {
    const t = 0.16 + (0.84 * i) / leaves
    const [x, y] = [lean * t * t, -length * t]
    const size = length * 0.36 * (1.12 - t * 0.5) * random.between(0.8, 1.15)
    for (const side of [-1, 1])
      d += turnedLeaf(
        size,
        x,
        y + side * length * 0.022,
        side * random.between(34, 58) + (lean / length) * 60 * t,
        0.115,
      )
  }
  return `${d}M-3 0Q0 ${short(-length * 0.5)} ${short(lean)} ${short(-length)}L${short(lean + 2)} ${short(-length)}Q6 ${short(-length * 0.5)} 3 0Z`
}
