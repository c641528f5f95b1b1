/** Flat shapes cut from paper: an SVG path as a solid of even thickness. */
import { matte } from '../relief/materials.ts'
import type { Box, HeightAt, Solid } from '../relief/solid.ts'
import type { Point } from '../svg.ts'
import { outlineOf, type Typeface } from '../type/glyphs.ts'

/** Rows of the mask per unit of the drawing. */
const ROWS = 2
/** Straight pieces of which a curve is made. */
const PIECES = 16

/** `d` has absolute commands M, L, H, V, Q, C and Z only. */
export function cutPaper(d: string, color: string, thickness = 9, print?: string): Solid {
  const loops = flatten(d)
  const box = boxOf(loops)
  const isInside = maskOf(loops, box)
  return { box, height: (x, y) => (isInside(x, y) ? thickness : -1), material: matte(color), print }
}

/** A line of type with the middle of its baseline at the origin. */
export function cutWord(text: string, face: Typeface, size: number, color: string, thickness = 12): Solid {
  const { d, width } = outlineOf(text, face, size)
  const { box, height, ...paper } = cutPaper(d, color, thickness)
  const [left, top, right, bottom] = box
  const moved: HeightAt = (x, y) => height(x + width / 2, y)
  return { ...paper, box: [left - width / 2, top, right - width / 2, bottom], height: moved }
}

/** A disc, or the hole of one where `isHole` turns its direction. */
export function roundPath(cx: number, cy: number, r: number, isHole = false): string {
  const k = r * 0.5523
  const s = isHole ? -1 : 1
  const curve = (a: number, b: number, c: number, e: number, x: number, y: number) =>
    `C${cx + a} ${cy + b * s} ${cx + c} ${cy + e * s} ${cx + x} ${cy + y * s}`
  return `M${cx + r} ${cy}${curve(r, k, k, r, 0, r)}${curve(-k, r, -r, k, -r, 0)}${curve(-r, -k, -k, -r, 0, -r)}${curve(k, -r, r, -k, r, 0)}Z`
}

function flatten(d: string): Point[][] {
  const loops: Point[][] = []
  let loop: Point[] = []
  let [x, y] = [0, 0]
  const lineTo = (toX: number, toY: number) => {
    loop.push([toX, toY])
    x = toX
    y = toY
  }
  for (const [, command = '', list = ''] of d.matchAll(/([MLHVQCZ])([^A-Z]*)/g)) {
    const values = (list.match(/-?[\d.]+/g) ?? []).map(Number)
    const taken = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 }[command] ?? 0
    if (command === 'M') {
      loop = []
      loops.push(loop)
    }
    for (let at = 0; at < values.length; at += taken) {
      const part = values.slice(at, at + taken)
      if (command === 'H') lineTo(part[0]!, y)
      else if (command === 'V') lineTo(x, part[0]!)
      else if (taken === 2) lineTo(part[0]!, part[1]!)
      else for (const point of curve([x, y, ...part])) lineTo(...point)
    }
  }
  return loops
}

/** Points of a quadratic or cubic Bézier curve after its first, by de Casteljau's construction. */
function curve(controls: readonly number[]): Point[] {
  return Array.from({ length: PIECES }, (_, i) => {
    const share = (i + 1) / PIECES
    let rest = [...controls]
    while (rest.length > 2) rest = rest.slice(2).map((value, at) => rest[at]! + (value - rest[at]!) * share)
    return [rest[0]!, rest[1]!]
  })
}

function boxOf(loops: readonly Point[][]): Box {
  const [xs, ys] = [loops.flat().map(([x]) => x), loops.flat().map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Filled by the nonzero rule, since contours of a glyph may overlap. */
function maskOf(loops: readonly Point[][], [, top, , bottom]: Box): (x: number, y: number) => boolean {
  const rows: [x: number, winding: number][][] = Array.from({ length: Math.ceil((bottom - top) * ROWS) + 1 }, () => [])
  for (const loop of loops)
    for (const [i, [x0, y0]] of loop.entries()) {
      const [x1, y1] = loop[(i + 1) % loop.length]!
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)]
      const first = Math.ceil((low - top) * ROWS - 0.5)
      for (let row = Math.max(0, first); row < rows.length && top + (row + 0.5) / ROWS < high; row++) {
        const share = (top + (row + 0.5) / ROWS - y0) / (y1 - y0)
        rows[row]!.push([x0 + (x1 - x0) * share, y1 > y0 ? 1 : -1])
      }
    }
  return (x, y) => {
    const row = rows[Math.floor((y - top) * ROWS)]
    let winding = 0
    if (row) for (const [crossing, direction] of row) if (crossing < x) winding += direction
    return winding !== 0
  }
}
