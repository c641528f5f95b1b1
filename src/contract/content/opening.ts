import { separatesWords } from './line-elements.ts'

/** A part of a body: a text, or the beginning or the end of an element. */
type Token = { kind: 'open' | 'close'; name: string } | { kind: 'text'; text: string }

/** Characters of a description that search engines usually show. */
const DESCRIPTION_LENGTH = 160

/** The first sentences of a body, for descriptions: of its prose, or of all of its text if it has no prose. */
export function openingOf(tokens: readonly Token[]): string {
  return firstSentences(lineOf(tokens, noProse)) || firstSentences(lineOf(tokens, new Set()))
}

function lineOf(tokens: readonly Token[], skipped: ReadonlySet<string>): string {
  let line = ''
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'text') line += depth === 0 ? token.text : ''
    else if (skipped.has(token.name)) depth += token.kind === 'open' ? 1 : -1
    else if (separatesWords(token.name)) line += ' '
  }
  return line
}

/** Elements whose text does not read on into the next sentence. */
const noProse = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure', 'table', 'pre', 'summary'])

/**
 * The beginning of a plain text in one line of at most `max` UTF-16 code units: whole sentences where one ends in the second
 * half, else as many words as fit and an ellipsis.
 */
export function firstSentences(text: string, max = DESCRIPTION_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const ends = [...line.slice(0, max + 2).matchAll(sentenceEnd)].map(({ index, 0: end }) => index + end.length)
  const end = ends.findLast((at) => at <= max) ?? 0
  if (end >= max / 2) return line.slice(0, end)
  const words = line.slice(0, max).replace(/\s+\S*$/, '')
  // A script without blanks, or a long address, is cut between two characters.
  const cut = words.length >= max / 2 && words.length < max ? words : line.slice(0, max - 1)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * Punctuation before a blank and something that does not go on in lower case, or that of scripts without blanks. The point of
 * an initial or of a known abbreviation ends none, that of other short words such as SPF does.
 */
const sentenceEnd =
  /(?<!(?<!\p{L})(?:\p{Lu}|Dra?|Mrs?|Ms|Sra?|Ste?|No|Nr|Prof|vs)(?=\.))[.!?…]+["'”’»)\]]*(?=\s[^\p{Ll}\s])|[。！？]+[」』）]*/gu
