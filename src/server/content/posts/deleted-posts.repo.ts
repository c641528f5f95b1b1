import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { activeStates } from '../../../contract/audience/newsletters.ts'
import type { BulkResult } from '../../../contract/content/post-bulk.ts'
import type { PostKind } from '../../../contract/content/posts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { tombstoneSlug } from '../../platform/db/soft-delete.ts'
import { deleteEmptyDrafts } from './empty-drafts.repo.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { listSpellings, redirectToSlug } from './post-slugs.repo.ts'

export type Deletion = { titles: string[]; refused: BulkResult['failed'] }

/**
 * Deletes posts and frees their slugs; drafts in which nothing was typed leave nothing. Newsletters that are sent by themselves, now
 * or later, are refused. Returns the titles of those that were not deleted yet. Call it in a transaction.
 */
export async function deletePosts(db: Db, ids: number[], now: string): Promise<Deletion> {
  const refused = await refuseActiveNewsletters(db, ids)
  const allowed = ids.filter((id) => refused.every((newsletter) => newsletter.id !== id))
  if (allowed.length === 0) return { titles: [], refused }
  const empty = await deleteEmptyDrafts(db, allowed)
  const rows = await db
    .updateTable('posts')
    .set((eb) => ({ deleted_at: now, deleted_slug: eb.ref('slug'), slug: tombstoneSlug() }))
    .where('id', 'in', allowed)
    .where('deleted_at', 'is', null)
    .returning('title')
    .execute()
  return { titles: [...empty, ...rows].map((row) => row.title), refused }
}

/** Increments the version of the other newsletters, so that a start that is being prepared fails. */
async function refuseActiveNewsletters(db: Db, ids: number[]): Promise<Deletion['refused']> {
  const idle = await db
    .updateTable('newsletters')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('post_id', 'in', ids)
    .where('state', 'not in', activeStates)
    .where('post_id', 'in', (eb) =>
      eb.selectFrom('posts').select('id').where('id', 'in', ids).where('deleted_at', 'is', null),
    )
    .returning('post_id')
    .execute()
  const idleIds = idle.map(({ post_id }) => post_id)
  const active = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select(['posts.id', 'posts.title', 'newsletters.kind'])
    .where('posts.id', 'in', ids)
    .where('posts.deleted_at', 'is', null)
    .$if(idleIds.length > 0, (query) => query.where('posts.id', 'not in', idleIds))
    .orderBy('posts.id')
    .execute()
  return active.map(({ id, title, kind }) => ({
    ...{ id, title },
    message: isAutomatic(kind)
      ? 'Switch it off first, then it can be deleted.'
      : 'Take it off the schedule or cancel it first, then it can be deleted.',
  }))
}

export type RestoreOutcome =
  | { kind: 'restored'; titles: string[] }
  | { kind: 'slug-taken'; slug: string; title: string }

/** Restores deleted posts, of any kind or of `kind`, with their slugs. Call it in a transaction, to roll back where a slug is taken. */
export async function restorePosts(db: Db, ids: number[], now: string, kind?: PostKind): Promise<RestoreOutcome> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'deleted_slug', 'category_id', 'published_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()
  for (const { id, title, deleted_slug, category_id, published_at } of rows) {
    const slug = deleted_slug!
    // Posts from before slugs had one spelling may differ only in that.
    const isTaken = (await listSpellings(db, slug)).some((row) => row.slug === slug)
    if (isTaken) return { kind: 'slug-taken', slug, title }
    const hasCategory = category_id !== null && (await isCategory(db, category_id))
    await db
      .updateTable('posts')
      .set({ deleted_at: null, deleted_slug: null, slug, category_id: hasCategory ? category_id : null })
      .where('id', '=', id)
      .execute()
    if (published_at !== null) await redirectToSlug(db, { id, slug, now })
  }
  return { kind: 'restored', titles: rows.map((row) => row.title) }
}
