import type { Field } from './field.ts'

/** The byte of a white sheet in full light. */
const LIT = 247
/** Alpha below which a shadow is noise. */
const FAINTEST = 0.012

/** RGBA from RGB: light that a white sheet has lost becomes the shadow's alpha, so that it falls on any color. */
export function withoutSheet(lit: Buffer, { owners }: Field): Buffer {
  const data = Buffer.alloc(owners.length * 4)
  for (const [at, owner] of owners.entries()) {
    const [red, green, blue] = [lit[at * 3]!, lit[at * 3 + 1]!, lit[at * 3 + 2]!]
    const alpha = owner === 0 ? 1 - Math.min(LIT, red, green, blue) / LIT : 1
    if (alpha < FAINTEST) continue
    const pure = (value: number) => (owner === 0 ? ((Math.min(LIT, value) / LIT - 1 + alpha) / alpha) * 255 : value)
    data[at * 4] = pure(red)
    data[at * 4 + 1] = pure(green)
    data[at * 4 + 2] = pure(blue)
    data[at * 4 + 3] = alpha * 255
  }
  return data
}
