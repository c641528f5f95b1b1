import { sql } from 'kysely'
import type { CategoryInput, OwnerCategory } from '../../../contract/content/categories.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { nextPosition, permute, renumber, shiftDown } from '../../platform/db/positions.ts'
import { addRedirect, deleteRedirectFrom } from '../../platform/db/redirects.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { createCategory, toCategory, withPicture } from './categories.repo.ts'

/** All categories in the owner's order. The writes of this file are called in a transaction. */
export async function listOwnerCategories(db: Db): Promise<OwnerCategory[]> {
  const rows = await ownerRows(db).orderBy('categories.position').orderBy('categories.id').execute()
  return rows.map(toOwnerCategory)
}

type Taken = { kind: 'taken'; field: 'name' | 'slug' }

export type CategoryOutcome = { kind: 'saved'; category: OwnerCategory } | { kind: 'missing' } | Taken

/** Creates a category at the end of the order. */
export async function writeNewCategory(
  db: Db,
  input: CategoryInput,
  now: string,
): Promise<Exclude<CategoryOutcome, { kind: 'missing' }>> {
  await lockTable(db, 'categories')
  const columns = toColumns(input)
  const field = await findTakenField(db, columns)
  if (field) return { kind: 'taken', field }
  const position = await nextPosition(db, 'categories')
  const id = await createCategory(db, { ...columns, position, created_at: now, updated_at: now })
  await deleteRedirectFrom(db, 'categories', columns.slug)
  return { kind: 'saved', category: await readOwnerCategory(db, id) }
}

/** Saves a category; its former slug redirects to a new one. */
export async function writeCategory(
  db: Db,
  id: number,
  { input, now }: { input: CategoryInput; now: string },
): Promise<CategoryOutcome> {
  await lockTable(db, 'categories')
  const before = await findRow(db, id)
  if (!before) return { kind: 'missing' }
  const columns = toColumns(input)
  const field = await findTakenField(db, columns, id)
  if (field) return { kind: 'taken', field }
  await db
    .updateTable('categories')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (before.slug !== columns.slug) {
    await deleteRedirectFrom(db, 'categories', columns.slug)
    await addRedirect(db, { kind: 'categories', slug: before.slug, targetId: id, now })
  }
  return { kind: 'saved', category: await readOwnerCategory(db, id) }
}

export type DeleteOutcome =
  | { kind: 'deleted'; name: string }
  | { kind: 'missing' }
  | { kind: 'in-use'; name: string; total: number; posts: { id: number; title: string }[] }

/** Deletes a category without posts, and frees its slug. Deleted posts do not count. */
export async function deleteCategory(db: Db, id: number, now: string): Promise<DeleteOutcome> {
  await lockTable(db, 'categories')
  const category = await findRow(db, id)
  if (!category) return { kind: 'missing' }
  const inUse = db.selectFrom('posts').where('category_id', '=', id).where('deleted_at', 'is', null)
  const posts = await inUse.select(['id', 'title']).orderBy(sql`lower(title)`).limit(LIST_MAX).execute()
  if (posts.length > 0) {
    const { total } = await inUse.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { kind: 'in-use', name: category.name, total: Number(total), posts }
  }
  await db
    .updateTable('categories')
    .set({ deleted_at: now, deleted_slug: category.slug, slug: tombstoneSlug() })
    .where('id', '=', id)
    .execute()
  await renumber(db, 'categories')
  return { kind: 'deleted', name: category.name }
}

export type RestoreOutcome = { kind: 'restored'; name: string } | { kind: 'missing' } | (Taken & { value: string })

/** Restores a deleted category with its former slug and position. */
export async function restoreCategory(db: Db, id: number): Promise<RestoreOutcome> {
  await lockTable(db, 'categories')
  const row = await db
    .selectFrom('categories')
    .select(['name', 'position', 'deleted_slug'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return { kind: 'missing' }
  const { name, position } = row
  const slug = row.deleted_slug!
  const field = await findTakenField(db, { name, slug }, id)
  if (field) return { kind: 'taken', field, value: field === 'name' ? name : slug }
  await shiftDown(db, 'categories', position)
  await db.updateTable('categories').set({ deleted_at: null, deleted_slug: null, slug }).where('id', '=', id).execute()
  await deleteRedirectFrom(db, 'categories', slug)
  await renumber(db, 'categories')
  return { kind: 'restored', name }
}

/** Reorders all categories; false if `ids` are not exactly theirs. */
export async function orderCategories(db: Db, ids: number[]): Promise<boolean> {
  await lockTable(db, 'categories')
  const rows = await db.selectFrom('categories').select('id').where('deleted_at', 'is', null).execute()
  const existing = new Set(rows.map((row) => row.id))
  if (ids.length !== existing.size || new Set(ids).size !== ids.length || !ids.every((id) => existing.has(id)))
    return false
  await permute(db, 'categories', ids)
  return true
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

async function readOwnerCategory(db: Db, id: number): Promise<OwnerCategory> {
  return toOwnerCategory(await ownerRows(db).where('categories.id', '=', id).executeTakeFirstOrThrow())
}

function toOwnerCategory(row: Parameters<typeof toCategory>[0] & { post_count: number | null }): OwnerCategory {
  return {
    ...toCategory(row),
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
