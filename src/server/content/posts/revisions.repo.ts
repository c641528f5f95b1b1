import type { PostInput } from '../../../contract/posts.ts'
import { REVISIONS_MAX, type Revision, type RevisionSummary } from '../../../contract/revisions.ts'
import type { Db } from '../../platform/db/schema.ts'
import { countWords } from '../rich-text/clean-html.ts'

export type NewRevision = {
  postId: number
  version: number
  post: PostInput
  /** Absent: counted if the revision is new. */
  words?: number
  now: string
}

/** Stores a revision unless it is stored already, and deletes the oldest beyond `REVISIONS_MAX`. */
export async function storeRevision(db: Db, { postId, version, post, words, now }: NewRevision): Promise<void> {
  if (await isStored(db, postId, version)) return
  await db
    .insertInto('post_revisions')
    .values({
      post_id: postId,
      version,
      title: post.title,
      words: words ?? countWords(post.content),
      post: JSON.stringify(post),
      created_at: now,
    })
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

async function isStored(db: Db, postId: number, version: number): Promise<boolean> {
  const row = await db
    .selectFrom('post_revisions')
    .select('id')
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

/** The revisions of a post, newest first. */
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
