import { type Expression, sql } from 'kysely'
import type { CategoryInput, OwnerCategory } from '../../../contract/categories.ts'
import { LIST_MAX } from '../../../contract/limits.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { nextPosition, permute, renumber, shiftDown } from '../../platform/db/positions.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { addRedirect, deleteRedirectFrom } from '../redirects/redirects.repo.ts'
import { createCategory, toCategory, withPicture } from './categories.repo.ts'

/** All categories in the owner's order. What is written here belongs in a transaction. */
export async function listOwnerCategories(db: Db): Promise<OwnerCategory[]> {
  const rows = await ownerRows(db).orderBy('categories.position').orderBy('categories.id').execute()
  return rows.map(toOwnerCategory)
}

export type CategoryOutcome =
  | { kind: 'saved'; category: OwnerCategory }
  | { kind: 'missing' }
  /** Another category has it. */
  | { kind: 'taken'; field: 'name' | 'slug' }

/** Creates a category at the end of the order. */
export async function writeNewCategory(db: Db, input: CategoryInput, now: string): Promise<CategoryOutcome> {
  await lockTable(db, 'categories')
  const columns = toColumns(input)
  const field = await findTakenField(db, columns)
  if (field) return { kind: 'taken', field }
  const position = await nextPosition(db, 'categories')
  const id = await createCategory(db, { ...columns, position, created_at: now, updated_at: now })
  await deleteRedirectFrom(db, 'categories', columns.slug)
  return { kind: 'saved', category: await readOwnerCategory(db, id) }
}

/** Saves a category; where its slug changes, the address that it had leads to it from now on. */
export async function writeCategory(
  db: Db,
  id: number,
  { input, now }: { input: CategoryInput; now: string },
): Promise<CategoryOutcome> {
  await lockTable(db, 'categories')
  const before = await findLive(db, id)
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

/** Deletes a category that no post stands in, and frees its slug. Deleted posts do not count. */
export async function deleteCategory(db: Db, id: number, now: string): Promise<DeleteOutcome> {
  await lockTable(db, 'categories')
  const category = await findLive(db, id)
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

export type RestoreOutcome =
  | { kind: 'restored'; name: string }
  | { kind: 'missing' }
  | { kind: 'taken'; field: 'name' | 'slug'; value: string }

/** Brings a deleted category back, under the slug and to the place that it had. */
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

/** Puts all categories into the order of `ids`; false where these are not exactly the ones there are. */
export async function orderCategories(db: Db, ids: number[]): Promise<boolean> {
  await lockTable(db, 'categories')
  const rows = await db.selectFrom('categories').select('id').where('deleted_at', 'is', null).execute()
  const there = new Set(rows.map((row) => row.id))
  if (ids.length !== there.size || new Set(ids).size !== ids.length || !ids.every((id) => there.has(id))) return false
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

function findLive(db: Db, id: number): Promise<Row<'categories'> | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Names are told apart as readers do it: 'Sun Care' and 'sun care' are one. */
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
  if (others.some((other) => plain(other.name) === plain(name))) return 'name'
  if (others.some((other) => other.slug === slug)) return 'slug'
}

const plain = (name: string) => name.normalize('NFKC').toLowerCase()

/** A text that no address can name and no other category has. */
function tombstoneSlug(): Expression<string> {
  return sql<string>`'~' || cast(id as text)`
}

function toColumns(input: CategoryInput) {
  return {
    name: input.name.toWellFormed(),
    slug: input.slug.normalize('NFC'),
    description: input.description.toWellFormed(),
    image_url: input.imageUrl.toWellFormed(),
    image_alt: input.imageAlt.toWellFormed(),
  }
}
