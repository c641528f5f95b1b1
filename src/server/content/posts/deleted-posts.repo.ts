import { sql } from 'kysely'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { activeStates } from '../../../contract/audience/newsletters.ts'
import type { BulkResult } from '../../../contract/content/post-bulk.ts'
import type { PostKind } from '../../../contract/content/posts.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteWithSlug } from '../../platform/db/slugs.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { isEmptyDraft, toRowDraft } from './post-drafts.ts'
import { listSpellings, redirectToSlug } from './post-slugs.repo.ts'

export type Deletion = { deleted: Named[]; refused: BulkResult['failed'] }

/**
 * Deletes posts and frees their slugs; drafts in which nothing was typed leave nothing. Newsletters that are sent by themselves, now
 * or later, are refused. Returns those that were not deleted yet. Call it in a transaction.
 */
export async function deletePosts(db: Db, ids: number[], now: string): Promise<Deletion> {
  const refused = await refuseActiveNewsletters(db, ids)
  const allowed = ids.filter((id) => refused.every((newsletter) => newsletter.id !== id))
  if (allowed.length === 0) return { deleted: [], refused }
  const empty = await deleteEmptyDrafts(db, allowed)
  const deleted = await deleteWithSlug(db, 'posts', { ids: allowed, now, name: sql.ref('title') })
  return { deleted: [...empty.map(({ id, title }) => ({ id, name: title })), ...deleted], refused }
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
    id,
    title,
    message: isAutomatic(kind)
      ? 'Switch it off first, then it can be deleted.'
      : 'Take it off the schedule or cancel it first, then it can be deleted.',
  }))
}

/** Restores deleted posts, of any kind or of `kind`, with their slugs. Call it in a transaction, to roll back where a slug is taken. */
export async function restorePosts(db: Db, ids: number[], now: string, kind?: PostKind): Promise<Named[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'deleted_slug', 'category_id', 'published_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .$call((query) => (kind === undefined ? query : query.where('kind', '=', kind)))
    .execute()
  for (const { id, title, deleted_slug: slug, category_id, published_at } of rows) {
    if (slug === null) throw new Error(`The deleted post ${id} has no slug`)
    // Posts from before slugs had one spelling may differ only in that.
    const isTaken = (await listSpellings(db, slug)).some((row) => row.slug === slug)
    if (isTaken) {
      const reason = `its slug “${slug}” belongs to another post now. Change that one first.`
      throw new Rejection(`“${title}” cannot come back: ${reason}`)
    }
    const hasCategory = category_id !== null && (await isCategory(db, category_id))
    await db
      .updateTable('posts')
      .set({ deleted_at: null, deleted_slug: null, slug, category_id: hasCategory ? category_id : null })
      .where('id', '=', id)
      .execute()
    if (published_at !== null) await redirectToSlug(db, { id, slug, now })
  }
  return rows.map(({ id, title }) => ({ id, name: title }))
}

/** Deletes those of the posts that are drafts in which nothing was typed. */
async function deleteEmptyDrafts(db: Db, ids: number[]): Promise<Row<'posts'>[]> {
  return deleteEmpty(db, await untitled(db).where('id', 'in', ids).execute())
}

/** Purges drafts in which nothing was typed, last written before `before`: an editor that was opened and left. */
export async function purgeEmptyDrafts(db: Db, before: string): Promise<void> {
  await deleteEmpty(db, await untitled(db).where('updated_at', '<', before).limit(1000).execute())
}

/**
 * Selects untitled drafts, and only those newsletters that were never scheduled or sent: the others have recipients
 * and numbers.
 */
function untitled(db: Db) {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('title', '=', '')
    .where('body_text', '=', '')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('newsletters')
        .select('post_id')
        .where((or) => or.or([or('state', '<>', 'draft'), or('started_at', 'is not', null)])),
    )
}

async function deleteEmpty(db: Db, rows: Row<'posts'>[]): Promise<Row<'posts'>[]> {
  const empty = rows.filter((row) => isEmptyDraft(toRowDraft(row)))
  for (const { id, version } of empty)
    await db.deleteFrom('posts').where('id', '=', id).where('version', '=', version).execute()
  return empty
}
