import { type Expression, sql } from 'kysely'
import { deleteRedirectFrom } from './redirects.ts'
import type { Db } from './schema.ts'
import { type Named, tombstoneSlug } from './soft-delete.ts'

/** Tables whose deleted rows keep their slug in `deleted_slug`, so that another row can take it. */
type Addressed = 'ingredients' | 'routines' | 'categories' | 'posts'

/** A base slug, or the base with the first number from 2 on that is free. */
export async function freeSlug(base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!(await isTaken(slug))) return slug
  }
}

/** Deletes rows and frees their slugs. Returns those that existed; `name` is an expression over the row. */
export async function deleteWithSlug(
  db: Db,
  table: Addressed,
  { ids, now, name = sql.ref('name') }: { ids: number[]; now: string; name?: Expression<string> },
): Promise<Named[]> {
  return db
    .updateTable(table)
    .set((eb) => ({ deleted_at: now, deleted_slug: eb.ref('slug'), slug: tombstoneSlug() }))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['id', sql<string>`${name}`.as('name')])
    .execute()
}

/** Restores a deleted row with a slug that is free, which redirects nowhere from now on. */
export async function restoreWithSlug(
  db: Db,
  table: Exclude<Addressed, 'posts'>,
  { id, slug }: { id: number; slug: string },
): Promise<void> {
  await db.updateTable(table).set({ deleted_at: null, deleted_slug: null, slug }).where('id', '=', id).execute()
  await deleteRedirectFrom(db, table, slug)
}
