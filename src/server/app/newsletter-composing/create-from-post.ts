import type { NewsletterForm } from '../../../contract/audience/newsletters.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import { setSource } from '../../audience/newsletter-sending/newsletters.repo.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import type { Db } from '../../platform/db/schema.ts'
import { coverHtml, excerptHtml } from './excerpt-html.ts'

/** Makes a newsletter from a post, in a transaction. Returns its id; undefined for an unknown post. */
export async function createFromPost(
  db: Db,
  { postId, form, now }: { postId: number; form: NewsletterForm; now: string },
): Promise<number | undefined> {
  const post = await findEditablePost(db, postId, now)
  if (post?.kind !== 'post') return undefined
  // Readers of a public post get what they can see, not the working copy.
  const isPublic = post.publishedAt !== null && post.publishedAt <= now
  const text = (isPublic ? undefined : post.draft) ?? PostDraft.parse(post)
  // A mail shows the cover only as part of its text.
  const cover = text.content.includes(text.coverImage) ? '' : coverHtml(text)
  const prepared = await withTexts(db, {
    ...text,
    slug: '',
    content: form === 'whole' ? cover + text.content : excerptHtml(text),
    isFeatured: false,
    publishedAt: null,
  })
  const { id } = await writeNewDraft(db, { prepared, kind: 'newsletter', key: undefined, now })
  await setSource(db, id, postId, form)
  return id
}
