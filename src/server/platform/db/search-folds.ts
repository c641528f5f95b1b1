import { END_OF_FIELD, range, separatorPattern, separators, stemming } from './search-words.ts'

/**
 * One folding of texts and terms, so that what people type and what is written become the same words: without accents, vowel
 * points and width, with numbers apart from words, and each character of a script without spaces on its own. A text also has
 * its words with hyphens and apostrophes as one word, and those with umlauts spelled out. SQLite calls this function, PostgreSQL
 * runs the same steps (`createFoldSql`). Stored words depend on it, so a change needs a migration.
 */
export function foldText(text: string): string {
  const plain = toPlain.run(text)
  const spelled = toPlain.run(spelledOut(text))
  const joined = join(wordsWith(JOINED, `${plain} ${spelled}`))
  return toWords.run(`${plain}${END_OF_FIELD} ${spelled} ${joined}`)
}

/**
 * Lists for each part of a term the phrases that `foldText` makes of its spellings, of which a text needs one: also
 * joined with the next part, since people type "non comedogenic" for one word.
 */
export function foldTerm(parts: readonly string[]): string[][][] {
  const forms = parts.map((part) => {
    const plain = [part, spelledOut(part)].map((form) => toPlain.run(form).trim()).filter(Boolean)
    return [...new Set(plain.flatMap((form) => [form, acrossTheAtlantic(form)]))]
  })
  const named = forms.filter((plain) => plain.length > 0)
  return named.map((plain, index) => {
    const before = named[index - 1]
    const after = named[index + 1]
    const [form] = plain
    const joined = [...plain, ...(before ? [`${before[0]}${form}`] : []), ...(after ? [`${form}${after[0]}`] : [])]
    const phrases = [...plain, ...joined.map(join)].map((form) => toWords.run(form).trim())
    return [...new Set(phrases.filter(Boolean))].map((phrase) => phrase.split(/ +/).slice(0, PHRASE_MAX))
  })
}

/** British and American spellings, both ways; terms alone need them. */
const ENDINGS = '(?=(?:e|es|ed|er|ers|ing|ation|ations)$)'
const COLOUR = '(col|fav|flav|od|vap|hum|tum|behavi|neighb)'
const AMERICAN: [pattern: RegExp, replacement: string][] = [
  [new RegExp(`(?<=[a-z]{3})is${ENDINGS}`), 'iz'],
  [new RegExp(`(?<=[a-z])lys${ENDINGS}`), 'lyz'],
  [new RegExp(`${COLOUR}our`), '$1or'],
]
const BRITISH: [pattern: RegExp, replacement: string][] = [
  [new RegExp(`(?<=[a-z]{3})iz${ENDINGS}`), 'is'],
  [new RegExp(`(?<=[a-z])lyz${ENDINGS}`), 'lys'],
  [new RegExp(`${COLOUR}or`), '$1our'],
]

/** The other spelling of a word, which may be the word itself. */
function acrossTheAtlantic(plain: string): string {
  const rules = AMERICAN.some(([pattern]) => pattern.test(plain)) ? AMERICAN : BRITISH
  return rules.reduce((word, [pattern, replacement]) => word.replace(pattern, replacement), plain)
}

/** Keys of which texts have one in common if they differ only in case, accents, umlauts, spaces and other separators. */
export function foldKeys(text: string): string[] {
  const keys = [text, spelledOut(text)].map((form) => toWords.run(toPlain.run(form)).replaceAll(' ', ''))
  return [...new Set(keys.filter(Boolean))]
}

/** The functions of PostgreSQL; `lower` is a function that lowers letters of every script. */
export function createFoldSql(lower: (text: string) => string): string[] {
  const create = (name: string, declarations: string, statements: string) =>
    `create function ${name}(value text) returns text immutable strict parallel safe language plpgsql
      as $$ ${declarations} begin ${statements} end $$`
  const matches = (pattern: string, text: string) =>
    `coalesce((select string_agg(word, ' ') from unnest(string_to_array(${text}, ' ')) as word
      where word ~ ${literal(pattern)}), '')`
  return [
    create('search_plain_of', '', `${toPlain.sql('value', lower)} return value;`),
    create(
      'search_folds_of',
      `declare plain text := search_plain_of(value); spelled text := ${matches(UMLAUTS, `translate(normalize(value, NFC), e'\\n', ' ')`)};`,
      `${spellOut.sql('spelled', lower)}
      spelled := search_plain_of(spelled);
      value := plain || ${literal(`${END_OF_FIELD} `)} || spelled || ' ' ||
        replace(${matches(JOINED, `plain || ' ' || spelled`)}, '''', '');
      ${toWords.sql('value', lower)}
      ${steps(...stemming).sql('value', lower)}
      return value;`,
    ),
  ]
}

