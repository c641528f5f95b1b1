import type { Category } from '../../../contract/content/categories.ts'
import { shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'

/** All categories in the owner's order. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await withPicture(db).orderBy('categories.position').orderBy('categories.id').execute()
  return rows.map(toCategory)
}

/** A category by slug, id or former slug, in this order of precedence. */
export function findCategory(db: Db, slugOrId: string): Promise<Category | undefined> {
  return findBySpelling(slugOrId, (spelled) => findBySlugOrId(db, spelled))
}

async function findBySlugOrId(db: Db, slugOrId: string): Promise<Category | undefined> {
  const bySlug = await withPicture(db).where('categories.slug', '=', slugOrId).executeTakeFirst()
  if (bySlug) return toCategory(bySlug)
  const id = /^[1-9]\d{0,8}$/.test(slugOrId) ? Number(slugOrId) : await findRedirectTarget(db, 'categories', slugOrId)
  if (id === undefined) return undefined
  const byId = await withPicture(db).where('categories.id', '=', id).executeTakeFirst()
  return byId && toCategory(byId)
}

export async function createCategory(db: Db, category: NewRow<'categories'>): Promise<number> {
  const { id } = await db.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Categories with the columns of their pictures, deleted ones excluded. */
export function withPicture(db: Db) {
  return db
    .selectFrom('categories')
    .where('categories.deleted_at', 'is', null)
    .leftJoin('images', 'images.url', 'categories.image_url')
    .selectAll('categories')
    .select(pictureColumns)
}

export function toCategory(row: Row<'categories'> & Parameters<typeof toPicture>[0]): Category {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    imageUrl: shownPicture(row.image_url),
    imageAlt: row.image_alt,
    picture: toPicture(row),
  }
}
