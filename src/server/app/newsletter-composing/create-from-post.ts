import type { NewsletterForm } from '../../../contract/audience/newsletters.ts'
import { findNewsletterOfPost, setSource } from '../../audience/newsletter-sending/newsletters.repo.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { lockPost } from '../../content/posts/posts-write.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import type { Db } from '../../platform/db/schema.ts'
import { editedText, toSourceText } from './source-text.ts'

type FromPost = { postId: number; form: NewsletterForm; isOnce: boolean; now: string }

/** Makes a newsletter from a post, in a transaction. Returns its id; undefined for an unknown post. */
export async function createFromPost(db: Db, { postId, form, isOnce, now }: FromPost): Promise<number | undefined> {
  // A second request at the same time finds the newsletter of the first.
  if (isOnce) await lockPost(db, postId)
  const post = await findEditablePost(db, postId, now)
  if (post?.kind !== 'post') return undefined
  const known = isOnce ? await findNewsletterOfPost(db, postId) : undefined
  if (known !== undefined) return known
  const text = editedText(post, now)
  const source = toSourceText(text, form)
  const prepared = await withTexts(db, { ...text, ...source, slug: '', isFeatured: false, publishedAt: null })
  const { id } = await writeNewDraft(db, { prepared, kind: 'newsletter', key: undefined, now })
  await setSource(db, id, { postId, form, text: JSON.stringify(source), takenAt: now })
  return id
}
