import type { Db, Row } from '../../platform/db/schema.ts'
import { isClickKey, recipientOfClickKey } from './click-key.ts'
import { PAGE_LINK } from './page-link.ts'
import type { RequestReason } from './sort-clicks.ts'

type Link = { key: string; url: string; label: string }

/** Rows in one statement. */
const BATCH = 100

/** Stores where the links of a newsletter lead. Those of an earlier text stay, because mails with it were delivered. */
export async function addLinks(db: Db, newsletterId: number, links: readonly Link[]): Promise<void> {
  for (let at = 0; at < links.length; at += BATCH)
    await db
      .insertInto('newsletter_links')
      .values(links.slice(at, at + BATCH).map((link) => ({ newsletter_id: newsletterId, ...link })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Where a link leads: to its stored target, or to the page of a newsletter that was sent. */
export async function findLinkUrl(db: Db, newsletterId: number, key: string): Promise<string | undefined> {
  if (key === PAGE_LINK) return findPagePath(db, newsletterId)
  // PostgreSQL rejects NUL in text.
  if (key.includes('\0')) return undefined
  const row = await db
    .selectFrom('newsletter_links')
    .select('url')
    .where('newsletter_id', '=', newsletterId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.url
}

async function findPagePath(db: Db, newsletterId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select('posts.slug')
    .where('newsletters.post_id', '=', newsletterId)
    .where('newsletters.has_page', '=', true)
    .where('newsletters.started_at', 'is not', null)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && `/letters/${encodeURIComponent(row.slug)}`
}

type Click = { newsletterId: number; linkKey: string; clickKey: string; reason: RequestReason; now: string }

/**
 * Notes that a link was requested with the key of a recipient. A key that was not sent has no effect, and neither has a
 * repetition before the request is added to the sums.
 */
export async function addClickRequest(db: Db, click: Click): Promise<void> {
  const { newsletterId, linkKey, clickKey, reason, now } = click
  const recipientId = recipientOfClickKey(clickKey)
  if (recipientId === undefined) return
  const recipient = await db
    .selectFrom('newsletter_recipients')
    .innerJoin('subscribers', 'subscribers.id', 'newsletter_recipients.subscriber_id')
    .select('subscribers.unsubscribe_token as token')
    .where('newsletter_recipients.id', '=', recipientId)
    .where('newsletter_recipients.newsletter_id', '=', newsletterId)
    .executeTakeFirst()
  if (!recipient || !isClickKey(clickKey, { newsletterId, recipientId, token: recipient.token })) return
  await insertRequest(db, { recipient_id: recipientId, link_key: linkKey, reason, at: now })
}

type UnsubscribeView = { newsletterId: number; token: string; now: string }

/** Notes that a recipient's unsubscribe page was opened by the link of a newsletter; without effect unless it counts clicks. */
export async function addUnsubscribeView(db: Db, { newsletterId, token, now }: UnsubscribeView): Promise<void> {
  const recipient = await db
    .selectFrom('newsletter_recipients')
    .innerJoin('subscribers', 'subscribers.id', 'newsletter_recipients.subscriber_id')
    .innerJoin('newsletters', 'newsletters.post_id', 'newsletter_recipients.newsletter_id')
    .select('newsletter_recipients.id')
    .select((eb) => eb.fn.coalesce('newsletters.sent_counts_clicks', 'newsletters.counts_clicks').as('counts_clicks'))
    .where('subscribers.unsubscribe_token', '=', token)
    .where('newsletter_recipients.newsletter_id', '=', newsletterId)
    .executeTakeFirst()
  if (!recipient?.counts_clicks) return
  await insertRequest(db, { recipient_id: recipient.id, link_key: 'unsubscribe', reason: 'footer', at: now })
}

async function insertRequest(db: Db, request: Row<'newsletter_click_requests'>): Promise<void> {
  await db
    .insertInto('newsletter_click_requests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
