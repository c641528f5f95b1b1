import type { Field } from './field.ts'

/** Share of the sky that each pixel sees, estimated from how far its surroundings rise above it. */
export function occlusionOf({ columns, rows, heights }: Field, radius: number): Float32Array {
  const reach = Math.max(1, Math.round(radius))
  const blurred = blurRows(blurRows(heights, columns, rows, reach), rows, columns, reach)
  const open = new Float32Array(columns * rows)
  for (let at = 0; at < open.length; at++) {
    const rise = Math.max(0, blurred[at]! - heights[at]!)
    open[at] = 1 / (1 + (rise / radius) * 0.5)
  }
  return open
}

/** Box blur along rows; the result is transposed, so that a second pass blurs the columns and turns it back. */
function blurRows(values: Float32Array, columns: number, rows: number, reach: number): Float32Array {
  const blurred = new Float32Array(columns * rows)
  const share = 1 / (reach * 2 + 1)
  for (let y = 0; y < rows; y++) {
    const start = y * columns
    const at = (x: number) => values[start + Math.min(columns - 1, Math.max(0, x))]!
    let sum = 0
    for (let x = -reach; x <= reach; x++) sum += at(x)
    for (let x = 0; x < columns; x++) {
      blurred[x * rows + y] = sum * share
      sum += at(x + reach + 1) - at(x - reach)
    }
  }
  return blurred
}
