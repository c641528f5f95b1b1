import { sql } from 'kysely'
import type { CategoryInput, CategoryInUse, OwnerCategory } from '../../../contract/content/categories.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { nextPosition, permute, renumber, shiftDown } from '../../platform/db/positions.ts'
import { deleteRedirectFrom, moveSlug } from '../../platform/db/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteWithSlug, restoreWithSlug } from '../../platform/db/slugs.ts'
import { createCategory, toCategory, withPicture } from './categories.repo.ts'

/** All categories in the owner's order. The writes of this file are called in a transaction. */
export async function listOwnerCategories(db: Db): Promise<OwnerCategory[]> {
  const rows = await ownerRows(db).orderBy('categories.position').orderBy('categories.id').execute()
  return rows.map(toOwnerCategory)
}

/** Creates a category at the end of the order. */
export async function writeNewCategory(db: Db, input: CategoryInput, now: string): Promise<OwnerCategory> {
  await lockTable(db, 'categories')
  const columns = toColumns(input)
  const field = await findTakenField(db, columns)
  if (field) throw taken(field)
  const position = await nextPosition(db, 'categories')
  const id = await createCategory(db, { ...columns, position, created_at: now, updated_at: now })
  await deleteRedirectFrom(db, 'categories', columns.slug)
  return readOwnerCategory(db, id)
}

/** Saves a category; its former slug redirects to a new one. Undefined if it does not exist. */
export async function writeCategory(
  db: Db,
  id: number,
  { input, now }: { input: CategoryInput; now: string },
): Promise<OwnerCategory | undefined> {
  await lockTable(db, 'categories')
  const before = await findRow(db, id)
  if (!before) return undefined
  const columns = toColumns(input)
  const field = await findTakenField(db, columns, id)
  if (field) throw taken(field)
  await db
    .updateTable('categories')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute()
  await moveSlug(db, { kind: 'categories', from: before.slug, to: columns.slug, targetId: id, now })
  return readOwnerCategory(db, id)
}

const taken = (field: 'name' | 'slug') =>
  new Rejection(`Another category has this ${field}. Please choose another one.`, field)

/** `inUse`: the posts for which the category was not deleted. */
type Deletion = { name: string; inUse?: Pick<CategoryInUse, 'total' | 'posts'> }

/** Deletes a category without posts, and frees its slug. Deleted posts do not count. Undefined if it does not exist. */
export async function deleteCategory(db: Db, id: number, now: string): Promise<Deletion | undefined> {
  await lockTable(db, 'categories')
  const category = await findRow(db, id)
  if (!category) return undefined
  const inUse = db.selectFrom('posts').where('category_id', '=', id).where('deleted_at', 'is', null)
  const posts = await inUse.select(['id', 'title']).orderBy(sql`lower(title)`).limit(LIST_MAX).execute()
  if (posts.length > 0) {
    const { total } = await inUse.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { name: category.name, inUse: { total: Number(total), posts } }
  }
  await deleteWithSlug(db, 'categories', { ids: [id], now })
  await renumber(db, 'categories')
  return { name: category.name }
}

/** Restores a deleted category with its former slug and position. Returns its name; undefined if it is not deleted. */
export async function restoreCategory(db: Db, id: number): Promise<string | undefined> {
  await lockTable(db, 'categories')
  const row = await db
    .selectFrom('categories')
    .select(['name', 'position', 'deleted_slug'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { name, position } = row
  const slug = row.deleted_slug!
  const field = await findTakenField(db, { name, slug }, id)
  if (field) {
    const reason = `another one has the ${field} “${field === 'name' ? name : slug}” now. Change that one first.`
    throw new Rejection(`The category cannot come back: ${reason}`)
  }
  await shiftDown(db, 'categories', position)
  await restoreWithSlug(db, 'categories', { id, slug })
  await renumber(db, 'categories')
  return name
}

/** Reorders all categories, whose ids are exactly `ids`. */
export async function orderCategories(db: Db, ids: number[]): Promise<void> {
  await lockTable(db, 'categories')
  const rows = await db.selectFrom('categories').select('id').where('deleted_at', 'is', null).execute()
  const existing = new Set(rows.map((row) => row.id))
  if (ids.length !== existing.size || new Set(ids).size !== ids.length || !ids.every((id) => existing.has(id)))
    throw new Rejection('The categories have changed in the meantime. Please look at them again.')
  await permute(db, 'categories', ids)
}

function ownerRows(db: Db) {
  return withPicture(db).select((eb) =>
    eb
      .selectFrom('posts')
      .select((count) => count.fn.countAll<number>().as('total'))
      .whereRef('posts.category_id', '=', 'categories.id')
      .where('posts.deleted_at', 'is', null)
      .where('posts.kind', '=', 'post')
      .as('post_count'),
  )
}

export async function readOwnerCategory(db: Db, id: number): Promise<OwnerCategory> {
  return toOwnerCategory(await ownerRows(db).where('categories.id', '=', id).executeTakeFirstOrThrow())
}

function toOwnerCategory(row: Parameters<typeof toCategory>[0] & { post_count: number | null }): OwnerCategory {
  return {
    ...toCategory(row),
    imageUrl: row.image_url,
    position: row.position,
    postCount: Number(row.post_count ?? 0),
    updatedAt: row.updated_at,
  }
}

function findRow(db: Db, id: number): Promise<Row<'categories'> | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Names are compared case-insensitively. */
async function findTakenField(
  db: Db,
  { name, slug }: { name: string; slug: string },
  exceptId?: number,
): Promise<'name' | 'slug' | undefined> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug'])
    .where('deleted_at', 'is', null)
    .execute()
  const others = rows.filter((row) => row.id !== exceptId)
  if (others.some((other) => normalized(other.name) === normalized(name))) return 'name'
  if (others.some((other) => other.slug === slug)) return 'slug'
}

const normalized = (name: string) => name.normalize('NFKC').toLowerCase()

function toColumns(input: CategoryInput) {
  return {
    name: input.name.toWellFormed(),
    slug: input.slug.normalize('NFC'),
    description: input.description.toWellFormed(),
    image_url: input.imageUrl.toWellFormed(),
    image_alt: input.imageAlt.toWellFormed(),
  }
}