/** Whether a text has marks that are parts of words, as scripts of India and South-East Asia write their vowels. */
export const hasMarks = (text: string): boolean => new RegExp(`[${MARKS}]`, 'u').test(text)

/** Words of a phrase; a longer one is found by its beginning. */
const PHRASE_MAX = 64

type Step =
  | { normalize: 'NFC' | 'NFD' | 'NFKC' }
  | { isLower: true }
  /** Characters and what they become, in the same order; `within` holds all of them, since few texts have any. */
  | { from: string; to: string; within: string }
  /** A space for characters that are neither letters nor digits nor these. */
  | { lettersAnd: string }
  | [pattern: string, replacement: string]

/** Steps that JavaScript and PostgreSQL run alike. */
function steps(...list: Step[]) {
  const runs = list.map(toFunction)
  return {
    run: (text: string) => runs.reduce((before, run) => run(before), text),
    sql: (variable: string, lower: (text: string) => string) =>
      list.map((step) => toStatement(step, variable, lower)).join('\n'),
  }
}

function toFunction(step: Step): (text: string) => string {
  if (Array.isArray(step)) {
    const [pattern, replacement] = [new RegExp(step[0], 'gu'), step[1].replaceAll('\\', '$')]
    return (text) => text.replace(pattern, replacement)
  }
  if ('normalize' in step) return (text) => text.normalize(step.normalize)
  if ('isLower' in step) return (text) => text.toLowerCase()
  if ('lettersAnd' in step) return toFunction([`${separatorPattern(step.lettersAnd)}+`, ' '])
  const to = Array.from(step.to)
  const letters = new Map(Array.from(step.from, (letter, index) => [letter, to[index]]))
  const pattern = new RegExp(`[${step.within}]`, 'gu')
  return (text) => text.replace(pattern, (letter) => letters.get(letter) ?? letter)
}

