import { sql } from 'kysely'
import { existingTables } from './existing-tables.ts'
import type { ForeignKeys } from './foreign-keys.ts'
import type { Db } from './schema.ts'

/** A move to or from another database. It is of one database, so it is neither backed up nor moved. */
export type MoveState =
  /** Rows are copied into this database; until that is finished it must not be served. */
  | { role: 'target'; other: string; foreignKeys: ForeignKeys }
  /** Writes are held while the last rows are copied, and after the move. */
  | { role: 'source'; other: string; isDone: boolean }

const TABLE = 'database_moves'

export async function findMove(db: Db): Promise<MoveState | undefined> {
  if (!(await existingTables(db)).has(TABLE)) return undefined
  const { rows } = await sql<{ state: string }>`select state from ${sql.table(TABLE)}`.execute(db)
  return rows[0] && (JSON.parse(rows[0].state) as MoveState)
}

export async function saveMove(db: Db, state: MoveState): Promise<void> {
  await sql`create table if not exists ${sql.table(TABLE)} (id integer primary key, state text not null)`.execute(db)
  // One statement: without its state an unfinished copy would be taken for a site.
  await sql`insert into ${sql.table(TABLE)} (id, state) values (1, ${JSON.stringify(state)})
    on conflict (id) do update set state = excluded.state`.execute(db)
}

export async function deleteMove(db: Db): Promise<void> {
  await sql`drop table if exists ${sql.table(TABLE)}`.execute(db)
}
