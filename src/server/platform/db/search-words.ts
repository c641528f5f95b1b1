import { type RawBuilder, sql } from 'kysely'

/**
 * Makes PostgreSQL find the same words as the tokenizer `porter unicode61 remove_diacritics 2` of SQLite: the same text is
 * cut into the same words, and none is a stop word. Stored words depend on it, so a change needs a migration.
 */
export const SEARCH_CONFIGURATION = 'dewlight_words'

/**
 * The differences between the Porter stemmers of the two: each is replaced in texts and in terms before they are
 * stemmed.
 */
export const stemming: [pattern: string, replacement: string][] = [
  // technology, technologies → technolog
  ['log(?:y|i|ies)(?=\\s|$)', 'log'],
  // possibly → possible
  ['bl(?:y|i|ies)(?=\\s|$)', 'ble'],
  // trekking → trek
  ['([chjkqvwx])\\1(?:ed|ing)(?=\\s|$)', '\\1'],
  // Words of two characters are not stemmed: is, us, my.
  ['(^|\\s)([a-z][sy])(?=\\s|$)', '\\1\\2q'],
]

/** Between two fields, so that no phrase extends over both. */
export const END_OF_FIELD = ' qzend'

/** Code points that have the same meaning in a word. */
const FOLDED = ['ςµ', 'σμ'] as const

/** Normalizes one word of a lower-case term. */
function searchWord(word: string): string {
  return stem(fold(word))
}

/** A word that SQLite does not stem, so that its prefix is that of the word itself. */
const isUnstemmed = (word: string) => /^[a-z][sy]$/.test(fold(word))

function fold(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
  return Array.from(plain, (letter) => FOLDED[1][FOLDED[0].indexOf(letter)] ?? letter).join('')
}

function stem(word: string): string {
  let stemmed = word
  for (const [pattern, replacement] of stemming)
    stemmed = stemmed.replace(new RegExp(pattern, 'g'), replacement.replaceAll('\\', '$'))
  return stemmed
}

/** The SQL of `searchWord` for a whole text; `lower` is a function that lowers letters of every script. */
export function searchTextSql(text: string, lower: (text: string) => string): string {
  const plain = `normalize(regexp_replace(normalize(${text}, NFD), '([A-Za-z])[\\u0300-\\u036f]+', '\\1', 'g'), NFC)`
  const folded = `translate(${lower(plain)}, '${FOLDED[0]}', '${FOLDED[1]}')`
  const words = `regexp_replace(${folded}, '[${separators().replaceAll("'", "''")}]+', ' ', 'g')`
  return stemming.reduce(
    (sqlText, [pattern, replacement]) => `regexp_replace(${sqlText}, '${pattern}', '${replacement}', 'g')`,
    words,
  )
}

/** The tsvector of weighted fields, each an SQL expression of a normalized text. */
export function searchVectorSql(fields: readonly [text: string, weight: string][]): string {
  return fields
    .map(
      ([text, weight]) =>
        `setweight(to_tsvector('${SEARCH_CONFIGURATION}', ${text} || '${END_OF_FIELD}'), '${weight}')`,
    )
    .join(' || ')
}

/** Ranges of all code points that are neither letters nor digits nor `kept`, for a bracket expression. */
export function separators(kept = ''): string {
  const ranges: string[] = []
  let start: number | undefined
  for (let code = 1; code <= 0x1_ffff; code++) {
    const character = String.fromCodePoint(code)
    const isSeparator = !/[\p{L}\p{N}]/u.test(character) && !isSurrogate(code) && !kept.includes(character)
    if (isSeparator) start ??= code
    else if (start !== undefined) {
      ranges.push(range(start, code - 1))
      start = undefined
    }
  }
  if (start !== undefined) ranges.push(range(start, 0x1_ffff))
  return ranges.join('')
}

/** The same characters for JavaScript, which knows the classes: to list the ranges takes 20 ms of a start. */
export function separatorPattern(kept = ''): string {
  return `[^\\p{L}\\p{N}${kept}\\0\\u{d800}-\\u{dfff}\\u{20000}-\\u{10ffff}]`
}

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

/** Writes a range for a bracket expression of either kind of regular expression. */
export const range = (first: number, last = first) => `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`

/** A query for words that follow each other; the last also matches as a prefix. */
export function phraseQuery(words: readonly string[]): RawBuilder<unknown> {
  const parts = words.map((word, index) => {
    const isLast = index === words.length - 1
    if (!isLast) return sql`to_tsquery(${sql.lit(SEARCH_CONFIGURATION)}, ${searchWord(word)})`
    if (isUnstemmed(word)) return sql`to_tsquery(${sql.lit('simple')}, ${`${fold(word)}:*`})`
    return sql`to_tsquery(${sql.lit(SEARCH_CONFIGURATION)}, ${`${searchWord(word)}:*`})`
  })
  return sql`(${sql.join(parts, sql` <-> `)})`
}
