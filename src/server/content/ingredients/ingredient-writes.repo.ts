import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  INGREDIENTS_MAX,
  type IngredientInput,
  ingredientKey,
  type OwnerIngredient,
} from '../../../contract/content/ingredients.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { linkProductIngredients } from '../../shop/products/link-ingredients.repo.ts'
import { addRedirect, deleteRedirectFrom } from '../redirects/redirects.repo.ts'
import { toColumns, toIngredientInput } from './ingredient-rows.ts'
import { ingredientSlug } from './ingredient-slug.ts'
import { findOwnerIngredient } from './ingredients.repo.ts'

/** Writes run in a transaction that locks the table, since names and slugs are compared with all others. */

/** Synonyms of the contract at most. */
const SYNONYMS_MAX = 20

type NotSaved = { kind: 'taken' } | { kind: 'full' }

export type CreateOutcome = { kind: 'saved'; ingredient: OwnerIngredient } | NotSaved

export async function writeNewIngredient(db: Db, input: IngredientInput, now: string): Promise<CreateOutcome> {
  await lockTables(db)
  const others = await readLive(db)
  if (others.length >= INGREDIENTS_MAX) return { kind: 'full' }
  if (isTaken(others, input.name)) return { kind: 'taken' }
  const slug = await findFreeSlug(db, input.name)
  const { id } = await db
    .insertInto('ingredients')
    .values({ ...toColumns(prepared(input)), slug, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteRedirectFrom(db, 'ingredients', slug)
  await linkProductIngredients(db, [id])
  return { kind: 'saved', ingredient: (await findOwnerIngredient(db, id))! }
}

export type IngredientChange = {
  input: IngredientInput
  /** The version that the writer saw; without it the newest one is overwritten. */
  version?: number | undefined
  now: string
}

export type SaveOutcome =
  | { kind: 'saved'; ingredient: OwnerIngredient }
  | { kind: 'missing' }
  | { kind: 'taken' }
  /** Saved by another writer since that version. */
  | { kind: 'stale'; current: OwnerIngredient }

/**
 * Saves an ingredient as its next version, unless nothing has changed. A renamed one keeps its former name as a synonym,
 * since products and articles still have it, and its former slug redirects to the new one.
 */
export async function writeIngredient(db: Db, id: number, change: IngredientChange): Promise<SaveOutcome> {
  await lockTables(db)
  const row = await findRow(db, id)
  if (!row) return { kind: 'missing' }
  const current = async () => (await findOwnerIngredient(db, id))!
  if (change.version !== undefined && change.version !== row.version) return { kind: 'stale', current: await current() }
  if (isTaken(await readLive(db), change.input.name, id)) return { kind: 'taken' }
  const before = toIngredientInput(row)
  const input = withFormerName(prepared(change.input), before)
  if (!isDeepStrictEqual(before, input)) {
    const slug = isSameSlug(before.name, input.name) ? row.slug : await findFreeSlug(db, input.name, id)
    await db
      .updateTable('ingredients')
      .set({ ...toColumns(input), slug, version: row.version + 1, updated_at: change.now })
      .where('id', '=', id)
      .execute()
    if (slug !== row.slug) {
      await deleteRedirectFrom(db, 'ingredients', slug)
      await addRedirect(db, { kind: 'ingredients', slug: row.slug, targetId: id, now: change.now })
    }
    await linkProductIngredients(db, [id])
  }
  return { kind: 'saved', ingredient: await current() }
}

/** Deletes ingredients and frees their slugs. Returns the names of those that existed. */
export async function deleteIngredients(db: Db, ids: number[], now: string): Promise<string[]> {
  await lockTables(db)
  const deleted = await db
    .updateTable('ingredients')
    .set({ deleted_at: now, deleted_slug: sql.ref('slug'), slug: tombstoneSlug() })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  await linkProductIngredients(db, ids)
  return deleted.map(({ name }) => name)
}

export type RestoreOutcome = { kind: 'restored'; names: string[] } | { kind: 'taken'; name: string } | { kind: 'full' }

/** Restores deleted ingredients with their former slugs where those are free; none if one of their names is taken. */
export async function restoreIngredients(db: Db, ids: number[]): Promise<RestoreOutcome> {
  await lockTables(db)
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'name', 'deleted_slug'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .execute()
  const others = await readLive(db)
  if (others.length + rows.length > INGREDIENTS_MAX) return { kind: 'full' }
  for (const { id, name } of rows) {
    if (isTaken(others, name, id)) return { kind: 'taken', name }
    others.push({ id, name })
  }
  for (const { id, name, deleted_slug: former } of rows) {
    const isFree = former !== null && !(await hasSlug(db, former))
    const slug = isFree ? former : await findFreeSlug(db, name, id)
    await db
      .updateTable('ingredients')
      .set({ deleted_at: null, deleted_slug: null, slug })
      .where('id', '=', id)
      .execute()
    await deleteRedirectFrom(db, 'ingredients', slug)
  }
  await linkProductIngredients(db, ids)
  return { kind: 'restored', names: rows.map(({ name }) => name) }
}

/** Shows or hides ingredients. Returns the names of those that changed. */
export async function setActive(db: Db, ids: number[], isActive: boolean, now: string): Promise<string[]> {
  await lockTables(db)
  const changed = await db
    .updateTable('ingredients')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where('is_active', '=', !isActive)
    .where('deleted_at', 'is', null)
    .returning('name')
    .execute()
  return changed.map(({ name }) => name)
}

/** A write of a product looks up ingredients under the lock of the products. */
async function lockTables(db: Db): Promise<void> {
  await lockTable(db, 'products')
  await lockTable(db, 'ingredients')
}

function findRow(db: Db, id: number): Promise<Row<'ingredients'> | undefined> {
  return db
    .selectFrom('ingredients')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type Named = { id: number; name: string }

function readLive(db: Db): Promise<Named[]> {
  return db.selectFrom('ingredients').select(['id', 'name']).where('deleted_at', 'is', null).execute()
}

function isTaken(others: Named[], name: string, exceptId?: number): boolean {
  return others.some((other) => other.id !== exceptId && ingredientKey(other.name) === ingredientKey(name))
}

/** Without names that say the same twice. */
function prepared(input: IngredientInput): IngredientInput {
  const known = new Set([ingredientKey(input.name), ingredientKey(input.inci)])
  const synonyms = input.synonyms.filter((synonym) => {
    const key = ingredientKey(synonym)
    return !known.has(key) && known.add(key)
  })
  return { ...input, synonyms }
}

function withFormerName(input: IngredientInput, before: IngredientInput): IngredientInput {
  const keys = [input.name, input.inci, ...input.synonyms].map(ingredientKey)
  if (keys.includes(ingredientKey(before.name)) || input.synonyms.length >= SYNONYMS_MAX) return input
  return { ...input, synonyms: [...input.synonyms, before.name] }
}

const baseSlug = (name: string) => ingredientSlug(name) || 'ingredient'
const isSameSlug = (one: string, other: string) => baseSlug(one) === baseSlug(other)

/** The slug of a name, with a number where another ingredient has it. */
async function findFreeSlug(db: Db, name: string, exceptId?: number): Promise<string> {
  const base = baseSlug(name)
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!(await hasSlug(db, slug, exceptId))) return slug
  }
}

async function hasSlug(db: Db, slug: string, exceptId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('ingredients')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}
