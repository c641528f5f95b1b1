import { isDeepStrictEqual } from 'node:util'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import {
  REVISIONS_MAX,
  type Revision,
  type RevisionKind,
  type RevisionSummary,
} from '../../../contract/content/revisions.ts'
import type { Db } from '../../platform/db/schema.ts'
import { countWords } from '../rich-text/clean-html.ts'
import { statusOf } from './post-columns.ts'
import { parseStoredDraft } from './post-drafts.ts'

export type NewRevision = {
  postId: number
  version: number
  kind: RevisionKind
  post: PostDraft
  /** Absent: counted if the revision is new. */
  words?: number
  now: string
}

/** Revisions of autosaved text that are stored of each post, so that they do not push out what was saved. */
const AUTOSAVED_MAX = 20

/** Stores a revision unless one of its version is stored already, and deletes the oldest beyond `REVISIONS_MAX`. */
export async function storeRevision(db: Db, { postId, version, kind, post, words, now }: NewRevision): Promise<void> {
  if (await isStored(db, postId, version)) return
  await db
    .insertInto('post_revisions')
    .values({
      post_id: postId,
      version,
      kind,
      title: post.title,
      words: words ?? countWords(post.content),
      post: JSON.stringify(post),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['post_id', 'version']).doNothing())
    .execute()
  if (kind === 'autosaved') await deleteBeyond(db, postId, AUTOSAVED_MAX, kind)
  await deleteBeyond(db, postId, REVISIONS_MAX)
}

/** Stores the saved state of a post that has no revision of it yet, such as a seeded or an imported one. */
export async function storeSavedState(db: Db, revision: NewRevision): Promise<void> {
  const newest = await db
    .selectFrom('post_revisions')
    .select('post')
    .where('post_id', '=', revision.postId)
    .where((where) => where.or([where('kind', 'is', null), where('kind', 'in', ['published', 'scheduled', 'draft'])]))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest && isDeepStrictEqual(parseStoredDraft(newest.post), revision.post)) return
  await storeRevision(db, revision)
}

/** The time of a post's newest revision. */
export async function findLastRevisionTime(db: Db, postId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('post_revisions')
    .select('created_at')
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

async function deleteBeyond(db: Db, postId: number, max: number, kind?: RevisionKind): Promise<void> {
  await db
    .deleteFrom('post_revisions')
    .where('post_id', '=', postId)
    .$call((query) => (kind === undefined ? query : query.where('kind', '=', kind)))
    .where('version', '<=', (eb) =>
      eb
        .selectFrom('post_revisions')
        .select('version')
        .where('post_id', '=', postId)
        .$call((query) => (kind === undefined ? query : query.where('kind', '=', kind)))
        .orderBy('version', 'desc')
        .limit(1)
        .offset(max),
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
    .select(['id', 'version', 'title', 'words', 'created_at', 'kind'])
    // Read for a revision of an older version of the program alone, to tell its kind.
    .select((eb) => eb.case().when('kind', 'is', null).then(eb.ref('post')).end().as('post'))
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(toSummary)
}

export async function findRevision(db: Db, postId: number, id: number): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('post_revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...toSummary(row), post: parseStoredDraft(row.post) }
}

type SummaryRow = {
  id: number
  version: number
  title: string
  words: number
  created_at: string
  kind: RevisionKind | null
  post: string | null
}

function toSummary({ id, version, title, words, created_at, kind, post }: SummaryRow): RevisionSummary {
  const publishedAt = kind || post === null ? null : (JSON.parse(post) as PostDraft).publishedAt
  return { id, version, kind: kind ?? statusOf(publishedAt, created_at), title, words, createdAt: created_at }
}
