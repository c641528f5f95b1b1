import { isDeepStrictEqual } from 'node:util'
import type { OwnerRoutine, RoutineInput } from '../../../contract/content/routines.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import { nextPosition, renumber, shiftDown } from '../../platform/db/positions.ts'
import { deleteRedirectFrom, moveSlug } from '../../platform/db/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteWithSlug, freeSlug, restoreWithSlug } from '../../platform/db/slugs.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import { type Change, type Saved, setActiveRows } from '../../platform/db/versioned-rows.ts'
import { inOrder, productIdsOf, toColumns, toRoutineInput } from './routine-rows.ts'
import { findOwnerRoutine } from './routines.repo.ts'

/** Writes run in a transaction that locks the table, since order and slugs concern all routines. */

/** Creates a routine at the end of the list. */
export async function createRoutine(db: Db, input: RoutineInput, now: string): Promise<OwnerRoutine> {
  await lockTable(db, 'routines')
  const wanted = input.slug?.normalize('NFC')
  if (wanted && (await isSlugTaken(db, wanted))) throw slugTaken()
  const slug = wanted || (await findFreeSlug(db, input.name))
  const position = await nextPosition(db, 'routines')
  const { id } = await db
    .insertInto('routines')
    .values({ ...toColumns(input), slug, position, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeProducts(db, id, input)
  await deleteRedirectFrom(db, 'routines', slug)
  return orThrow(findOwnerRoutine(db, id))
}

/** Saves a routine as its next version, unless nothing has changed; undefined if it does not exist. */
export async function saveRoutine(
  db: Db,
  id: number,
  { input: typed, version, now }: Change<RoutineInput>,
): Promise<Saved<OwnerRoutine> | undefined> {
  const input = inOrder(typed)
  await lockTable(db, 'routines')
  const row = await findRow(db, id)
  if (!row) return undefined
  const current = () => orThrow(findOwnerRoutine(db, id))
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  const slug = await slugFor(db, input, row)
  const { slug: _slug, ...values } = input
  if (slug !== row.slug || !isDeepStrictEqual(toRoutineInput(row), values)) {
    await db
      .updateTable('routines')
      .set({ ...toColumns(input), slug, version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    await storeProducts(db, id, input)
    await moveSlug(db, { kind: 'routines', from: row.slug, to: slug, targetId: id, now })
  }
  return { row: await current(), isStale: false }
}

/** The slug of a saved routine: as it was, as sent, or for an empty one made of the name. */
async function slugFor(db: Db, { slug, name }: RoutineInput, row: Row<'routines'>): Promise<string> {
  const wanted = slug?.normalize('NFC')
  if (wanted === undefined || wanted === row.slug) return row.slug
  if (wanted === '') return findFreeSlug(db, name, row.id)
  if (await isSlugTaken(db, wanted, row.id)) throw slugTaken()
  return wanted
}

const slugTaken = () => new Rejection('Another page has this slug. Please choose another one.', 'slug')

/** Deletes routines and frees their slugs. Returns those that existed. */
export async function deleteRoutines(db: Db, ids: number[], now: string): Promise<Named[]> {
  await lockTable(db, 'routines')
  const deleted = await deleteWithSlug(db, 'routines', { ids, now })
  await renumber(db, 'routines')
  return deleted
}

/** Restores deleted routines to their former positions and slugs; a number is added to a slug that is taken. Returns them. */
export async function restoreRoutines(db: Db, ids: number[]): Promise<Named[]> {
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
    await restoreWithSlug(db, 'routines', { id, slug })
  }
  await renumber(db, 'routines')
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Shows or hides routines. Returns those that changed. */
export async function setActive(db: Db, change: { ids: number[]; isActive: boolean; now: string }): Promise<Named[]> {
  await lockTable(db, 'routines')
  return setActiveRows(db, 'routines', change)
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

const SLUG_MAX = 100
/** `/routines/build` is a page of its own. */
const reserved = ['build']

/** Whether another routine or a page of the site has the slug. Call in a transaction that locks the table. */
async function isSlugTaken(db: Db, slug: string, exceptId?: number): Promise<boolean> {
  if (reserved.includes(slug)) return true
  const row = await db.selectFrom('routines').select('id').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined && row.id !== exceptId
}

/** A free slug made of a name, or of a former slug; a number tells it from one that is taken. */
function findFreeSlug(db: Db, name: string, exceptId?: number): Promise<string> {
  return freeSlug(toSlug(name) || 'routine', (slug) => isSlugTaken(db, slug, exceptId))
}

function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replace(/^-+|[-\uFFFD]+$/g, '')
}
