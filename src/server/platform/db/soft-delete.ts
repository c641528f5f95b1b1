import { type Expression, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** A row that was changed, with its name for the audit trail. */
export type Named = { id: number; name: string }

/** Tables with a `deleted_at` column, whose rows are removed some time after their deletion, so that it can be undone. */
export type SoftDeleted = {
  [Table in keyof Schema]: 'deleted_at' extends keyof Schema[Table] ? Table : never
}[keyof Schema] &
  string

/** Marks rows as deleted. Returns those that were not deleted yet; `name` is an expression over the row, absent: its id. */
export async function softDelete(
  db: Db,
  table: SoftDeleted,
  { ids, now, name }: { ids: number[]; now: string; name?: Expression<string> },
): Promise<Named[]> {
  return mark(db, table, { ids, name, to: sql`${now}`, was: sql`is null` })
}

/** Restores deleted rows. Returns those that were deleted. */
export async function undelete(
  db: Db,
  table: SoftDeleted,
  { ids, name }: { ids: number[]; name?: Expression<string> },
): Promise<Named[]> {
  return mark(db, table, { ids, name, to: sql`null`, was: sql`is not null` })
}

/** The slug of a deleted row: no URL can name it, so the former slug is free for another row. */
export function tombstoneSlug(): Expression<string> {
  return sql<string>`'~' || cast(id as text)`
}

type Mark = { ids: number[]; name: Expression<string> | undefined; to: Expression<unknown>; was: Expression<unknown> }

async function mark(
  db: Db,
  table: SoftDeleted,
  { ids, name = sql`cast(id as text)`, to, was }: Mark,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    update ${sql.table(table)} set deleted_at = ${to}
    where id in (${sql.join(ids)}) and deleted_at ${was}
    returning id, ${name} as name`.execute(db)
  return rows
}
