import { type PostInput, REVISIONS_MAX, type Revision, type RevisionSummary } from '../../../contract/posts.ts'
import type { Db } from '../../platform/db/schema.ts'

export type NewRevision = { postId: number; version: number; words: number; post: PostInput; now: string }

/** Keeps a state of a post once; the oldest beyond `REVISIONS_MAX` go. */
export async function keepRevision(db: Db, { postId, version, words, post, now }: NewRevision): Promise<void> {
  await db
    .insertInto('post_revisions')
    .values({ post_id: postId, version, title: post.title, words, post: JSON.stringify(post), created_at: now })
    .onConflict((conflict) => conflict.columns(['post_id', 'version']).doNothing())
    .execute()
  await db
    .deleteFrom('post_revisions')
    .where('post_id', '=', postId)
    .where('version', '<=', (eb) =>
      eb
        .selectFrom('post_revisions')
        .select('version')
        .where('post_id', '=', postId)
        .orderBy('version', 'desc')
        .limit(1)
        .offset(REVISIONS_MAX),
    )
    .execute()
}

/** The kept states of a post, newest first. */
export async function listRevisions(db: Db, postId: number): Promise<RevisionSummary[]> {
  const rows = await db
    .selectFrom('post_revisions')
    .select(['id', 'version', 'title', 'words', 'created_at'])
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
}

export async function findRevision(db: Db, postId: number, id: number): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('post_revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, title, words, created_at } = row
  return { id, version, title, words, createdAt: created_at, post: JSON.parse(row.post) as PostInput }
}
