import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import type { Db, Schema } from './schema.ts'

/** The tables whose rows have a URL. */
export type RedirectKind = Schema['redirects']['kind']

/**
 * The id of the row that had a slug earlier. Redirects point to rows, not to slugs, so there are no chains and no loops.
 * The caller checks whether the row is public.
 */
export async function findRedirectTarget(db: Db, kind: RedirectKind, slug: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('redirects')
    .select('target_id')
    .where('kind', '=', kind)
    .where('from_slug', '=', slug)
    .executeTakeFirst()
  return row?.target_id
}

/**
 * Finds by a slug as it stands in a URL, else by its canonical spelling. What is found by the latter has another slug, to which the
 * URL redirects.
 */
export async function findBySpelling<Found>(
  slug: string,
  find: (slug: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await find(slug)
  const canonical = canonicalSlug(slug)
  return found !== undefined || canonical === slug ? found : find(canonical)
}

export type NewRedirect = { kind: RedirectKind; slug: string; targetId: number; now: string }

/** Redirects the formerly public `slug` to its row, whatever slug that has later. */
export async function addRedirect(db: Db, { kind, slug, targetId, now }: NewRedirect): Promise<void> {
  await db
    .insertInto('redirects')
    .values({ kind, from_slug: slug, target_id: targetId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'from_slug']).doUpdateSet({ target_id: targetId, created_at: now }),
    )
    .execute()
}

/** Deletes the redirect from a slug that a row now uses. */
export async function deleteRedirectFrom(db: Db, kind: RedirectKind, slug: string): Promise<void> {
  await db.deleteFrom('redirects').where('kind', '=', kind).where('from_slug', '=', slug).execute()
}

/** Redirects the former slug of a row to its new one, if they differ. */
export async function moveSlug(
  db: Db,
  { kind, from, to, targetId, now }: { kind: RedirectKind; from: string; to: string; targetId: number; now: string },
): Promise<void> {
  if (from === to) return
  await deleteRedirectFrom(db, kind, to)
  await addRedirect(db, { kind, slug: from, targetId, now })
}
