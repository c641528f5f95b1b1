import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from '../dialect.ts'
import type { AnyDb } from './columns.ts'

/**
 * Two indexes for each searched table: stemmed words, weighted by field, and trigrams of the short fields, which tolerate
 * typos. Triggers and generated columns keep them up to date.
 */
export const searchIndexes: Migration = {
  async up(db) {
    if (dialectOf(db) === 'sqlite') {
      await sqliteIndex(db, 'posts', ['title', 'keywords', 'excerpt', 'body_text'], ['title', 'keywords'])
      await sqliteIndex(db, 'products', ['name', 'category'], ['name', 'category'])
    } else {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await postgresIndex(db, 'posts', { title: 'A', keywords: 'B', excerpt: 'C', body_text: 'D' }, [
        'title',
        'keywords',
      ])
      await postgresIndex(db, 'products', { name: 'A', category: 'B' }, ['name', 'category'])
    }
  },
}

async function sqliteIndex(db: AnyDb, table: string, words: string[], trigrams: string[]): Promise<void> {
  const indexes = [
    { name: `${table}_words`, columns: words, tokenizer: 'porter unicode61 remove_diacritics 2' },
    { name: `${table}_trigrams`, columns: trigrams, tokenizer: 'trigram' },
  ]
  for (const { name, columns, tokenizer } of indexes) {
    const list = columns.join(', ')
    const values = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
    const add = `insert into ${name}(rowid, ${list}) values (new.id, ${values('new')});`
    const remove = `insert into ${name}(${name}, rowid, ${list}) values ('delete', old.id, ${values('old')});`
    await run(
      db,
      `create virtual table ${name} using fts5(${list}, content='${table}', content_rowid='id', tokenize='${tokenizer}')`,
    )
    await run(db, `create trigger ${name}_insert after insert on ${table} begin ${add} end`)
    await run(db, `create trigger ${name}_delete after delete on ${table} begin ${remove} end`)
    await run(db, `create trigger ${name}_update after update of ${list} on ${table} begin ${remove} ${add} end`)
  }
}

async function postgresIndex(
  db: AnyDb,
  table: string,
  weights: Record<string, string>,
  trigrams: string[],
): Promise<void> {
  // The tokenizer of SQLite removes accents itself; `postgresWords` normalizes the term in the same way.
  const plain = (column: string) => `regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g')`
  const vector = Object.entries(weights)
    .map(([column, weight]) => `setweight(to_tsvector('english', ${plain(column)}), '${weight}')`)
    .join(' || ')
  const text = trigrams.map(plain).join(` || ' ' || `)
  await run(db, `alter table ${table} add column search_words tsvector generated always as (${vector}) stored`)
  await run(db, `create index ${table}_search_words on ${table} using gin (search_words)`)
  await run(db, `alter table ${table} add column search_text text generated always as (${text}) stored`)
  await run(db, `create index ${table}_search_text on ${table} using gin (search_text gin_trgm_ops)`)
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
