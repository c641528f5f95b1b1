import type { ClickReason } from '../../../contract/newsletter-clicks.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isClickKey, recipientOfClickKey } from './click-key.ts'

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

export async function findLinkUrl(db: Db, newsletterId: number, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_links')
    .select('url')
    .where('newsletter_id', '=', newsletterId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.url
}

type Click = { newsletterId: number; linkKey: string; clickKey: string; reason: ClickReason | ''; now: string }

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
  await db
    .insertInto('newsletter_click_requests')
    .values({ recipient_id: recipientId, link_key: linkKey, reason, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
