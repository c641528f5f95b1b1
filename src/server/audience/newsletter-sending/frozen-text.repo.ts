import { type Labelled, toPostLabel } from '../../../contract/content/post-labels.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addLinks } from './newsletter-links.repo.ts'
import type { NewsletterContent } from './sending.repo.ts'

/** The text and the settings with which a newsletter was started or switched on. */
export type FrozenText = {
  subject: string
  preview: string
  content: string
  linkIngredients: boolean
  label: Labelled
  senderName: string
  intro: string
  countsClicks: boolean
  version: number
}

/** Undefined for a newsletter that is neither being sent nor paused. */
export async function findFrozenText(db: Db, id: number): Promise<FrozenText | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select(['sent_subject', 'sent_preview', 'sent_content', 'link_ingredients', 'newsletters.version'])
    .select(['label', 'label_brand', 'label_sentence'])
    .select((eb) => [
      eb.fn.coalesce('sent_sender_name', 'sender_name').as('sender_name'),
      eb.fn.coalesce('sent_intro', 'intro').as('intro'),
      eb.fn.coalesce('sent_counts_clicks', 'counts_clicks').as('counts_clicks'),
    ])
    .where('post_id', '=', id)
    .where('newsletters.state', 'in', ['sending', 'paused'])
    .executeTakeFirst()
  if (!row || row.sent_subject === null || row.sent_content === null) return undefined
  return {
    subject: row.sent_subject,
    preview: row.sent_preview ?? '',
    content: row.sent_content,
    linkIngredients: Boolean(row.link_ingredients),
    label: {
      label: toPostLabel(row.label),
      labelBrand: row.label_brand ?? '',
      labelSentence: row.label_sentence ?? '',
    },
    senderName: row.sender_name,
    intro: row.intro,
    countsClicks: Boolean(row.counts_clicks),
    version: row.version,
  }
}

/**
 * Replaces the mail of a newsletter that was composed again from its frozen text. Without effect if the newsletter was changed
 * since. Call it in a transaction.
 */
export async function replaceMail(
  db: Db,
  id: number,
  { html, text, links, version }: Pick<NewsletterContent, 'html' | 'text' | 'links' | 'version'>,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ sent_html: html, sent_text: text, composed_at: now })
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await addLinks(db, id, links)
}
