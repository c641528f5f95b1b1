import { createHash, randomBytes } from 'node:crypto'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { Post, PostPreview } from '../../../contract/content/posts.ts'
import { type NewPreviewLink, PREVIEW_LINKS_MAX, type PreviewLink } from '../../../contract/content/preview-links.ts'
import { isPictureUrl } from '../../../contract/platform/urls.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db } from '../../platform/db/schema.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { draftColumns, toRowDraft } from './post-drafts.ts'
import { bodies, toPost } from './post-rows.ts'
import { findWorkingCopy } from './working-copies.repo.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The links of a post that work, newest first. */
export async function listPreviewLinks(db: Db, postId: number, now: string): Promise<PreviewLink[]> {
  const rows = await db
    .selectFrom('preview_links')
    .select(['id', 'created_at', 'expires_at'])
    .where('post_id', '=', postId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at }))
}

/** Returns the token, of which only the hash is stored; undefined if as many links work as may. Call it in a transaction. */
export async function createPreviewLink(
  db: Db,
  { postId, days, now }: { postId: number; days: number; now: string },
): Promise<NewPreviewLink | undefined> {
  if ((await listPreviewLinks(db, postId, now)).length >= PREVIEW_LINKS_MAX) return undefined
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.parse(now) + days * DAY_MS).toISOString()
  const { id } = await db
    .insertInto('preview_links')
    .values({ token_hash: hashToken(token), post_id: postId, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, createdAt: now, expiresAt, token }
}

/** The post of a token; undefined if the link is unknown, expired or withdrawn. */
export async function findPreviewedPost(db: Db, token: string, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('preview_links')
    .select('post_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.post_id
}

/** Withdraws one link, or all of a post. Returns how many there were. */
export async function deletePreviewLinks(db: Db, postId: number, id?: number): Promise<number> {
  const rows = await db
    .deleteFrom('preview_links')
    .where('post_id', '=', postId)
    .$call((query) => (id === undefined ? query : query.where('id', '=', id)))
    .returning('id')
    .execute()
  return rows.length
}

export async function deleteExpiredPreviewLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom('preview_links').where('expires_at', '<=', now).execute()
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Any post as its page would show what the editor holds: the text of a draft, or the working copy if there is one. */
export async function findPreview(db: Db, id: number): Promise<PostPreview | undefined> {
  const row = await bodies(db)
    .select([...draftColumns, 'posts.kind'])
    .where('posts.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const draft = row.published_at === null ? toRowDraft(row) : (await findWorkingCopy(db, id))?.draft
  const shown = draft ? await withDraft(db, toPost(row), draft) : toPost(row)
  const [post] = await renderBodies(db, [shown], row.kind === 'page' ? 'page' : 'post')
  return post && { ...post, kind: row.kind }
}

async function withDraft(db: Db, post: Post, draft: PostDraft): Promise<Post> {
  // Any text may stand in a draft.
  const coverImage = isPictureUrl(draft.coverImage) ? draft.coverImage : ''
  const image = await db.selectFrom('images').select(pictureColumns).where('url', '=', coverImage).executeTakeFirst()
  const category =
    draft.categoryId === null
      ? undefined
      : await db.selectFrom('categories').select('name').where('id', '=', draft.categoryId).executeTakeFirst()
  return {
    ...post,
    ...draft,
    coverImage,
    categoryName: category?.name ?? null,
    picture: image ? toPicture(image) : null,
  }
}
