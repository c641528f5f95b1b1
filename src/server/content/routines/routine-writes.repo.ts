import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { OwnerRoutine, RoutineInput, RoutineOrder } from '../../../contract/content/routines.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { moveTo, nextPosition, permute, renumber, shiftDown } from '../../platform/db/positions.ts'
import { addRedirect, deleteRedirectFrom } from '../../platform/db/redirects.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { inOrder, productIdsOf, toColumns, toRoutineInput } from './routine-rows.ts'
import { findFreeSlug, isSlugTaken } from './routine-slugs.repo.ts'
import { findOwnerRoutine } from './routines.repo.ts'

/** Writes run in a transaction that locks the table, since order and slugs concern all routines. */

export type SaveOutcome =
  | { kind: 'saved'; routine: OwnerRoutine }
  | { kind: 'missing' }
  | { kind: 'slug-taken' }
  /** Saved by another writer since that version. */
  | { kind: 'stale'; current: OwnerRoutine }

/** Creates a routine at the end of the list. */
export async function writeNewRoutine(
  db: Db,
  input: RoutineInput,
  now: string,
): Promise<Extract<SaveOutcome, { kind: 'saved' | 'slug-taken' }>> {
  await lockTable(db, 'routines')
  const wanted = input.slug?.normalize('NFC')
  if (wanted && (await isSlugTaken(db, wanted))) return { kind: 'slug-taken' }
  const slug = wanted || (await findFreeSlug(db, input.name))
  const position = await nextPosition(db, 'routines')
  const { id } = await db
    .insertInto('routines')
    .values({ ...toColumns(input), slug, position, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeProducts(db, id, input)
  await deleteRedirectFrom(db, 'routines', slug)
  return { kind: 'saved', routine: (await findOwnerRoutine(db, id))! }
}

export type RoutineChange = {
  input: RoutineInput
  /** The version that the writer saw; without it the newest one is overwritten. */
  version?: number | undefined
  now: string
}

/** Saves a routine as its next version, unless nothing has changed. */
export async function writeRoutine(db: Db, id: number, change: RoutineChange): Promise<SaveOutcome> {
  const { version, now } = change
  const input = inOrder(change.input)
  await lockTable(db, 'routines')
  const row = await findRow(db, id)
  if (!row) return { kind: 'missing' }
  const current = async () => (await findOwnerRoutine(db, id))!
  if (version !== undefined && version !== row.version) return { kind: 'stale', current: await current() }
  const slug = await slugFor(db, input, row)
  if (slug === undefined) return { kind: 'slug-taken' }
  const { slug: _slug, ...values } = input
  if (slug !== row.slug || !isDeepStrictEqual(toRoutineInput(row), { ...values })) {
    await db
      .updateTable('routines')
      .set({ ...toColumns(input), slug, version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    await storeProducts(db, id, input)
  }
  if (slug !== row.slug) {
    await deleteRedirectFrom(db, 'routines', slug)
    await addRedirect(db, { kind: 'routines', slug: row.slug, targetId: id, now })
  }
  return { kind: 'saved', routine: await current() }
}

/** The slug of a saved routine: as it was, as sent, or for an empty one made of the name; undefined if it is taken. */
async function slugFor(db: Db, { slug, name }: RoutineInput, row: Row<'routines'>): Promise<string | undefined> {
  const wanted = slug?.normalize('NFC')
  if (wanted === undefined || wanted === row.slug) return row.slug
  if (wanted === '') return findFreeSlug(db, name, row.id)
  return (await isSlugTaken(db, wanted, row.id)) ? undefined : wanted
}

/** Deletes routines and frees their slugs. Returns the names of those that existed. */
export async function deleteRoutines(db: Db, ids: number[], now: string): Promise<string[]> {
  await lockTable(db, 'routines')
  const deleted = await db
    .updateTable('routines')
    .set({ deleted_at: now, deleted_slug: sql.ref('slug'), slug: tombstoneSlug() })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  await renumber(db, 'routines')
  return deleted.map((row) => row.name)
}

/** Restores deleted routines to their former positions and slugs; a number is added to a slug that is taken. Returns their names. */
export async function restoreRoutines(db: Db, ids: number[]): Promise<string[]> {
  await lockTable(db, 'routines')
  const rows = await db
    .selectFrom('routines')
    .select(['id', 'name', 'position', 'deleted_slug'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const { id, name, position, deleted_slug } of rows) {
    const isFree = deleted_slug !== null && !(await isSlugTaken(db, deleted_slug, id))
    const slug = isFree ? deleted_slug : await findFreeSlug(db, deleted_slug ?? name, id)
    await shiftDown(db, 'routines', position)
    await db.updateTable('routines').set({ deleted_at: null, deleted_slug: null, slug }).where('id', '=', id).execute()
    await deleteRedirectFrom(db, 'routines', slug)
  }
  await renumber(db, 'routines')
  return rows.map((row) => row.name)
}

/** Shows or hides routines. Returns the names of those that changed. */
export async function setActive(db: Db, ids: number[], isActive: boolean, now: string): Promise<string[]> {
  await lockTable(db, 'routines')
  const rows = await db
    .updateTable('routines')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Returns the names of the moved routines; undefined, with nothing moved, if one of them does not exist. */
export async function orderRoutines(db: Db, { ids, position }: RoutineOrder): Promise<string[] | undefined> {
  await lockTable(db, 'routines')
  const rows = await db
    .selectFrom('routines')
    .select('name')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < ids.length) return undefined
  if (position === undefined) await permute(db, 'routines', ids)
  else await moveTo(db, 'routines', ids, position)
  return rows.map((row) => row.name)
}

async function storeProducts(db: Db, routineId: number, input: RoutineInput): Promise<void> {
  await db.deleteFrom('routine_products').where('routine_id', '=', routineId).execute()
  const ids = productIdsOf(input)
  if (ids.length === 0) return
  await db
    .insertInto('routine_products')
    .values(ids.map((product_id) => ({ routine_id: routineId, product_id })))
    .execute()
}

function findRow(db: Db, id: number): Promise<Row<'routines'> | undefined> {
  return db.selectFrom('routines').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}
