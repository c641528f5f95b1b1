import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Statements that add the foreign keys again. */
export type ForeignKeys = { table: string; name: string; definition: string }[]

/**
 * Suspends all foreign keys, so that rows can be copied in any order. On PostgreSQL they are dropped, because switching them
 * off needs a superuser; run it in a transaction that also stores what is returned.
 */
export async function suspendForeignKeys(db: Db): Promise<ForeignKeys> {
  if (dialectOf(db) === 'sqlite') return []
  const { rows } = await sql<ForeignKeys[number]>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    order by conrelid, conname`.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  return rows
}

/** Adds the foreign keys again and checks all rows. Throws if a row refers to one that does not exist. */
export async function restoreForeignKeys(db: Db, keys: ForeignKeys): Promise<void> {
  if (dialectOf(db) === 'sqlite') {
    const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
    if (rows[0]) throw new Error(`A row of ${rows[0].table} refers to a row of ${rows[0].parent} that does not exist.`)
    return
  }
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
}

/** Switches the foreign keys of this connection to SQLite off or on; PostgreSQL has no such switch. */
export async function enforceForeignKeys(db: Db, isEnforced: boolean): Promise<void> {
  if (dialectOf(db) === 'sqlite') await sql`pragma foreign_keys = ${sql.raw(isEnforced ? 'on' : 'off')}`.execute(db)
}
