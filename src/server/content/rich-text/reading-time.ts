import type { Token } from './html-tokens.ts'

/** The editor counts with the same number. */
const WORDS_A_MINUTE = 220

/** Rounded. */
export function readingMinutes(tokens: Token[]): number {
  const words = tokens
    .map((token) => (token.kind === 'text' ? token.text : ' '))
    .join('')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return Math.round(words.length / WORDS_A_MINUTE)
}
