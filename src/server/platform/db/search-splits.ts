import { foldTerm } from './search-folds.ts'

/**
 * The phrases of `foldTerm` for a term that nothing is spelled like: without its conjunctions, which texts write as `&`, and
 * with long words also as two or three, since people type "larocheposay" for "La Roche-Posay".
 */
export function foldLoosely(parts: readonly string[]): string[][][] {
  const kept = parts.filter((part) => !CONJUNCTIONS.has(part))
  return foldTerm(kept.length > 0 ? kept : parts).map((phrases) => [
    ...phrases,
    ...phrases
      .flatMap(([word, ...more]) => (word !== undefined && more.length === 0 ? splitsOf(word) : []))
      .slice(0, SPLITS_MAX),
  ])
}

/** “And” in the languages whose names use it. */
const CONJUNCTIONS = new Set(['and', 'und', 'et', 'y', 'e', 'och', 'og', 'и'])

/** Characters of a word that is split in two (min to max) and in three (up to thirds). */
const LENGTHS = { min: 7, thirds: 14, max: 32 }

/** Phrases for each part of a term: what a query may cost. */
const SPLITS_MAX = 120

const SHORT = 3

function splitsOf(word: string): string[][] {
  if (word.length < LENGTHS.min || word.length > LENGTHS.max || !/^\p{Script=Latin}+$/u.test(word)) return []
  const halves = inTwo(word, 2)
  if (word.length > LENGTHS.thirds) return halves
  const thirds = inTwo(word, 1).flatMap(([first, rest]) => inTwo(rest, 2).map((others) => [first, ...others]))
  return [...halves, ...thirds.filter((words) => words.filter(({ length }) => length < SHORT).length < 2)]
}

/** All words of a first part with at least so many characters, and a second one that is not short. */
function inTwo(word: string, min: number): [first: string, rest: string][] {
  const places = Array.from({ length: Math.max(0, word.length - SHORT - min + 1) }, (_, index) => index + min)
  return places.map((place) => [word.slice(0, place), word.slice(place)])
}
