import type { ReactNode } from 'react'

/** Returns a function that marks the words of a text which the terms have too, in any form or beginning with them. */
export function markWords(terms: string[]): (text: string) => ReactNode {
  const words = terms.flatMap((term) => fold(term).match(WORDS) ?? [])
  const stems = new Set(words.map(toStem))
  const isHit = (word: string) =>
    stems.has(toStem(word)) || words.some((each) => each.length > 2 && word.startsWith(each))
  return (text) => {
    const drawn: ReactNode[] = []
    let from = 0
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      if (!isHit(fold(word))) continue
      // Text that is not marked stays one node: React separates nodes by comments.
      drawn.push(text.slice(from, index), <mark key={index}>{word}</mark>)
      from = index + word.length
    }
    return from === 0 ? text : [...drawn, text.slice(from)]
  }
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu

function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** A rough one, for English: `moisturizers` and `moisturizing` have the same. */
function toStem(word: string): string {
  return word.replace(/(?<=.{3})(?:ations?|ings?|ed|ers?|ies|es|s|y|e)$/, '')
}
