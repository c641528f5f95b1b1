import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'
import type { SearchedTable } from './search-fields.ts'
import { foldTerm, foldText, hasMarks } from './search-folds.ts'
import { foldLoosely } from './search-splits.ts'
import { phraseQuery } from './search-words.ts'

export type SearchOptions = {
  /** Maximum number of ids. */
  limit: number
  /** A condition on columns of the table, such as being published. */
  where: RawBuilder<unknown>
}

/** Required parts of a term, each with the phrases of which one is enough. */
type Query = string[][][]

/** The words as they are written, and the folded ones. Each has an index of its own on both databases. */
type Index = 'words' | 'folds'

/**
 * Ids of the rows that contain all phrases of a term, best first; the last word of each also matches as a prefix. Rows that
 * spell it differently follow; if there are none at all, those with its words apart or without a conjunction. `findSimilar` is
 * the fallback without results: a fuzzy search in the short fields, which tolerates typos.
 */
export async function findByWords(
  db: Db,
  table: SearchedTable,
  term: string,
  options: SearchOptions,
): Promise<number[]> {
  const find = dialectOf(db) === 'sqlite' ? sqliteWords : postgresWords
  const found = await findIn('words', queryOf('words', term))
  if (found.length >= options.limit) return found
  const spelled = [...new Set([...found, ...(await findIn('folds', queryOf('folds', term)))])]
  if (spelled.length > 0) return spelled.slice(0, options.limit)
  return findIn('folds', foldLoosely(partsOf(term)))

  async function findIn(index: Index, query: Query): Promise<number[]> {
    return query.length > 0 ? find(db, table, index, query, options) : []
  }
}

export async function findSimilar(
  db: Db,
  table: SearchedTable,
  term: string,
  options: SearchOptions,
): Promise<number[]> {
  const words = phrasesOf(term)
    .flat()
    .filter((word) => word.length > 2)
  if (words.length === 0) return []
  return dialectOf(db) === 'sqlite'
    ? sqliteSimilar(db, table, words, options)
    : postgresSimilar(db, table, words, options)
}

/** The term with each word of at least four characters replaced by the word of `vocabulary` that it is most like. */
export function correctTerm(term: string, vocabulary: ReadonlySet<string>): string {
  const words = phrasesOf(term).flat()
  const unknown = [...new Set(words)].filter((word) => word.length >= 4 && !vocabulary.has(word))
  const best = new Map(
    unknown.map((word) => [word, { word, similarity: MIN_SIMILARITY, measure: similarityTo(word) }] as const),
  )
  const owners = wordsByTrigram(unknown)
  for (const other of vocabulary)
    for (const word of sharing(owners, other)) {
      const found = best.get(word)
      if (!found) continue
      const similarity = found.measure(other)
      if (similarity > found.similarity) Object.assign(found, { word: other, similarity })
    }
  return words.map((word) => best.get(word)?.word ?? word).join(' ')
}

/** Two words of four characters share as many trigrams, if their similarity is at least `MIN_SIMILARITY`. */
const SHARED_MIN = 3

function wordsByTrigram(words: string[]): Map<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const word of words)
    for (const trigram of new Set(padded(word))) owners.set(trigram, [...(owners.get(trigram) ?? []), word])
  return owners
}

/** The words that share enough trigrams with another one to be worth measuring: few of a large vocabulary. */
function sharing(owners: ReadonlyMap<string, string[]>, other: string): string[] {
  const counts = new Map<string, number>()
  for (const trigram of padded(other))
    for (const word of owners.get(trigram) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].flatMap(([word, count]) => (count >= SHARED_MIN ? word : []))
}

/** The condition of `findByWords`, for the query of a list. */
export function hasWords(db: Db, table: SearchedTable, term: string): RawBuilder<SqlBool> {
  const conditions = (['words', 'folds'] as const).flatMap((index) => {
    const query = queryOf(index, term)
    return query.length > 0 ? isIn(db, table, index, query) : []
  })
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`1 = 0`
}

