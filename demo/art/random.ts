/** Seeded randomness: the same slug always gives the same image. */
import { seededRandom as seededNumbers } from '../seed/seeded-random.ts'

export type Random = {
  /** A number from `low` (included) to `high` (excluded). */
  between: (low: number, high: number) => number
  /** A whole number from `low` to `high`, both included. */
  whole: (low: number, high: number) => number
  pick: <T>(choices: readonly [T, ...T[]]) => T
  chance: (share: number) => boolean
}

export function seededRandom(seed: string): Random {
  const next = seededNumbers(hash(seed))
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    chance: (share) => next() < share,
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
