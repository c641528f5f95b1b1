import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Demo rows that something else of the site needs. */
export type DemoUses = {
  categories: Set<number>
  products: Set<number>
  ingredients: Set<number>
  routines: Set<number>
  imageKeys: Set<string>
}

/** Rows with long texts of one query. */
const BATCH = 200

/** Adds what the posts outside of `removed` use, deleted ones included, since they can be restored. */
export async function addUsesOfPosts(db: Db, removed: ReadonlySet<number>, uses: DemoUses): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'category_id', 'cover_image', 'pin_image', 'content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id, category_id, cover_image, pin_image, content } of rows) {
      after = id
      if (removed.has(id)) continue
      if (category_id !== null) uses.categories.add(category_id)
      addUsesOfText([cover_image, pin_image, content].join(' '), uses)
    }
    if (rows.length < BATCH) break
  }
  for (const { post_id, draft } of await db.selectFrom('post_drafts').select(['post_id', 'draft']).execute()) {
    if (removed.has(post_id)) continue
    const { categoryId } = JSON.parse(draft) as { categoryId?: number | null }
    if (typeof categoryId === 'number') uses.categories.add(categoryId)
    addUsesOfText(draft, uses)
  }
}

/** In HTML, or in HTML as a JSON string. */
function addUsesOfText(text: string, uses: DemoUses): void {
  for (const [, noun, ids] of text.matchAll(/ data-(product|ingredient|routine)-ids?=\\?"(\d+(?:,\d+)*)/g))
    for (const id of ids?.split(',') ?? []) uses[`${noun as 'product' | 'ingredient' | 'routine'}s`].add(Number(id))
  addImages(text, uses)
}

/** The products in the steps of routines outside of `removed`. */
export async function addUsesOfRoutines(db: Db, removed: ReadonlySet<number>, uses: DemoUses): Promise<void> {
  const rows = await db.selectFrom('routine_products').selectAll().execute()
  for (const { routine_id, product_id } of rows) if (!removed.has(routine_id)) uses.products.add(product_id)
}

/** The images of products, routines, categories, settings and profiles outside of the removed ones. */
export async function addUsesOfImages(
  db: Db,
  removed: Record<'products' | 'routines' | 'categories', ReadonlySet<number>> & { settings: ReadonlySet<string> },
  uses: DemoUses,
): Promise<void> {
  for (const { id, facts } of await db.selectFrom('products').select(['id', 'facts']).execute())
    if (!removed.products.has(id)) addImages(facts, uses)
  for (const table of ['products', 'routines', 'categories'] as const)
    for (const { id, image_url } of await db.selectFrom(table).select(['id', 'image_url']).execute())
      if (!removed[table].has(id)) addImages(image_url, uses)
  for (const { key, value } of await db.selectFrom('settings').select(['key', 'value']).execute())
    if (!removed.settings.has(key)) addImages(value, uses)
  const { rows } = await sql<{ image: string }>`select image from users where image is not null`.execute(db)
  for (const { image } of rows) addImages(image, uses)
}

function addImages(text: string, uses: DemoUses): void {
  for (const [, key] of text.matchAll(/\/media\/([\w-]+)\//g)) if (key !== undefined) uses.imageKeys.add(key)
}
