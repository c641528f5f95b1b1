import type { Category } from '../../contract/categories.ts'
import { pictureColumns, toPicture } from '../db/picture-columns.ts'
import type { Db, NewRow, Row } from '../db/schema.ts'

/** All categories in the owner's order. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await withPicture(db).orderBy('categories.position').orderBy('categories.id').execute()
  return rows.map(toCategory)
}

/** A category by its slug or, where the text is a whole number, by its id. A slug wins. */
export async function findCategory(db: Db, slugOrId: string): Promise<Category | undefined> {
  const bySlug = await withPicture(db).where('categories.slug', '=', slugOrId).executeTakeFirst()
  if (bySlug) return toCategory(bySlug)
  if (!/^[1-9]\d{0,8}$/.test(slugOrId)) return undefined
  const byId = await withPicture(db).where('categories.id', '=', Number(slugOrId)).executeTakeFirst()
  return byId && toCategory(byId)
}

export async function createCategory(db: Db, category: NewRow<'categories'>): Promise<number> {
  const { id } = await db.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow()
  return id
}

function withPicture(db: Db) {
  return db
    .selectFrom('categories')
    .leftJoin('images', 'images.url', 'categories.image_url')
    .selectAll('categories')
    .select(pictureColumns)
}

function toCategory(row: Row<'categories'> & Parameters<typeof toPicture>[0]): Category {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    picture: toPicture(row),
  }
}
