import type { Db } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { deleteRedirectFrom } from '../redirects/redirects.repo.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { isEmptyDraft, toRowDraft } from './post-drafts.ts'
import { isSlugTaken } from './post-slugs.repo.ts'

/**
 * Deletes posts and frees their slugs; drafts in which nothing was typed leave nothing. Returns the titles of those that were
 * not deleted yet.
 */
export async function deletePosts(db: Db, ids: number[], now: string): Promise<string[]> {
  const empty = await deleteEmptyDrafts(db, ids)
  const rows = await db
    .updateTable('posts')
    .set((eb) => ({ deleted_at: now, deleted_slug: eb.ref('slug'), slug: tombstoneSlug() }))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('title')
    .execute()
  return [...empty, ...rows].map((row) => row.title)
}

async function deleteEmptyDrafts(db: Db, ids: number[]): Promise<{ title: string }[]> {
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', 'in', ids)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('title', '=', '')
    .where('body_text', '=', '')
    .execute()
  const empty = rows.filter((row) => isEmptyDraft(toRowDraft(row)))
  for (const { id, version } of empty)
    await db.deleteFrom('posts').where('id', '=', id).where('version', '=', version).execute()
  return empty
}

export type RestoreOutcome =
  | { kind: 'restored'; titles: string[] }
  | { kind: 'slug-taken'; slug: string; title: string }

/** Restores deleted posts with their slugs. Call it in a transaction, to roll back where a slug is taken. */
export async function restorePosts(db: Db, ids: number[]): Promise<RestoreOutcome> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'deleted_slug', 'category_id', 'published_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
  for (const { id, title, deleted_slug, category_id, published_at } of rows) {
    const slug = deleted_slug!
    if (await isSlugTaken(db, slug)) return { kind: 'slug-taken', slug, title }
    const hasCategory = category_id !== null && (await isCategory(db, category_id))
    await db
      .updateTable('posts')
      .set({ deleted_at: null, deleted_slug: null, slug, category_id: hasCategory ? category_id : null })
      .where('id', '=', id)
      .execute()
    if (published_at !== null) await deleteRedirectFrom(db, 'posts', slug)
  }
  return { kind: 'restored', titles: rows.map((row) => row.title) }
}
