import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { postgresText, searchedColumns, searchedFields, sqliteText } from '../search-fields.ts'
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
  const fields = searchedFields.products
  const names = fields.map(({ name }) => name).join(', ')
  const values = (row: string) => fields.map((field) => sqliteText(field, row)).join(', ')
  const columns = fields.map((field) => `${sqliteText(field, 'products')} as ${field.name}`)
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
    `create trigger products_words_update after update of ${searchedColumns('products')} on products
      begin ${remove} ${add} end`,
  )
}

async function indexOnPostgres(db: AnyDb): Promise<void> {
  const vector = searchVectorSql(
    searchedFields.products.map((field) => [`search_text_of(${postgresText(field, 'new')})`, field.weight]),
  )
  await run(
    db,
    `create or replace function products_search_tokens() returns trigger language plpgsql
      as $$ begin new.search_tokens := ${vector}; return new; end $$`,
  )
  await run(db, 'drop trigger products_search_tokens on products')
  await run(
    db,
    `create trigger products_search_tokens before insert or update of ${searchedColumns('products')} on products
      for each row execute function products_search_tokens()`,
  )
  await run(db, `update products set facts = facts where facts <> '{}'`)
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
