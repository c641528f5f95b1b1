import { sql } from 'kysely'
import type { PostChoice } from '../../../contract/content/post-bulk.ts'
import type { EditablePost, OwnerPostSummary, PostKind, PostStatus } from '../../../contract/content/posts.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { hasWords } from '../../platform/db/search-index.ts'
import { byDeletion, isListed } from '../../platform/db/trash.ts'
import { statusOf, toPostSummary } from './post-columns.ts'
import { draftColumns, toRowDraft } from './post-drafts.ts'
import { bodies, summaries, toPost } from './post-rows.ts'
import { findWorkingCopy } from './working-copies.repo.ts'

export type OwnerPostFilter = {
  now: string
  q?: string
  status: PostStatus | 'all' | 'trash'
  kind?: PostKind
  categoryId?: number
  links?: 'none'
}

/** The owner's list of posts, drafts included. The search finds a working copy by its title. */
export const ownerPosts = createRowList({
  table: 'posts',
  matching: (db, { now, q, status, kind = 'post', categoryId, links }: OwnerPostFilter) =>
    db
      .selectFrom('posts')
      .where(isListed('posts', { status, now }))
      .where('posts.kind', '=', kind)
      .$if(status === 'draft', (query) => query.where('posts.published_at', 'is', null))
      .$if(status === 'scheduled', (query) => query.where('posts.published_at', '>', now))
      .$if(status === 'published', (query) => query.where('posts.published_at', '<=', now))
      .$call((query) => (categoryId === undefined ? query : query.where('posts.category_id', '=', categoryId)))
      .$if(links === 'none', (query) =>
        query.where('posts.published_at', '<=', now).where(({ not, exists }) => not(exists(linksTo(db, now)))),
      )
      .$call((query) =>
        q
          ? query.where(({ or, eb, selectFrom }) =>
              or([
                hasWords(db, 'posts', q),
                eb(
                  'posts.id',
                  'in',
                  selectFrom('post_drafts')
                    .select('post_drafts.post_id')
                    .where(({ ref }) => contains([ref('post_drafts.title')], q)),
                ),
              ]),
            )
          : query,
      ),
  sorts: {
    updatedAt: (direction) => [sql`posts.updated_at ${direction}`],
    // A draft counts as older than every date, on either database.
    publishedAt: (direction) => [
      sql`(posts.published_at is not null) ${direction}`,
      sql`posts.published_at ${direction}`,
    ],
    title: (direction) => [sql`lower(posts.title) ${direction}`],
    deletedAt: byDeletion('posts'),
  },
  defaultSort: 'updatedAt',
  descending: ['updatedAt', 'publishedAt', 'deletedAt'],
  read: async (db, ids, { now }): Promise<OwnerPostSummary[]> => {
    const rows = await summaries(db)
      .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
      .select([
        'posts.version',
        'posts.deleted_at',
        'posts.deleted_slug',
        'post_drafts.post_id as copy_of',
        ...draftColumns,
      ])
      .where('posts.id', 'in', ids)
      .execute()
    return rows.map((row) => ({
      ...toPostSummary(row),
      updatedAt: row.updated_at,
      version: row.version,
      status: statusOf(row.published_at, now),
      slug: shownSlug(row),
      hasUnpublishedChanges: row.published_at !== null && row.copy_of !== null,
      deletedAt: row.deleted_at,
    }))
  },
})

/** The public texts that link to the post of the outer query. */
function linksTo(db: Db, now: string) {
  return db
    .selectFrom('post_references')
    .innerJoin('posts as source', 'source.id', 'post_references.post_id')
    .select('source.id')
    .where('post_references.kind', '=', 'post')
    .whereRef('post_references.ref_id', '=', sql.ref('posts.id'))
    .whereRef('source.id', '<>', sql.ref('posts.id'))
    .where('source.kind', 'in', ['post', 'page'])
    .where('source.deleted_at', 'is', null)
    .where('source.published_at', '<=', now)
}

/** The ids of the posts that the owner chose in their list. */
export function choosePosts(db: Db, { query, ...choice }: PostChoice, now: string): Promise<number[]> {
  return ownerPosts.chosen(db, { ...choice, query: query && { ...query, now } })
}

/** The slug as the owner typed it. */
function shownSlug(row: Pick<Row<'posts'>, 'slug' | 'draft_slug' | 'deleted_slug'>): string {
  return row.draft_slug ?? row.deleted_slug ?? row.slug
}

/** The title that the editor shows of a post that is not deleted. */
export async function findEditedTitle(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
    .select(['posts.title', 'post_drafts.title as edited'])
    .where('posts.id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && (row.edited ?? row.title)
}

/** A post as it is stored, with what the editor shows of it. */
export async function findEditablePost(db: Db, id: number, now: string): Promise<EditablePost | undefined> {
  const row = await bodies(db)
    .select(['posts.version', 'posts.kind', ...draftColumns])
    .where('posts.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const status = statusOf(row.published_at, now)
  const copy =
    status === 'draft' ? { draft: toRowDraft(row), updatedAt: row.updated_at } : await findWorkingCopy(db, id)
  return {
    ...toPost(row),
    coverImage: row.cover_image,
    pinImage: row.pin_image ?? '',
    updatedAt: row.updated_at,
    slug: shownSlug({ ...row, deleted_slug: null }),
    version: row.version,
    status,
    kind: row.kind,
    draft: copy?.draft ?? null,
    draftedAt: copy?.updatedAt ?? null,
  }
}

/** The same of a post that this transaction has locked or written. */
export async function readEditablePost(db: Db, id: number, now: string): Promise<EditablePost> {
  const post = await findEditablePost(db, id, now)
  if (!post) throw new Error(`There is no post ${id}`)
  return post
}
