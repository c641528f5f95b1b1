import { sql } from 'kysely'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { dialectOf } from './dialect.ts'
import { firstRow } from './first-row.ts'
import type { Db } from './schema.ts'
import { type SearchedTable, searchedColumns, searchedFields, sqliteText } from './search-fields.ts'

export const foldedTables: SearchedTable[] = ['posts', 'products']

/**
 * The statements that create the index of folded texts of a table on SQLite. Its triggers only delete, since other programs
 * and older versions do not have the function that folds: what they write is missing until `fillFoldIndex` runs.
 */
export function createFoldIndex(table: SearchedTable): string[] {
  const remove = `begin delete from ${table}_folds where rowid = old.id; end`
  return [
    `create virtual table ${table}_folds using fts5(${fieldNames(table)}, content='', contentless_delete=1,
      tokenize='porter unicode61 remove_diacritics 2')`,
    `create trigger ${table}_folds_delete after delete on ${table} ${remove}`,
    // Before the update, and so before the trigger that adds the row again.
    `create trigger ${table}_folds_update before update of ${searchedColumns(table)} on ${table} ${remove}`,
  ]
}

/** Whether SQLite has all tables that the triggers of a connection need. */
export const HAS_FOLD_INDEX = `select count(*) = ${foldedTables.length * 2} as has from sqlite_master
  where type = 'table' and name in (${foldedTables.flatMap((table) => [`'${table}'`, `'${table}_folds'`]).join(', ')})`

/** Triggers of one connection, which has the function `search_folds_of`: they add what is written to the index. */
export const foldTriggers = foldedTables.flatMap((table) => {
  const add = `begin insert or replace into ${table}_folds(rowid, ${fieldNames(table)}) values (new.id, ${folded(table, 'new')}); end`
  return [
    `create temp trigger if not exists ${table}_folds_insert after insert on main.${table} ${add}`,
    `create temp trigger if not exists ${table}_folds_add after update of ${searchedColumns(table)} on main.${table} ${add}`,
  ]
})

/** After the migration of the index, which a connection that is already open has no triggers for. */
export async function createFoldTriggers(db: Db): Promise<void> {
  if (dialectOf(db) !== 'sqlite') return
  if (!(await firstRow(db, sql.raw<{ has: number }>(HAS_FOLD_INDEX))).has) return
  for (const trigger of foldTriggers) await sql.raw(trigger).execute(db)
}

/**
 * On SQLite, adds the rows that are not in the index of folded texts: all after its migration, later those that an older version
 * has written. Can be interrupted and repeated. Returns how many it has added.
 */
export async function fillFoldIndex(db: Db, signal?: AbortSignal): Promise<number> {
  if (dialectOf(db) !== 'sqlite') return 0
  let count = 0
  for (const table of foldedTables)
    for (let after = 0; ; ) {
      const ids = await addMissing(db, table, after)
      count += ids.length
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) break
      after = last
      await yieldToEventLoop(signal)
    }
  return count
}

/** Rows that are added at once, without a response to other requests meanwhile: some 30 ms. */
const BATCH = 20

async function addMissing(db: Db, table: SearchedTable, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id > ${after}
    and id not in (select rowid from ${sql.raw(`${table}_folds`)}) order by id limit ${BATCH}`.execute(db)
  if (rows.length > 0)
    await sql`insert or replace into ${sql.raw(`${table}_folds(rowid, ${fieldNames(table)})`)}
      select id, ${sql.raw(folded(table, table))} from ${sql.table(table)}
      where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db)
  return rows.map(({ id }) => id)
}

function fieldNames(table: SearchedTable): string {
  return searchedFields[table].map(({ name }) => name).join(', ')
}

function folded(table: SearchedTable, row: string): string {
  return searchedFields[table].map((field) => `search_folds_of(${sqliteText(field, row)})`).join(', ')
}
