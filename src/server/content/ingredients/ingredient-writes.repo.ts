import { isDeepStrictEqual } from 'node:util'
import {
  INGREDIENTS_MAX,
  type IngredientInput,
  ingredientKey,
  type OwnerIngredient,
} from '../../../contract/content/ingredients.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import { deleteRedirectFrom, moveSlug } from '../../platform/db/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteWithSlug, freeSlug, restoreWithSlug } from '../../platform/db/slugs.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import { type Change, type Saved, setActiveRows } from '../../platform/db/versioned-rows.ts'
import { linkProductIngredients } from '../../shop/products/link-ingredients.repo.ts'
import { toColumns, toIngredientInput } from './ingredient-rows.ts'
import { findOwnerIngredient } from './ingredients.repo.ts'

/** Writes run in a transaction that locks the table, since names and slugs are compared with all others. */

/** Synonyms of the contract at most. */
const SYNONYMS_MAX = 20

const FULL = `There is room for ${INGREDIENTS_MAX} ingredients. Delete one first.`

export async function createIngredient(db: Db, input: IngredientInput, now: string): Promise<OwnerIngredient> {
  await lockTables(db)
  const others = await readLive(db)
  if (others.length >= INGREDIENTS_MAX) throw new Rejection(FULL, 'name')
  if (isTaken(others, input.name)) throw nameTaken()
  const slug = await findFreeSlug(db, input.name)
  const { id } = await db
    .insertInto('ingredients')
    .values({ ...toColumns(prepared(input)), slug, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteRedirectFrom(db, 'ingredients', slug)
  await linkProductIngredients(db, [id])
  return orThrow(findOwnerIngredient(db, id))
}

/**
 * Saves an ingredient as its next version, unless nothing has changed; undefined if it does not exist. A renamed one keeps
 * its former name as a synonym, since products and articles still have it, and its former slug redirects to the new one.
 */
export async function saveIngredient(
  db: Db,
  id: number,
  { input: typed, version, now }: Change<IngredientInput>,
): Promise<Saved<OwnerIngredient> | undefined> {
  await lockTables(db)
  const row = await findRow(db, id)
  if (!row) return undefined
  const current = () => orThrow(findOwnerIngredient(db, id))
  if (version !== undefined && version !== row.version) return { row: await current(), isStale: true }
  if (isTaken(await readLive(db), typed.name, id)) throw nameTaken()
  const before = toIngredientInput(row)
  const input = withFormerName(prepared(typed), before)
  if (!isDeepStrictEqual(before, input)) {
    const slug = isSameSlug(before.name, input.name) ? row.slug : await findFreeSlug(db, input.name, id)
    await db
      .updateTable('ingredients')
      .set({ ...toColumns(input), slug, version: row.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    await moveSlug(db, { kind: 'ingredients', from: row.slug, to: slug, targetId: id, now })
    await linkProductIngredients(db, [id])
  }
  return { row: await current(), isStale: false }
}

/** Deletes ingredients and frees their slugs. Returns those that existed. */
export async function deleteIngredients(db: Db, ids: number[], now: string): Promise<Named[]> {
  await lockTables(db)
  const deleted = await deleteWithSlug(db, 'ingredients', { ids, now })
  await linkProductIngredients(db, ids)
  return deleted
}

/** Restores deleted ingredients with their former slugs where those are free; none if one of their names is taken. */
export async function restoreIngredients(db: Db, ids: number[]): Promise<Named[]> {
  await lockTables(db)
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'name', 'deleted_slug'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .execute()
  const others = await readLive(db)
  if (others.length + rows.length > INGREDIENTS_MAX) throw new Rejection(FULL)
  for (const { id, name } of rows) {
    if (isTaken(others, name, id)) {
      const reason = `another one has the name “${name}” now. Change that one first.`
      throw new Rejection(`The ingredient cannot come back: ${reason}`)
    }
    others.push({ id, name })
  }
  for (const { id, name, deleted_slug: former } of rows) {
    const isFree = former !== null && !(await hasSlug(db, former))
    await restoreWithSlug(db, 'ingredients', { id, slug: isFree ? former : await findFreeSlug(db, name, id) })
  }
  await linkProductIngredients(db, ids)
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Shows or hides ingredients. Returns those that changed. */
export async function setActive(db: Db, change: { ids: number[]; isActive: boolean; now: string }): Promise<Named[]> {
  await lockTables(db)
  return setActiveRows(db, 'ingredients', change)
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

function readLive(db: Db): Promise<Named[]> {
  return db.selectFrom('ingredients').select(['id', 'name']).where('deleted_at', 'is', null).execute()
}

function isTaken(others: Named[], name: string, exceptId?: number): boolean {
  return others.some((other) => other.id !== exceptId && ingredientKey(other.name) === ingredientKey(name))
}

const nameTaken = () => new Rejection('Another ingredient has this name. Please choose another one.', 'name')

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

function findFreeSlug(db: Db, name: string, exceptId?: number): Promise<string> {
  return freeSlug(baseSlug(name), (slug) => hasSlug(db, slug, exceptId))
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

const SLUG_MAX = 100

/** The slug of a name: letters and digits joined by hyphens, Latin letters without accents; empty if no letter is left. */
function ingredientSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    // Marks of other scripts are part of their words.
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^-+|-+$/g, '')
  return /\p{L}/u.test(slug) ? slug : ''
}
