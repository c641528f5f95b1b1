import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { searchVectorSql } from '../search-words.ts'
import type { AnyDb } from './columns.ts'

/** Products are also found by what the owner says of them: brand, key ingredients, concerns and verdict. */
export const searchFacts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    if (dialectOf(db) === 'sqlite') await indexOnSqlite(db)
    else await indexOnPostgres(db)
  },
}

/** The index reads the facts through a view, so that no column repeats them. */
async function indexOnSqlite(db: AnyDb): Promise<void> {
  const fact = (name: string) => (row: string) => `coalesce(json_extract(${row}.facts, '$.${name}'), '')`
  const fields: Record<string, (row: string) => string> = {
    name: (row) => `${row}.name`,
    category: (row) => `${row}.category`,
    brand: fact('brand'),
    // Arrays as JSON, whose punctuation separates words.
    ingredients: fact('keyIngredients'),
    concerns: fact('concerns'),
    verdict: fact('verdict'),
  }
  const names = Object.keys(fields).join(', ')
  const values = (row: string) =>
    Object.values(fields)
      .map((value) => value(row))
      .join(', ')
  const columns = Object.entries(fields).map(([name, value]) => `${value('products')} as ${name}`)
  const add = `insert into products_words(rowid, ${names}) values (new.id, ${values('new')});`
  const remove = `insert into products_words(products_words, rowid, ${names}) values ('delete', old.id, ${values('old')});`

  for (const event of ['insert', 'delete', 'update']) await run(db, `drop trigger products_words_${event}`)
  await run(db, 'drop table products_words')
  await run(db, `create view products_searched as select id, ${columns.join(', ')} from products`)
  await run(
    db,
    `create virtual table products_words using fts5(${names}, content='products_searched', content_rowid='id',
      tokenize='porter unicode61 remove_diacritics 2')`,
  )
  await run(db, `insert into products_words(products_words) values ('rebuild')`)
  await run(db, `create trigger products_words_insert after insert on products begin ${add} end`)
  await run(db, `create trigger products_words_delete after delete on products begin ${remove} end`)
  await run(
    db,
    `create trigger products_words_update after update of name, category, facts on products begin ${remove} ${add} end`,
  )
}

async function indexOnPostgres(db: AnyDb): Promise<void> {
  const facts = `new.facts::jsonb`
  const list = (name: string) =>
    `(select string_agg(value, ' ') from jsonb_array_elements_text(coalesce(${facts} -> '${name}', '[]')) as value)`
  const vector = searchVectorSql(
    [
      ['new.name', 'A'],
      ['new.category', 'B'],
      [`${facts} ->> 'brand'`, 'B'],
      [list('keyIngredients'), 'B'],
      [list('concerns'), 'C'],
      [`${facts} ->> 'verdict'`, 'D'],
    ].map(([text, weight]) => [`search_text_of(coalesce(${text}, ''))`, weight!]),
  )
  await run(
    db,
    `create or replace function products_search_tokens() returns trigger language plpgsql
      as $$ begin new.search_tokens := ${vector}; return new; end $$`,
  )
  await run(db, 'drop trigger products_search_tokens on products')
  await run(
    db,
    `create trigger products_search_tokens before insert or update of name, category, facts on products
      for each row execute function products_search_tokens()`,
  )
  await run(db, `update products set facts = facts where facts <> '{}'`)
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