function toStatement(step: Step, variable: string, lower: (text: string) => string): string {
  if (Array.isArray(step))
    return `${variable} := regexp_replace(${variable}, ${literal(step[0])}, ${literal(step[1])}, 'g');`
  if ('normalize' in step) return `${variable} := normalize(${variable}, ${step.normalize});`
  if ('isLower' in step) return `${variable} := ${lower(variable)};`
  if ('lettersAnd' in step) return toStatement([`[${separators(step.lettersAnd)}]+`, ' '], variable, lower)
  const translate = `${variable} := translate(${variable}, ${literal(step.from)}, ${literal(step.to)});`
  return `if ${variable} ~ ${literal(`[${step.within}]`)} then ${translate} end if;`
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Soft hyphen, zero-width characters, marks of direction and the Arabic tatweel. */
const IGNORED = [
  range(0xad),
  range(0x640),
  range(0x200b, 0x200f),
  range(0x202a, 0x202e),
  range(0x2060, 0x2064),
  range(0xfeff),
].join('')

/** Marks that people leave out: accents, Hebrew points, Arabic vowels and hamza, and the nukta of Indian scripts. */
const DROPPED = [
  range(0x300, 0x36f),
  range(0x591, 0x5bd),
  range(0x5bf),
  range(0x5c1, 0x5c2),
  range(0x5c4, 0x5c5),
  range(0x5c7),
  range(0x610, 0x61a),
  range(0x64b, 0x65f),
  range(0x670),
  range(0x6d6, 0x6dc),
  range(0x6df, 0x6e8),
  range(0x6ea, 0x6ed),
  ...[0x93c, 0x9bc, 0xa3c, 0xabc, 0xb3c, 0xcbc].map((nukta) => range(nukta)),
].join('')

/** Apostrophes, hyphens and dots: what stands between them is searched for as one word and as two. */
const JOINERS = '‘’‛ʻʼʹ`′‐‑‒–−.·־׳״-'

/** All characters from a code point to another. */
const characters = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** Marks that belong to a word. Both databases cut words at them, so each becomes a character of the Yi script. */
const MARKS = (characters(0x900, 0xeff) + characters(0x1000, 0x109f) + characters(0x1780, 0x17dd)).replace(
  /\P{M}/gu,
  '',
)
const MARK_LETTERS = characters(0xa000, 0xa000 + MARKS.length - 1)

/** Zeros, each followed by the other digits of its script. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
]

/** Characters that are typed for each other: Arabic and Persian, Hebrew at the end of a word, hiragana and katakana. */
const OTHER_LETTERS: [from: string, to: string][] = [
  ['ىةٱکیھہ', 'يهاكيهه'],
  ['ךםןףץ', 'כמנפצ'],
  [characters(0x30a1, 0x30f6), characters(0x3041, 0x3096)],
  ...ZEROS.map((zero): [string, string] => [characters(zero, zero + 9), '0123456789']),
  [MARKS, MARK_LETTERS],
]

/** Words in lower case, with `'` inside for each joiner. */
const toPlain = steps(
  // NFKC would make a space of it.
  ['´', "'"],
  // nº5 is typed for n°5; NFKC would make an o of it.
  ['º', '°'],
  { normalize: 'NFKC' },
  [`[${IGNORED}]+`, ''],
  { normalize: 'NFD' },
  [`[${DROPPED}]+`, ''],
  { normalize: 'NFC' },
  { isLower: true },
  // Candrabindu and anusvara.
  ['ँ', 'ं'],
  { from: 'ıłøđðħŧəςµґ', to: 'iloddhteσμг', within: range(0xb5, 0x4ff) },
  [`[${JOINERS}]`, "'"],
  {
    from: OTHER_LETTERS.map(([from]) => from).join(''),
    to: OTHER_LETTERS.map(([, to]) => to).join(''),
    within: range(0x590, 0x1fff) + range(0x3040, 0x30ff),
  },
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  // 1,250 and 1.250
  [`(?<=[0-9])[,'](?=[0-9]{3}(?![0-9]))`, ''],
  { lettersAnd: "'" },
  // 1.5 is not 15.
  [`(?<=[0-9])'(?=[0-9])`, ' '],
)

/** Occurs in a word of a plain text that something joins. */
const JOINED = `[^']'[^']`

const join = (plain: string) => plain.replaceAll("'", '')

/** Scripts that put no space between words, or none between a word and its particles, such as Korean. */
const UNSPACED = [
  range(0xe00, 0xeff),
  range(0x1000, 0x109f),
  range(0x1780, 0x17ff),
  range(0x3005, 0x3007),
  range(0x3040, 0x30ff),
  range(0x3100, 0x312f),
  range(0x3400, 0x4dbf),
  range(0x4e00, 0x9fff),
  range(0xac00, 0xd7a3),
  range(0x2_0000, 0x3_ffff),
].join('')

const toWords = steps(
  [`'`, ' '],
  [`([${UNSPACED}][${MARK_LETTERS[0]}-${MARK_LETTERS.at(-1)}]*)`, ' \\1 '],
  ['([0-9])(?=[^0-9 ])', '\\1 '],
  ['([^0-9 ])(?=[0-9])', '\\1 '],
)

const UMLAUTS = '[äöüøåÄÖÜØÅ]'

const spellOut = steps(['[äÄ]', 'ae'], ['[öÖøØ]', 'oe'], ['[üÜ]', 'ue'], ['[åÅ]', 'aa'])

/** The words with an umlaut, spelled out. */
function spelledOut(text: string): string {
  return spellOut.run(wordsWith(UMLAUTS, text.normalize('NFC').replaceAll('\n', ' ')))
}

/** Splits first, since a search for whole words backtracks in a long run without spaces. */
function wordsWith(pattern: string, text: string): string {
  const wanted = new RegExp(pattern, 'u')
  return text
    .split(' ')
    .filter((word) => wanted.test(word))
    .join(' ')
}
