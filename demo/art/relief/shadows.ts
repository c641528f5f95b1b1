import type { Field } from './field.ts'
import type { Light } from './light.ts'

export type Shadows = {
  /** From 0 (lit) to 1. */
  amount: Float32Array
  /** Owner of what throws the shadow. */
  caster: Uint8Array
}

/**
 * Carries the horizon across the field in the direction of the light: one pass, whatever the length of the shadows.
 * The direction must be nearer to the x axis than to the y axis.
 */
export function castShadows(field: Field, light: Light, detail: number): Shadows {
  const { columns, rows, heights, owners } = field
  const angle = (light.direction * Math.PI) / 180
  const step = Math.tan(angle)
  const fall = Math.hypot(1, step) / light.reach
  const softness = light.softness * detail
  const amount = new Float32Array(columns * rows)
  const caster = new Uint8Array(columns * rows)
  let horizon = new Float32Array(rows)
  let throwers = new Uint8Array(rows)
  for (let x = 1; x < columns; x++) {
    const next = new Float32Array(rows)
    const nextThrowers = new Uint8Array(rows)
    for (let y = 0; y < rows; y++) {
      const from = y - step
      const above = Math.max(0, Math.min(rows - 1, Math.floor(from)))
      const below = Math.max(0, Math.min(rows - 1, above + 1))
      const share = Math.min(1, Math.max(0, from - above))
      const [heightAbove, heightBelow] = [heights[above * columns + x - 1]!, heights[below * columns + x - 1]!]
      const [farAbove, farBelow] = [horizon[above]!, horizon[below]!]
      const highest = heightAbove > farAbove ? heightAbove : farAbove
      const highestBelow = heightBelow > farBelow ? heightBelow : farBelow
      const edge = highest * (1 - share) + highestBelow * share - fall
      const near = share < 0.5 ? above : below
      const isNew = heights[near * columns + x - 1]! >= horizon[near]!
      next[y] = edge
      nextThrowers[y] = isNew ? owners[near * columns + x - 1]! : throwers[near]!
      const at = y * columns + x
      const over = edge - heights[at]!
      if (over <= 0) continue
      amount[at] = Math.min(1, over / softness)
      caster[at] = nextThrowers[y]!
    }
    horizon = next
    throwers = nextThrowers
  }
  return { amount, caster }
}
