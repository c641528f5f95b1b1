import { comparableWords } from '../platform/nearest-name.ts'

/** A word of a text in lower case and singular, without accents, and where it stands. */
export type PlacedWord = { word: string; start: number; end: number }

/** Returns the words of a text in their order. */
export function wordsOf(text: string): PlacedWord[] {
  const words: PlacedWord[] = []
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const [word] = comparableWords(found)
    if (word !== undefined) words.push({ word, start: index, end: index + found.length })
  }
  return words
}

/** Whether a phrase stands at a word of a text: its words follow each other with a blank, a hyphen or an apostrophe between them. */
export function standsAt(text: string, words: readonly PlacedWord[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => {
    const [before, found] = [words[at + index - 1], words[at + index]]
    if (found?.word !== word) return false
    return index === 0 || before === undefined || isJoint(text.slice(before.end, found.start))
  })
}

/** The first place of a phrase in a text, in any case and number; undefined if it does not occur. */
export function findPhrase(text: string, phrase: string): { start: number; end: number } | undefined {
  const wanted = comparableWords(phrase)
  if (wanted.length === 0) return undefined
  const words = wordsOf(text)
  const at = words.findIndex((_, index) => standsAt(text, words, index, wanted))
  const [first, last] = [words[at], words[at + wanted.length - 1]]
  return first && last && { start: first.start, end: last.end }
}

const isJoint = (between: string) => /^(?:\s{1,3}|[-‐‑'’])$/u.test(between)
