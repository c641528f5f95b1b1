import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { takeFreeSlug } from './product-slugs.ts'

/**
 * A deleted product keeps its slug, so that an undo needs no decision, until another product takes it. Writes hold the lock
 * of the table.
 */

/** The slug of a row that a version before slugs has inserted. */
export function slugOf({ id, slug }: { id: number; slug: string | null }): string {
  return slug ?? `product-${id}`
}

/**
 * Slugs that a new product does not get by itself: those in use and former ones, whose links lead to their products. With
 * `start` those alone that begin with it.
 */
export async function listTakenSlugs(db: Db, start?: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('deleted_at', 'is', null)
    .$if(start !== undefined, (query) =>
      query.where((eb) => eb.or([eb('slug', 'like', `${start}%`), eb('slug', 'is', null)])),
    )
    .execute()
  const former = await db
    .selectFrom('redirects')
    .select('from_slug')
    .where('kind', '=', 'products')
    .$if(start !== undefined, (query) => query.where('from_slug', 'like', `${start}%`))
    .execute()
  return new Set([...rows.map(slugOf), ...former.map((row) => row.from_slug)])
}

/** Whether another product has the slug. */
export async function isSlugTaken(db: Db, slug: string, exceptId?: number): Promise<boolean> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'is', null)]))
    .execute()
  return rows.some((row) => slugOf(row) === slug && row.id !== exceptId)
}

/** Makes slugs usable for rows that are about to be written: neither a deleted product nor a redirect has them then. */
export async function claimSlugs(db: Db, slugs: string[]): Promise<void> {
  if (slugs.length === 0) return
  await db
    .updateTable('products')
    .set({ slug: null })
    .where('deleted_at', 'is not', null)
    .where(isOneOf(db, 'slug', slugs))
    .execute()
  await deleteRedirectsFrom(db, slugs)
}

async function deleteRedirectsFrom(db: Db, slugs: string[]): Promise<void> {
  await db
    .deleteFrom('redirects')
    .where('kind', '=', 'products')
    .where(isOneOf(db, 'from_slug', slugs))
    .execute()
}

/** Gives slugs to restored products whose slug another product has taken. */
export async function fillSlugs(db: Db, ids: number[]): Promise<void> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'slug'])
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const bare = rows.filter((row) => row.slug === null)
  if (bare.length > 0) {
    const taken = await listTakenSlugs(db)
    for (const { id, name } of bare) {
      const slug = takeFreeSlug(name, taken)
      await claimSlugs(db, [slug])
      await db.updateTable('products').set({ slug }).where('id', '=', id).execute()
    }
  }
  await deleteRedirectsFrom(
    db,
    rows.flatMap(({ slug }) => slug ?? []),
  )
}
