import { PostDraft } from '../../../contract/content/post-draft.ts'
import { type EditablePost, type PostKind, SLUG_MAX } from '../../../contract/content/posts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findEditablePost } from './owner-posts.repo.ts'
import { writeNewDraft } from './post-drafts.repo.ts'
import { isSlugTaken } from './post-slugs.repo.ts'
import { withTexts } from './prepare-post.ts'

export type Duplication = { id: number; kind?: PostKind; now: string }

/** Creates a draft with what the editor shows of a post; undefined for an unknown post. Call it in a transaction. */
export async function duplicatePost(db: Db, { id, kind, now }: Duplication): Promise<EditablePost | undefined> {
  const source = await findEditablePost(db, id, now)
  if (!source) return undefined
  const to = kind ?? source.kind
  const text = source.draft ?? PostDraft.parse(source)
  const isCopy = to === source.kind
  const post = {
    ...text,
    title: isCopy ? `${text.title} (copy)` : text.title,
    // From a template, or into one: the slug follows from the title that it gets.
    slug: isCopy ? await freeSlug(db, text.slug) : '',
    isFeatured: false,
    publishedAt: null,
  }
  const prepared = await withTexts(db, post)
  const { id: copy } = await writeNewDraft(db, { prepared, kind: to, key: undefined, now })
  if (isCopy && to === 'newsletter') await copyNewsletterSettings(db, id, copy)
  return findEditablePost(db, copy, now)
}

async function freeSlug(db: Db, slug: string): Promise<string> {
  if (slug === '') return ''
  for (let number = 1; number <= 50; number++) {
    const suffix = number === 1 ? '-copy' : `-copy-${number}`
    const candidate = slug.slice(0, SLUG_MAX - suffix.length) + suffix
    if (!(await isSlugTaken(db, candidate))) return candidate
  }
  return ''
}

/** Gives a new newsletter the sender, note, audience and source of another one; a copy of an automatic one is an ordinary one. */
async function copyNewsletterSettings(db: Db, fromId: number, toId: number): Promise<void> {
  const from = await db
    .selectFrom('newsletters')
    .select(['kind', 'sender_name', 'intro', 'audience', 'source_post_id', 'source_form', 'has_page', 'is_indexable'])
    .where('post_id', '=', fromId)
    .executeTakeFirst()
  if (!from) return
  const { kind, has_page, is_indexable, ...settings } = from
  const hasPage = kind === 'newsletter' || kind === 'digest'
  await db
    .updateTable('newsletters')
    .set({
      ...settings,
      ...(hasPage && { has_page: Boolean(has_page), is_indexable: Boolean(is_indexable) }),
    })
    .where('post_id', '=', toId)
    .execute()
}
