import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

type Searched = 'posts' | 'products'

export type SearchOptions = {
  /** Most ids to answer. */
  limit: number
  /** A condition on the table's own columns that a result must meet, e.g. published. */
  where: RawBuilder<unknown>
}

/**
 * Ids of the rows that hold all words of a term, the last one also as a beginning, best first. `findSimilar` is for
 * when there is none: it finds rows whose short fields look like the term (a typo in it).
 */
export async function findByWords(db: Db, table: Searched, term: string, options: SearchOptions): Promise<number[]> {
  const words = wordsOf(term)
  if (words.length === 0) return []
  return dialectOf(db) === 'sqlite' ? sqliteWords(db, table, words, options) : postgresWords(db, table, words, options)
}

export async function findSimilar(db: Db, table: Searched, term: string, options: SearchOptions): Promise<number[]> {
  const words = wordsOf(term).filter((word) => word.length > 2)
  if (words.length === 0) return []
  return dialectOf(db) === 'sqlite'
    ? sqliteSimilar(db, table, words, options)
    : postgresSimilar(db, table, words, options)
}

/** True for the rows that hold all words of a term, the last one also as a beginning: a condition for a list. */
export function hasWords(db: Db, table: Searched, term: string): RawBuilder<SqlBool> {
  const words = wordsOf(term)
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  if (dialectOf(db) === 'postgres') return sql<SqlBool>`${sql.ref(`${table}.search_words`)} @@ ${wordsQuery(words)}`
  const index = sql.id(`${table}_words`)
  const found = sql`select rowid from ${index} where ${index} match ${wordsMatch(words)}`
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (${found})`
}

/** How alike a word of a row must be to a word of the term, by shared trigrams (0 to 1); pg_trgm's own default is 0.6. */
const LIKENESS = 0.45

/** Letters and digits only: what is left cannot be query syntax. Ten words say enough. */
function wordsOf(term: string): string[] {
  return (
    term
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 10)
}

async function sqliteWords(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = wordsMatch(words)
  const weights = table === 'posts' ? sql`10.0, 4.0, 3.0, 1.0` : sql`10.0, 3.0`
  const index = sql.id(`${table}_words`)
  return ids(
    db,
    sql`select ${sql.id(table)}.id from ${index} join ${sql.id(table)} on ${sql.id(table)}.id = ${index}.rowid
      where ${index} match ${match} and ${where} order by bm25(${index}, ${weights}), ${sql.id(table)}.id limit ${limit}`,
  )
}

/** The trigram index proposes candidates by how many trigrams they share; each is then measured word by word. */
async function sqliteSimilar(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const match = [...new Set(words.flatMap((word) => windows(word)))].map((trigram) => `"${trigram}"`).join(' OR ')
  const index = sql.id(`${table}_trigrams`)
  const text =
    table === 'posts' ? sql`posts.title || ' ' || posts.keywords` : sql`products.name || ' ' || products.category`
  const { rows } = await sql<{ id: number; text: string }>`
    select ${sql.id(table)}.id, ${text} as text from ${index} join ${sql.id(table)} on ${sql.id(table)}.id = ${index}.rowid
    where ${index} match ${match} and ${where} order by bm25(${index}) limit 200`.execute(db)
  const likenesses = words.map(likenessTo)
  return rows
    .map((row) => ({ id: row.id, likeness: leastLikeness(likenesses, allWordsOf(row.text)) }))
    .filter((row) => row.likeness >= LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.id - b.id)
    .slice(0, limit)
    .map((row) => row.id)
}

async function postgresWords(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  return ids(
    db,
    sql`select id from ${sql.id(table)}, ${wordsQuery(words)} as query
      where search_words @@ query and ${where} order by ts_rank(search_words, query) desc, id limit ${limit}`,
  )
}

async function postgresSimilar(
  db: Db,
  table: Searched,
  words: string[],
  { limit, where }: SearchOptions,
): Promise<number[]> {
  const likeness = words.map((word) => sql`word_similarity(${withoutAccents(word)}, search_text)`)
  const all = sql.join(
    likeness.map((value) => sql`${value} >= ${LIKENESS}`),
    sql` and `,
  )
  return ids(
    db,
    sql`select id from ${sql.id(table)} where ${all} and ${where}
      order by ${sql.join(likeness, sql` + `)} desc, id limit ${limit}`,
  )
}

function wordsMatch(words: string[]): string {
  return words.map((word) => `"${word}"*`).join(' ')
}

function wordsQuery(words: string[]): RawBuilder<unknown> {
  return sql`to_tsquery('english', ${words.map((word) => `${withoutAccents(word)}:*`).join(' & ')})`
}

/** As the columns `search_words` and `search_text` are made. */
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

/** For the word of the term that is matched worst: its likeness to the row's best word. */
function leastLikeness(likenesses: ((word: string) => number)[], rowWords: string[]): number {
  return Math.min(...likenesses.map((likeness) => Math.max(0, ...rowWords.map(likeness))))
}

/**
 * How alike words are to one: shared trigrams over all trigrams of both, padded as pg_trgm pads them. Rows repeat each
 * other's words, so each is measured once.
 */
function likenessTo(word: string): (other: string) => number {
  const first = new Set(windows(`  ${word} `))
  const measured = new Map<string, number>()
  return (other) => {
    let likeness = measured.get(other)
    if (likeness === undefined) {
      const second = new Set(windows(`  ${other} `))
      const shared = first.intersection(second).size
      likeness = shared / (first.size + second.size - shared)
      measured.set(other, likeness)
    }
    return likeness
  }
}

function windows(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => word.slice(i, i + 3))
}
