import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

type Searched = 'posts' | 'products'

export type SearchOptions = {
  /** Maximum number of ids. */
  limit: number
  /** A condition on columns of the table, such as being published. */
  where: RawBuilder<unknown>
}

/**
 * Ids of the rows that contain all phrases of a term, best first; the last word of each also matches as a prefix.
 * `findSimilar` is the fallback without results: a fuzzy search in the short fields, which tolerates typos.
 */
export async function findByWords(db: Db, table: Searched, term: string, options: SearchOptions): Promise<number[]> {
  const phrases = phrasesOf(term)
  if (phrases.length === 0) return []
  return dialectOf(db) === 'sqlite'
    ? sqliteWords(db, table, phrases, options)
    : postgresWords(db, table, phrases, options)
}

export async function findSimilar(db: Db, table: Searched, term: string, options: SearchOptions): Promise<number[]> {
  const words = phrasesOf(term)
    .flat()
    .filter((word) => word.length > 2)
  if (words.length === 0) return []
  return dialectOf(db) === 'sqlite'
    ? sqliteSimilar(db, table, words, options)
    : postgresSimilar(db, table, words, options)
}

/** The condition of `findByWords`, for the query of a list. */
export function hasWords(db: Db, table: Searched, term: string): RawBuilder<SqlBool> {
  const phrases = phrasesOf(term)
  if (phrases.length === 0) return sql<SqlBool>`1 = 0`
  if (dialectOf(db) === 'postgres') return sql<SqlBool>`${sql.ref(`${table}.search_words`)} @@ ${wordsQuery(phrases)}`
  const index = sql.id(`${table}_words`)
  const found = sql`select rowid from ${index} where ${index} match ${wordsMatch(phrases)}`
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (${found})`
}

/** Minimum trigram similarity of two words, from 0 to 1; the default of pg_trgm is 0.6. */
const MIN_SIMILARITY = 0.45

const WORDS_MAX = 10

/**
 * The first ten words, letters and digits only, so that they contain no query syntax. Words without a space or a separator
 * between them are a phrase: each part of `<b>hi` alone would occur in almost any text.
 */
function phrasesOf(term: string): string[][] {
  const phrases: string[][] = []
  let count = 0
  for (const part of term
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;/&+|]+/)) {
    const words = (part.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX - count)
    if (words.length > 0) phrases.push(words)
    count += words.length
  }
  return phrases
}

async function sqliteWords(
  db: Db,
  table: Searched,
  phrases: string[][],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = wordsMatch(phrases)
  const weights = table === 'posts' ? 'bm25(10.0, 4.0, 3.0, 1.0)' : 'bm25(10.0, 3.0)'
  const [index, from] = [sql.id(`${table}_words`), sql.id(table)]
  // Ranks in the index alone and joins the best: joining every match reads the row of every post with a common word.
  for (let ranked = limit * 3; ; ranked *= 8) {
    const { rows } = await sql<{ id: number | null }>`
      select ${from}.id from (
        select rowid as found, rank as score from ${index} where ${index} match ${match} and rank match ${weights}
        order by rank, rowid limit ${ranked}
      ) left join ${from} on ${from}.id = found and ${where} order by score, found`.execute(db)
    const found = rows.flatMap(({ id }) => id ?? [])
    if (found.length >= limit || rows.length < ranked) return found.slice(0, limit)
  }
}

/** Takes the candidates with the most shared trigrams from the index and compares each word by word. */
async function sqliteSimilar(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = [...new Set(words.flatMap((word) => trigrams(word)))].map((trigram) => `"${trigram}"`).join(' OR ')
  const index = sql.id(`${table}_trigrams`)
  const text =
    table === 'posts' ? sql`posts.title || ' ' || posts.keywords` : sql`products.name || ' ' || products.category`
  const { rows } = await sql<{ id: number; text: string }>`
    select ${sql.id(table)}.id, ${text} as text from ${index} join ${sql.id(table)} on ${sql.id(table)}.id = ${index}.rowid
    where ${index} match ${match} and ${where} order by bm25(${index}) limit 200`.execute(db)
  const measures = words.map(similarityTo)
  return rows
    .map((row) => ({ id: row.id, similarity: leastSimilarity(measures, allWordsOf(row.text)) }))
    .filter((row) => row.similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, limit)
    .map((row) => row.id)
}

async function postgresWords(
  db: Db,
  table: Searched,
  phrases: string[][],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  return ids(
    db,
    sql`select id from ${sql.id(table)}, ${wordsQuery(phrases)} as query
      where search_words @@ query and ${where} order by ts_rank(search_words, query) desc, id limit ${limit}`,
  )
}

async function postgresSimilar(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const similarity = words.map((word) => sql`word_similarity(${withoutAccents(word)}, search_text)`)
  const all = sql.join(
    similarity.map((value) => sql`${value} >= ${MIN_SIMILARITY}`),
    sql` and `,
  )
  return ids(
    db,
    sql`select id from ${sql.id(table)} where ${all} and ${where}
      order by ${sql.join(similarity, sql` + `)} desc, id limit ${limit}`,
  )
}

function wordsMatch(phrases: string[][]): string {
  return phrases.map((words) => `"${words.join(' ')}"*`).join(' ')
}

function wordsQuery(phrases: string[][]): RawBuilder<unknown> {
  const query = phrases.map((words) => `(${words.map(withoutAccents).join(' <-> ')}:*)`).join(' & ')
  return sql`to_tsquery('english', ${query})`
}

/** The same normalization as that of the columns `search_words` and `search_text`. */
function withoutAccents(word: string): string {
  return word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
}

async function ids(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db)
  return rows.map((row) => row.id)
}

function allWordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
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
  const first = new Set(trigrams(`  ${word} `))
  const memo = new Map<string, number>()
  return (other) => {
    let similarity = memo.get(other)
    if (similarity === undefined) {
      const second = new Set(trigrams(`  ${other} `))
      const shared = first.intersection(second).size
      similarity = shared / (first.size + second.size - shared)
      memo.set(other, similarity)
    }
    return similarity
  }
}

function trigrams(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => word.slice(i, i + 3))
}
