import { sql } from 'kysely'
import {
  CLICKS_FINAL_AFTER_MS,
  ClickReason,
  type NewsletterClicks,
} from '../../../contract/audience/newsletter-clicks.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { sortClicks } from './sort-clicks.ts'

/** Recipients in one transaction. */
const BATCH = 200

type Summing = {
  now: Date
  /** In the time zone of the site. */
  today: string
  signal: AbortSignal
}

/** Adds the requests that are old enough to the sums of today, and deletes them, with the recipients that they name. */
export async function sumClicks(db: Db, { now, today, signal }: Summing): Promise<void> {
  const before = new Date(now.getTime() - CLICKS_FINAL_AFTER_MS).toISOString()
  for (;;) {
    signal.throwIfAborted()
    const count = await runTransaction(db, async (transaction) => {
      await lockTable(transaction, 'newsletter_click_requests')
      return sumBatch(transaction, before, today)
    })
    if (count < BATCH) return
  }
}

/** Returns the number of recipients. A request that arrives meanwhile stays for the next run. */
async function sumBatch(db: Db, before: string, today: string): Promise<number> {
  const due = await db
    .selectFrom('newsletter_click_requests')
    .select('recipient_id')
    .distinct()
    .where('at', '<=', before)
    .limit(BATCH)
    .execute()
  if (due.length === 0) return 0
  const ids = due.map(({ recipient_id }) => recipient_id)
  const [requests, recipients] = await Promise.all([
    db.selectFrom('newsletter_click_requests').selectAll().where('recipient_id', 'in', ids).execute(),
    listRecipients(db, ids),
  ])
  const sums = sumOf(requests, recipients)
  for (const { newsletter_id, link_key, reason, count } of sums.values())
    await db
      .insertInto('newsletter_click_sums')
      .values({ newsletter_id, link_key, reason, day: today, count })
      .onConflict((conflict) =>
        conflict
          .columns(['newsletter_id', 'link_key', 'reason', 'day'])
          .doUpdateSet({ count: sql`newsletter_click_sums.count + excluded.count` }),
      )
      .execute()
  const latest = requests.reduce((time, { at }) => (at > time ? at : time), '')
  await db.deleteFrom('newsletter_click_requests').where('recipient_id', 'in', ids).where('at', '<=', latest).execute()
  return due.length
}

type Recipient = { id: number; newsletter_id: number; settled_at: string | null; links: number }

function listRecipients(db: Db, ids: number[]): Promise<Recipient[]> {
  return db
    .selectFrom('newsletter_recipients as recipient')
    .select([
      ...(['recipient.id', 'recipient.newsletter_id', 'recipient.settled_at'] as const),
      sql<number>`(select cast(count(*) as integer) from newsletter_links link
        where link.newsletter_id = recipient.newsletter_id)`.as('links'),
    ])
    .where('recipient.id', 'in', ids)
    .execute()
}

function sumOf(requests: Row<'newsletter_click_requests'>[], recipients: Recipient[]) {
  const sums = new Map<string, Omit<Row<'newsletter_click_sums'>, 'day'>>()
  for (const { id, newsletter_id, settled_at: deliveredAt, links } of recipients) {
    const own = requests.filter(({ recipient_id }) => recipient_id === id)
    const sorted = sortClicks(
      own.map(({ link_key, reason, at }) => ({ linkKey: link_key, reason, at })),
      { deliveredAt, links },
    )
    for (const { linkKey, reason } of sorted) {
      const key = `${newsletter_id} ${linkKey} ${reason}`
      const { count } = sums.get(key) ?? { count: 0 }
      sums.set(key, { newsletter_id, link_key: linkKey, reason, count: count + 1 })
    }
  }
  return sums
}

export async function readClicks(db: Db, newsletterId: number): Promise<NewsletterClicks> {
  const [links, sums, { pending }] = await Promise.all([
    db.selectFrom('newsletter_links').selectAll().where('newsletter_id', '=', newsletterId).execute(),
    db.selectFrom('newsletter_click_sums').selectAll().where('newsletter_id', '=', newsletterId).execute(),
    db
      .selectFrom('newsletter_click_requests')
      .innerJoin('newsletter_recipients', 'newsletter_recipients.id', 'newsletter_click_requests.recipient_id')
      .select(sql<number>`cast(count(*) as integer)`.as('pending'))
      .where('newsletter_recipients.newsletter_id', '=', newsletterId)
      .where('newsletter_click_requests.reason', '<>', 'footer')
      .executeTakeFirstOrThrow(),
  ])
  const countOf = (matches: (sum: Row<'newsletter_click_sums'>) => boolean) =>
    sums.filter(matches).reduce((total, { count }) => total + count, 0)
  return {
    total: countOf(({ reason }) => reason === ''),
    links: links
      .map(({ key, url, label }) => ({
        url,
        label,
        clicks: countOf(({ reason, link_key }) => reason === '' && link_key === key),
      }))
      .sort((a, b) => b.clicks - a.clicks || a.url.localeCompare(b.url)),
    filtered: ClickReason.options
      .map((reason) => ({ reason, count: countOf((sum) => sum.reason === reason) }))
      .filter(({ count }) => count > 0),
    pending,
  }
}
