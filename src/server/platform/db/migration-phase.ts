import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from './dialect.ts'
import type { AnyDb } from './migrations/columns.ts'

/**
 * Tells programs that do not know a migration what it means. `expand` adds what they need not know, `migrate` fills
 * it; they go on. `contract` removes what only older ones use: programs whose newest migration is before
 * `oldestProgram` are refused.
 */
type Phase = { phase: 'expand' | 'migrate' } | { phase: 'contract'; oldestProgram: string }

export type PhasedMigration = Migration & Phase

const TABLE = 'schema_compatibility'

/** Locks are not waited for longer, because every reader would wait behind the migration. */
const LOCK_TIMEOUT = '3s'

/** The migration with its time limits, and with the entry of a contraction. */
export function withPhase(migration: Migration | PhasedMigration): Migration {
  return {
    ...migration,
    async up(db) {
      if (dialectOf(db) === 'postgres') {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db)
        await sql`set local statement_timeout = 0`.execute(db)
      }
      await migration.up(db)
      if ('phase' in migration && migration.phase === 'contract') await saveOldestProgram(db, migration.oldestProgram)
    },
  }
}

/** The names of all migrations that have run, in their order; also those that this program does not know. */
export async function executedMigrations(db: AnyDb): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name).sort()
}

/** Whether a program whose newest migration is `newest` may use a database with migrations that it does not know. */
export async function isCompatible(db: AnyDb, newest: string): Promise<boolean> {
  if (!(await hasTable(db, TABLE))) return false
  const { rows } = await sql<{ oldest_program: string }>`select oldest_program from ${sql.table(TABLE)}`.execute(db)
  return rows.every(({ oldest_program }) => oldest_program <= newest)
}

async function saveOldestProgram(db: AnyDb, name: string): Promise<void> {
  await sql`delete from ${sql.table(TABLE)} where oldest_program < ${name}`.execute(db)
  await sql`insert into ${sql.table(TABLE)} (oldest_program) values (${name})`.execute(db)
}

async function hasTable(db: AnyDb, name: string): Promise<boolean> {
  const found =
    dialectOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`
  return (await found.execute(db)).rows.length > 0
}
