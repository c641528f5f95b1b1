import type { RenderLetter } from '../../../contract/letter-mail.ts'
import type { Letter } from '../../../contract/letters.ts'
import { SLUG_MAX } from '../../../contract/posts.ts'
import { findLetter } from '../../audience/letters/letters.repo.ts'
import type { LetterContent } from '../../audience/letters/sending.repo.ts'
import { type RenderedLetter, renderLetterMail } from '../../content/letters/render-letter-mail.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { isSlugTaken } from '../../content/posts/post-slugs.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

export type ComposeOptions = { origin: string; renderLetter: RenderLetter }

export type ComposedLetter = {
  letter: Letter
  rendered: RenderedLetter
  /** What is frozen when it is sent. */
  content: LetterContent
}

/** The mail of a letter as it would be sent now, with merge fields. Undefined for an unknown letter. */
export async function composeLetter(
  db: Db,
  id: number,
  { origin, renderLetter, now }: ComposeOptions & { now: Date },
): Promise<ComposedLetter | undefined> {
  const [letter, post] = await Promise.all([findLetter(db, id, now), findEditablePost(db, id, now.toISOString())])
  if (!letter || !post) return undefined
  const { title, excerpt, content, slug, linkIngredients } = post.draft ?? post
  const rendered = await renderLetterMail(
    db,
    {
      letterId: id,
      post: { title: title.trim(), excerpt: excerpt.trim(), content, linkIngredients },
      ...(letter.sourcePost && { sourcePost: letter.sourcePost }),
      ...{ note: letter.intro, senderName: letter.senderName, hasPage: letter.hasPage, origin, now },
    },
    renderLetter,
  )
  const { subject, html, text } = rendered
  return {
    letter,
    rendered,
    content: {
      ...{ subject, preview: excerpt.trim(), html, text, content },
      slug: await findSlug(db, id, slug || title),
      ...{ postVersion: post.version, version: letter.version },
    },
  }
}

/** The address of a letter's page: as typed, or from its subject; made unique with its id. */
async function findSlug(db: Db, id: number, wanted: string): Promise<string> {
  const slug = wanted
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX - 20)
  const free = slug !== '' && !(await isSlugTaken(db, slug, id))
  return free ? slug : `${slug || 'letter'}-${id}`
}
