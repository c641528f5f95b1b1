import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { isDeadlock } from './errors.ts'
import type { Db } from './schema.ts'
import { schemaTables, type TableName } from './schema-tables.ts'

/**
 * A write hold: triggers that reject every change of every table with a sentence, while reads go on. It is in force for all
 * processes of any version, survives restarts, and begins when the last running write has ended.
 */

/** Begins the message of a rejected write. */
const PREFIX = 'Writes are held. '

/** Its code on PostgreSQL. */
const SQLSTATE = 'DW001'

const TRIGGER = 'writes_held'
const ATTEMPTS = 5
const OPERATIONS = ['insert', 'update', 'delete'] as const

/** Rejects all writes with `sentence`. Repeatable; the last sentence counts. */
export async function holdWrites(db: Db, sentence: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const tables = await schemaTables(transaction)
        if (dialectOf(db) === 'sqlite') await holdSqlite(transaction, tables, sentence)
        else await holdPostgres(transaction, tables, sentence)
      })
    } catch (error) {
      // A transaction that writes to two tables got between the locks.
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
    }
  }
}

/** Ends the hold; no effect without one. */
export async function releaseWrites(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`drop function if exists ${sql.id(TRIGGER)} cascade`.execute(db)
    return
  }
  await db.transaction().execute(async (transaction) => {
    for (const table of await schemaTables(transaction)) await dropSqliteTriggers(transaction, table)
  })
}

export async function areWritesHeld(db: Db): Promise<boolean> {
  const found =
    dialectOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'trigger' and name = ${`${TRIGGER}_posts_insert`}`
      : sql`select 1 from pg_trigger where tgname = ${TRIGGER} and tgrelid = to_regclass('posts')`
  return (await found.execute(db)).rows.length > 0
}

/** The sentence of a hold that rejected a write; undefined for any other error. */
export function heldSentence(error: unknown): string | undefined {
  // The code alone is not enough: SQLite has it for a violated foreign key with `restrict`, too.
  const isHeld = error instanceof Error && error.message.startsWith(PREFIX)
  return isHeld ? error.message.slice(PREFIX.length) : undefined
}

async function holdSqlite(db: Db, tables: TableName[], sentence: string): Promise<void> {
  for (const table of tables) {
    await dropSqliteTriggers(db, table)
    for (const operation of OPERATIONS)
      await sql`create trigger ${nameOf(table, operation)} before ${sql.raw(operation)} on ${sql.table(table)}
        begin select raise(abort, ${sql.lit(PREFIX + sentence)}); end`.execute(db)
  }
}

async function dropSqliteTriggers(db: Db, table: TableName): Promise<void> {
  for (const operation of OPERATIONS) await sql`drop trigger if exists ${nameOf(table, operation)}`.execute(db)
}

const nameOf = (table: TableName, operation: string) => sql.id(`${TRIGGER}_${table}_${operation}`)

async function holdPostgres(db: Db, tables: TableName[], sentence: string): Promise<void> {
  // Waits for running writes; reads go on.
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(db)
  await sql`create or replace function ${sql.id(TRIGGER)}() returns trigger language plpgsql as ${sql.lit(
    `begin raise exception using errcode = '${SQLSTATE}', message = ${quoted(PREFIX + sentence)}; end`,
  )}`.execute(db)
  for (const table of tables) {
    await sql`drop trigger if exists ${sql.id(TRIGGER)} on ${sql.table(table)}`.execute(db)
    await sql`create trigger ${sql.id(TRIGGER)} before insert or update or delete on ${sql.table(table)}
      for each row execute function ${sql.id(TRIGGER)}()`.execute(db)
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