function isIn(db: Db, table: SearchedTable, index: Index, query: Query): RawBuilder<SqlBool> {
  if (dialectOf(db) === 'postgres')
    return sql<SqlBool>`${sql.ref(`${table}.${VECTORS[index]}`)} @@ ${postgresQuery(query)}`
  const name = sql.id(`${table}_${index}`)
  const found = sql`select rowid from ${name} where ${name} match ${sqliteQuery(query)}`
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (${found})`
}

/** A condition like that of `hasWords` for names that were folded by `foldName`. */
export function createNameMatch(term: string): (folded: string) => boolean {
  const query = queryOf('folds', term)
  const wanted = query.map((phrases, index) =>
    phrases.map((words) => ` ${words.join(' ')}${index === query.length - 1 ? '' : ' '}`),
  )
  return (folded) => wanted.length > 0 && wanted.every((phrases) => phrases.some((phrase) => folded.includes(phrase)))
}

export const foldName = (name: string): string => ` ${foldText(name).replace(/ +/g, ' ')} `

/** The columns of PostgreSQL. */
const VECTORS = { words: 'search_tokens', folds: 'search_folds' } as const

/** Minimum trigram similarity of two words, from 0 to 1; the default of pg_trgm is 0.6. */
const MIN_SIMILARITY = 0.45

const WORDS_MAX = 10

/** Rows that are compared word by word. */
const CANDIDATES = 200

/** The index of words cuts at marks, as if a vowel of an Indian script were a space, so it is skipped for a term with one. */
function queryOf(index: Index, term: string): Query {
  if (index === 'folds') return foldTerm(partsOf(term))
  return hasMarks(term) ? [] : phrasesOf(term).map((words) => [words])
}

/**
 * The first ten words, letters and digits only, so that they contain no query syntax. Words without a space or a separator
 * between them are a phrase: each part of `<b>hi` alone would occur in almost any text.
 */
function phrasesOf(term: string): string[][] {
  const phrases: string[][] = []
  let count = 0
  for (const part of partsOf(term)) {
    const words = wordsOf(part).slice(0, WORDS_MAX - count)
    if (words.length > 0) phrases.push(words)
    count += words.length
  }
  return phrases
}

/** The first parts of a term that have a word, in lower case. */
function partsOf(term: string): string[] {
  return term
    .replaceAll('\0', ' ')
    .replaceAll('º', '°')
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;/&+|]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, WORDS_MAX)
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

async function sqliteWords(
  db: Db,
  table: SearchedTable,
  index: Index,
  query: Query,
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = sqliteQuery(query)
  const weights = table === 'posts' ? 'bm25(10.0, 4.0, 3.0, 1.0)' : 'bm25(10.0, 3.0, 5.0, 5.0, 3.0, 1.0)'
  const [name, from] = [sql.id(`${table}_${index}`), sql.id(table)]
  // Ranks in the index alone and joins the best: joining every match reads the row of every post with a common word.
  for (let ranked = limit * 3; ; ranked *= 8) {
    const { rows } = await sql<{ id: number | null }>`
      select ${from}.id from (
        select rowid as found, rank as score from ${name} where ${name} match ${match} and rank match ${weights}
        order by rank, rowid limit ${ranked}
      ) left join ${from} on ${from}.id = found and ${where} order by score, found`.execute(db)
    const found = rows.flatMap(({ id }) => id ?? [])
    if (found.length >= limit || rows.length < ranked) return found.slice(0, limit)
  }
}

/** Takes the candidates with the most shared trigrams from the index and compares each word by word. */
async function sqliteSimilar(
  db: Db,
  table: SearchedTable,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = [...new Set(words.flatMap((word) => trigrams(word)))].map((trigram) => `"${trigram}"`).join(' OR ')
  const index = sql.id(`${table}_trigrams`)
  const { rows } = await sql<{ id: number; text: string }>`
    select ${sql.id(table)}.id, ${shortFields(table)} as text from ${index} join ${sql.id(table)} on ${sql.id(table)}.id = ${index}.rowid
    where ${index} match ${match} and ${where} order by bm25(${index}), ${index}.rowid limit ${CANDIDATES}`.execute(db)
  return mostSimilar(rows, words, limit)
}

async function postgresWords(
  db: Db,
  table: SearchedTable,
  index: Index,
  query: Query,
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const vector = sql.id(VECTORS[index])
  return ids(
    db,
    sql`select id from ${sql.id(table)}, (select ${postgresQuery(query)} as query) as words
      where ${vector} @@ query and ${where} order by ts_rank(${vector}, query) desc, id limit ${limit}`,
  )
}

/** Takes the candidates that pg_trgm finds most similar and compares each word by word, as on SQLite. */
async function postgresSimilar(
  db: Db,
  table: SearchedTable,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const similarity = words.map((word) => sql`word_similarity(${withoutAccents(word)}, search_text)`)
  const { rows } = await sql<{ id: number; text: string }>`
    select ${sql.id(table)}.id, ${shortFields(table)} as text from ${sql.id(table)} where ${where}
    order by ${sql.join(similarity, sql` + `)} desc, id limit ${CANDIDATES}`.execute(db)
  return mostSimilar(rows, words, limit)
}

function mostSimilar(rows: { id: number; text: string }[], words: string[], limit: number): number[] {
  const measures = words.map(similarityTo)
  return rows
    .map((row) => ({ id: row.id, similarity: leastSimilarity(measures, allWordsOf(row.text)) }))
    .filter((row) => row.similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, limit)
    .map((row) => row.id)
}

function shortFields(table: SearchedTable): RawBuilder<unknown> {
  return table === 'posts' ? sql`posts.title || ' ' || posts.keywords` : sql`products.name || ' ' || products.category`
}

function sqliteQuery(query: Query): string {
  return query.map((phrases) => `(${phrases.map((words) => `"${words.join(' ')}"*`).join(' OR ')})`).join(' AND ')
}

function postgresQuery(query: Query): RawBuilder<unknown> {
  const required = query.map((phrases) => sql`(${sql.join(phrases.map(phraseQuery), sql` || `)})`)
  return sql`(${sql.join(required, sql` && `)})`
}

/** The same normalization as that of the column `search_text`. */
function withoutAccents(word: string): string {
  return word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
}

async function ids(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db)
  return rows.map((row) => row.id)
}

function allWordsOf(text: string): string[] {
  return wordsOf(text.toLowerCase())
}

/** The best match of each word of the term, and of these the worst. */
function leastSimilarity(measures: ((word: string) => number)[], rowWords: string[]): number {
  return Math.min(...measures.map((measure) => Math.max(0, ...rowWords.map(measure))))
}

/**
 * Trigram similarity to a word: the shared trigrams divided by all trigrams of both, padded like in pg_trgm. Memoized,
 * since rows share many words.
 */
function similarityTo(word: string): (other: string) => number {
  const first = new Set(padded(word))
  const memo = new Map<string, number>()
  return (other) => {
    let similarity = memo.get(other)
    if (similarity === undefined) {
      const second = new Set(padded(other))
      const shared = first.intersection(second).size
      similarity = shared / (first.size + second.size - shared)
      memo.set(other, similarity)
    }
    return similarity
  }
}

/** The trigrams of a word with two spaces before and one after it, as pg_trgm counts them. */
function padded(word: string): string[] {
  return trigrams(`  ${word} `)
}

function trigrams(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => word.slice(i, i + 3))
}
