import type { Db } from '../../platform/db/schema.ts'

export type SentMail = {
  senderName: string
  subject: string
  preview: string
  html: string
  text: string
  slug: string
  countsClicks: boolean
}

/**
 * Returns what was frozen when a newsletter began, with merge fields. Undefined for one that was never sent; 'not-stored' for one of the
 * demo, because commands that seed it have no renderer.
 */
export async function findSentMail(db: Db, id: number): Promise<SentMail | 'not-stored' | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select(['sent_subject', 'sent_preview', 'sent_html', 'sent_text', 'posts.slug'])
    .select((eb) => [
      eb.fn.coalesce('sent_sender_name', 'sender_name').as('sender_name'),
      eb.fn.coalesce('sent_counts_clicks', 'counts_clicks').as('counts_clicks'),
    ])
    .where('post_id', '=', id)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.sent_subject) return undefined
  if (row.sent_html === null) return 'not-stored'
  return {
    ...{ senderName: row.sender_name, subject: row.sent_subject, preview: row.sent_preview ?? '' },
    ...{ html: row.sent_html, text: row.sent_text ?? '', slug: row.slug },
    countsClicks: Boolean(row.counts_clicks),
  }
}
