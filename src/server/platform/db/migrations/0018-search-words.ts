import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { SEARCH_CONFIGURATION, searchTextSql, searchVectorSql } from '../search-words.ts'
import type { AnyDb } from './columns.ts'

/**
 * Search words on PostgreSQL that equal those of SQLite, in columns of their own, which triggers fill: a new generated column
 * would lock readers out while the table is rewritten, and versions before this one go on with the old columns.
 */
export const searchWords: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    if (dialectOf(db) === 'sqlite') return
    await run(db, 'create text search dictionary dewlight_porter (template = snowball, language = porter)')
    await run(db, `create text search configuration ${SEARCH_CONFIGURATION} (copy = english)`)
    await run(
      db,
      `alter text search configuration ${SEARCH_CONFIGURATION}
        alter mapping for asciiword, word, numword with dewlight_porter`,
    )
    const lower = await lowerOf(db)
    await run(
      db,
      `create function search_text_of(value text) returns text immutable parallel safe language sql
        as $$ select ${searchTextSql('value', lower)} $$`,
    )
    for (const [table, weights] of Object.entries(searched)) await computeTokens(db, table, weights)
    for (const [table, weights] of Object.entries(searched)) await addTokens(db, table, weights)
  },
}

const searched: Record<string, Weights> = {
  posts: { title: 'A', keywords: 'B', excerpt: 'C', body_text: 'D' },
  products: { name: 'A', category: 'B' },
}

type Weights = Record<string, string>

const vectorOf = (weights: Weights, row = '') =>
  searchVectorSql(Object.entries(weights).map(([column, weight]) => [`search_text_of(${row}${column})`, weight]))

/** Before the table is locked: some thousand posts take a minute. */
async function computeTokens(db: AnyDb, table: string, weights: Weights): Promise<void> {
  await run(
    db,
    `create temporary table ${table}_computed on commit drop
      as select id, xmin::text as version, ${vectorOf(weights)} as tokens from ${table}`,
  )
}

async function addTokens(db: AnyDb, table: string, weights: Weights): Promise<void> {
  await run(db, `alter table ${table} add column search_tokens tsvector`)
  await run(
    db,
    `create function ${table}_search_tokens() returns trigger language plpgsql
      as $$ begin new.search_tokens := ${vectorOf(weights, 'new.')}; return new; end $$`,
  )
  await run(
    db,
    `create trigger ${table}_search_tokens before insert or update of ${Object.keys(weights).join(', ')} on ${table}
      for each row execute function ${table}_search_tokens()`,
  )
  await run(
    db,
    `update ${table} set search_tokens = tokens from ${table}_computed as computed
      where computed.id = ${table}.id and computed.version = ${table}.xmin::text`,
  )
  // Rows that were written meanwhile.
  await run(db, `update ${table} set search_tokens = ${vectorOf(weights)} where search_tokens is null`)
  await run(db, `create index ${table}_by_search_tokens on ${table} using gin (search_tokens)`)
}

/** In the C locale `lower` knows only ASCII; ICU, where it is built in, knows every script. */
async function lowerOf(db: AnyDb): Promise<(text: string) => string> {
  const { rows } = await sql<{ knows: boolean; icu: boolean }>`
    select lower('ÉЯΩ') = 'éяω' as knows,
      exists (select 1 from pg_collation where collname = 'und-x-icu') as icu`.execute(db)
  const { knows, icu } = rows[0]!
  return knows || !icu ? (text) => `lower(${text})` : (text) => `lower(${text} collate "und-x-icu")`
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
