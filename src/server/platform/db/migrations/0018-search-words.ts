import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import { firstRow } from '../first-row.ts'
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
    for (const column of columns) await computeVectors(db, column)
    for (const column of columns) await addVectors(db, column)
  },
}

const searched: Record<string, Record<string, string>> = {
  posts: { title: 'A', keywords: 'B', excerpt: 'C', body_text: 'D' },
  products: { name: 'A', category: 'B' },
}

const columns = Object.entries(searched).map(
  ([table, weights]): VectorColumn => ({
    table,
    name: 'search_tokens',
    sources: Object.keys(weights).join(', '),
    vectorOf: (row) =>
      searchVectorSql(Object.entries(weights).map(([column, weight]) => [`search_text_of(${row}.${column})`, weight])),
  }),
)

/** A column of search words, which a trigger fills. */
export type VectorColumn = {
  table: string
  name: string
  /** The columns whose change changes it. */
  sources: string
  /** The SQL of its value for a row. */
  vectorOf: (row: string) => string
}

/** Before the table is locked: some thousand posts take a minute. */
export async function computeVectors(db: AnyDb, { table, name, vectorOf }: VectorColumn): Promise<void> {
  await run(
    db,
    `create temporary table ${table}_computed_${name} on commit drop
      as select id, xmin::text as version, ${vectorOf(table)} as tokens from ${table}`,
  )
}

export async function addVectors(db: AnyDb, { table, name, sources, vectorOf }: VectorColumn): Promise<void> {
  await run(db, `alter table ${table} add column ${name} tsvector`)
  await run(
    db,
    `create function ${table}_${name}() returns trigger language plpgsql
      as $$ begin new.${name} := ${vectorOf('new')}; return new; end $$`,
  )
  await run(
    db,
    `create trigger ${table}_${name} before insert or update of ${sources} on ${table}
      for each row execute function ${table}_${name}()`,
  )
  await run(
    db,
    `update ${table} set ${name} = tokens from ${table}_computed_${name} as computed
      where computed.id = ${table}.id and computed.version = ${table}.xmin::text`,
  )
  // Rows that were written meanwhile.
  await run(db, `update ${table} set ${name} = ${vectorOf(table)} where ${name} is null`)
  await run(db, `create index ${table}_by_${name} on ${table} using gin (${name})`)
}

/** In the C locale `lower` knows only ASCII; ICU, where it is built in, knows every script. */
export async function lowerOf(db: AnyDb): Promise<(text: string) => string> {
  const { knows, icu } = await firstRow(
    db,
    sql<{ knows: boolean; icu: boolean }>`
      select lower('ÉЯΩ') = 'éяω' as knows,
        exists (select 1 from pg_collation where collname = 'und-x-icu') as icu`,
  )
  return knows || !icu ? (text) => `lower(${text})` : (text) => `lower(${text} collate "und-x-icu")`
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
