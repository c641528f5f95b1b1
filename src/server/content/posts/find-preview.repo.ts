import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { Post, PostPreview } from '../../../contract/content/posts.ts'
import { isPictureUrl } from '../../../contract/platform/urls.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db } from '../../platform/db/schema.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { draftColumns, toRowDraft } from './post-drafts.ts'
import { bodies, toPost } from './post-rows.ts'
import { findWorkingCopy } from './working-copies.repo.ts'

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
