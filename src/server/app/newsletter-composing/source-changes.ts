import { isDeepStrictEqual } from 'node:util'
import type { SourceChanges } from '../../../contract/audience/newsletters.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import { findNewsletter, findSource, setSource } from '../../audience/newsletter-sending/newsletters.repo.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { writeAsDraft } from '../../content/posts/post-drafts.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import { storeRevision } from '../../content/posts/revisions.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { editedText, mergeBody, type SourceText, toSourceText } from './source-text.ts'

type Plan = { changes: SourceChanges; source: SourceText; before: PostDraft; draft: PostDraft; postVersion: number }

/** Undefined for a newsletter that was not made from a post, or whose post is deleted. */
export async function findSourceChanges(db: Db, id: number, now: string): Promise<SourceChanges | undefined> {
  return (await planChanges(db, id, now))?.changes
}

/**
 * Replaces what a newsletter took from its post, in a transaction; the text before it stays as a revision. Undefined as above,
 * false for a newsletter that has started.
 */
export async function takeSourceChanges(db: Db, id: number, now: string): Promise<boolean | undefined> {
  const plan = await planChanges(db, id, now)
  const newsletter = await findNewsletter(db, id, new Date(now))
  const source = await findSource(db, id)
  if (!plan || !newsletter || !source) return undefined
  if (newsletter.state !== 'draft' && newsletter.state !== 'scheduled') return false
  if (!plan.changes.hasChanged) return true
  // Always, since the owner was told that she finds it there.
  await storeRevision(db, { postId: id, version: plan.postVersion, kind: 'draft', post: plan.before, now })
  const prepared = await withTexts(db, { ...plan.draft, publishedAt: null })
  await writeAsDraft(db, id, { prepared, version: plan.postVersion, now })
  await setSource(db, id, { ...source, text: JSON.stringify(plan.source), takenAt: now })
  return true
}

async function planChanges(db: Db, id: number, now: string): Promise<Plan | undefined> {
  const known = await findSource(db, id)
  if (!known) return undefined
  const [post, newsletter] = await Promise.all([findEditablePost(db, known.postId, now), findEditablePost(db, id, now)])
  if (!post || newsletter?.kind !== 'newsletter' || !newsletter.draft) return undefined
  const { draft } = newsletter
  const source = toSourceText(editedText(post, now), known.form)
  // One of an earlier version does not know what it took, so it counts as unchanged.
  const taken = known.text === null ? source : (JSON.parse(known.text) as SourceText)
  const hasNewText = taken.content !== source.content
  const body = hasNewText
    ? mergeBody(draft.content, taken.content, source.content)
    : { content: draft.content, replaced: [] }
  const pick = (name: 'title' | 'excerpt') =>
    taken[name] !== source[name] && draft[name] === taken[name] ? source[name] : null
  const [subject, preview] = [pick('title'), pick('excerpt')]
  const { label, labelBrand, labelSentence } = source
  return {
    source,
    before: draft,
    postVersion: newsletter.version,
    changes: {
      hasChanged: !isDeepStrictEqual(taken, source),
      takenAt: known.takenAt,
      ...{ subject, preview, hasNewText, replaced: body.replaced },
    },
    draft: {
      ...draft,
      title: subject ?? draft.title,
      excerpt: preview ?? draft.excerpt,
      content: body.content,
      ...{ label, labelBrand, labelSentence },
    },
  }
}
