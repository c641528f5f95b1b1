import { fillWithoutReader } from '../../../contract/audience/merge-fields.ts'
import type { RenderNewsletter } from '../../../contract/audience/newsletter-mail.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { SLUG_MAX } from '../../../contract/content/posts.ts'
import { readDigest } from '../../audience/newsletter-sending/digests.repo.ts'
import { findNewsletter } from '../../audience/newsletter-sending/newsletters.repo.ts'
import type { NewsletterContent } from '../../audience/newsletter-sending/sending.repo.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { isSlugTaken } from '../../content/posts/post-slugs.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { mailSize } from './mail-size.ts'
import { type RenderedNewsletter, renderNewsletterMail } from './render-newsletter-mail.ts'

export type ComposeOptions = { origin: string; renderNewsletter: RenderNewsletter }

export type ComposedNewsletter = {
  newsletter: Newsletter
  rendered: RenderedNewsletter
  /** The size of the HTML that a recipient gets. */
  bytes: number
  now: Date
  /** The content that is frozen when it is sent. */
  content: NewsletterContent
}

/** The mail of a newsletter as it would be sent now, with merge fields; a preview's links lead to their targets at once. Undefined for an unknown newsletter. */
export async function composeNewsletter(
  db: Db,
  id: number,
  { origin, renderNewsletter, now, isPreview = false }: ComposeOptions & { now: Date; isPreview?: boolean },
): Promise<ComposedNewsletter | undefined> {
  const [newsletter, post, digest] = await Promise.all([
    findNewsletter(db, id, now),
    findEditablePost(db, id, now.toISOString()),
    readDigest(db),
  ])
  if (!newsletter || !post) return undefined
  const edited = post.draft ?? post
  const { title, excerpt, content, slug: typedSlug } = edited
  const rendered = await renderNewsletterMail(
    db,
    {
      newsletterId: id,
      post: { ...edited, title: title.trim(), excerpt: excerpt.trim() },
      ...(newsletter.sourcePost?.isPublished && { sourcePost: newsletter.sourcePost }),
      ...{ note: newsletter.intro, senderName: newsletter.senderName, hasPage: newsletter.hasPage, origin, now },
      ...{ hasDigest: digest.isOn, countsClicks: newsletter.countsClicks, isPreview },
      // One whose time has passed is sent now.
      sentAt: new Date(Math.max(now.getTime(), Date.parse(newsletter.scheduledAt ?? '') || 0)),
    },
    renderNewsletter,
  )
  const { subject, html, text, sentHtml } = rendered
  const slug = await findSlug(db, id, typedSlug || fillWithoutReader(title))
  return {
    newsletter,
    rendered,
    bytes: mailSize(sentHtml, { id, slug, countsClicks: newsletter.countsClicks }, origin),
    now,
    content: {
      ...{ subject, preview: excerpt.trim(), html, text, content, links: rendered.countedLinks },
      ...{ slug, postVersion: post.version, version: newsletter.version },
    },
  }
}

/** The address of a newsletter's page: as typed, or from its subject; made unique with its id. */
async function findSlug(db: Db, id: number, wanted: string): Promise<string> {
  const slug = wanted
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC')
    .slice(0, SLUG_MAX - 20)
  const free = slug !== '' && !(await isSlugTaken(db, slug, id))
  return free ? slug : `${slug || 'newsletter'}-${id}`
}
