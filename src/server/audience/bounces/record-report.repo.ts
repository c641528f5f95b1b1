import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BounceKind, SuppressionReason, SuppressionSource } from '../../../contract/audience/suppressions.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { holdForComplaints } from '../newsletter-sending/complaints.repo.ts'
import { recordUnsubscription } from '../newsletter-sending/newsletter-states.repo.ts'
import { createConsent, unsubscribe } from '../subscribers/subscribers.repo.ts'
import { addSuppressions } from '../suppressions/suppressions.repo.ts'

/** The fate of a newsletter, as a mail server, a provider or a mailbox reports it. */
export type DeliveryReport = {
  source: Exclude<SuppressionSource, 'owner'>
  /** The source gives it; the same report again has no effect. */
  eventId: string
  email: string
  /** 'unsubscribed': by the link of the provider. */
  kind: BounceKind | 'delivered' | 'unsubscribed'
  /** The reply of the receiving server. */
  detail: string
  /** When it happened, as the source says. */
  at: string
  /** When the report came in, if that is not `at`. */
  receivedAt?: string | undefined
  /** The row of `newsletter_recipients` that the Message-ID names; null if it is forged. */
  newsletterRecipient?: number | null | undefined
  /** The newsletter that the Message-ID names. */
  newsletterId?: number | undefined
}

/** 'unknown': no address, or one that neither got a newsletter nor subscribes, and nothing is stored. */
export type ReportOutcome = 'recorded' | 'repeated' | 'unknown'

/** Soft bounces of successive newsletters after which an address is suppressed. */
const SOFT_MAX = 5
const ID_MAX = 200

/**
 * Applies a delivery report, once: marks the newsletter and suppresses the address after a hard bounce, a complaint or five soft
 * bounces in a row. Run it in a transaction. Soft bounces are counted by newsletter, so that several reports about one newsletter are
 * one; a newsletter that was accepted and did not bounce ends the row, as does a report that a newsletter was delivered after all.
 */
export async function recordReport(db: Db, report: DeliveryReport): Promise<ReportOutcome> {
  const email = report.email.toLowerCase()
  if (!isAddress(email)) return 'unknown'
  await lockTable(db, `delivery reports ${email}`)
  const recipient = await findRecipient(db, email, report)
  // Anyone can send mail to a mailbox, so such a report needs the Message-ID of a newsletter to its address.
  if (!recipient && (report.source === 'mailbox' || !(await isKnown(db, email)))) return 'unknown'
  const { kind, source, at } = report
  if (kind === 'delivered') return recipient ? clearSoftBounce(db, recipient, at) : 'repeated'
  if (!(await claimReport(db, source, report.eventId, report.receivedAt ?? at))) return 'repeated'
  if (kind === 'unsubscribed') return endSubscription(db, email, { recipient, source, at })
  if (recipient) await markBounce(db, recipient, kind, at)
  if (kind === 'complaint') await holdForComplaints(db, report.receivedAt ?? at)
  const reason = await reasonFor(db, email, kind)
  const newsletter_id = recipient?.newsletter_id ?? null
  if (reason)
    await addSuppressions(db, [{ email, reason, source, detail: plain(report.detail), created_at: at, newsletter_id }])
  return 'recorded'
}

/** PostgreSQL rejects NUL, and no address of a subscriber has blanks or control characters. */
function isAddress(email: string): boolean {
  return email.length <= 254 && email.isWellFormed() && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)
}

/** Stores that a report was received; false if it was before. */
export async function claimReport(db: Db, source: SuppressionSource, eventId: string, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('delivery_reports')
    .values({ source, event_id: toKey(eventId), received_at: at })
    .onConflict((conflict) => conflict.columns(['source', 'event_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export async function isClaimed(db: Db, source: SuppressionSource, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_reports')
    .select('event_id')
    .where('source', '=', source)
    .where('event_id', '=', toKey(eventId))
    .executeTakeFirst()
  return row !== undefined
}

/** Events that a provider names by the address too are hashed, so that an erasure leaves no address. */
function toKey(eventId: string): string {
  const isStored = eventId.length <= ID_MAX && !eventId.includes('@')
  const id = isStored ? eventId : createHash('sha256').update(eventId).digest('hex')
  return id.replaceAll('\0', '').toWellFormed()
}

/** Purges the keys of reports, and those of signatures, which are too old to be accepted again after a day. */
export async function purgeReports(db: Db, before: { reports: string; signatures: string }): Promise<void> {
  await db
    .deleteFrom('delivery_reports')
    .where((eb) =>
      eb.or([
        eb('received_at', '<', before.reports),
        eb.and([eb('received_at', '<', before.signatures), eb('event_id', 'like', 'once %')]),
      ]),
    )
    .execute()
}

/** When a newsletter was sent, which the ids of recipients do not say: those of a series are fixed days earlier. */
const sentAt = sql<string>`coalesce(newsletter_recipients.settled_at, newsletter_recipients.next_at)`

type Recipient = Pick<Row<'newsletter_recipients'>, 'id' | 'newsletter_id' | 'bounce' | 'bounced_at'>

/**
 * The row that the Message-ID names, if it is of this address. Without a Message-ID of ours, the newest newsletter that the
 * mail server took: some providers report none or their own.
 */
async function findRecipient(
  db: Db,
  email: string,
  { newsletterRecipient: named, newsletterId, source }: DeliveryReport,
): Promise<Recipient | undefined> {
  const rows = db
    .selectFrom('newsletter_recipients')
    .select(['id', 'newsletter_id', 'bounce', 'bounced_at'])
    .where('email', '=', email)
  if (named === null || (named === undefined && source === 'mailbox')) return undefined
  if (named === undefined)
    return rows
      .where('state', 'in', ['accepted', 'in-doubt'])
      .orderBy(sentAt, 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  return rows
    .where('id', '=', named)
    .$if(newsletterId !== undefined, (query) => query.where('newsletter_id', '=', newsletterId!))
    .executeTakeFirst()
}

/** The address that a newsletter went to; that of an erased reader is not one any more. */
export async function findRecipientEmail(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('newsletter_recipients').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  for (const table of ['subscribers', 'newsletter_recipients'] as const)
    if (await db.selectFrom(table).select('id').where('email', '=', email).limit(1).executeTakeFirst()) return true
  return false
}

type Leaving = { recipient: Recipient | undefined; source: SuppressionSource; at: string }

/** Providers suppress who used their link, so that nothing would arrive. */
async function endSubscription(db: Db, email: string, { recipient, source, at }: Leaving): Promise<ReportOutcome> {
  const subscriber = await db.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst()
  const left = subscriber ? await unsubscribe(db, { ids: [subscriber.id] }, at) : []
  for (const id of left) {
    await createConsent(db, id, { act: 'unsubscribed', source: `Link of the mail provider (${source})` }, at)
    if (recipient) await recordUnsubscription(db, recipient.newsletter_id, id, at)
  }
  return left.length > 0 ? 'recorded' : 'repeated'
}

/** A delivery that was only delayed. */
async function clearSoftBounce(db: Db, { id, bounced_at }: Recipient, at: string): Promise<ReportOutcome> {
  if (bounced_at === null || bounced_at > at) return 'repeated'
  const { numUpdatedRows } = await db
    .updateTable('newsletter_recipients')
    .set({ bounce: null, bounced_at: null })
    .where('id', '=', id)
    .where('bounce', '=', 'soft')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'recorded' : 'repeated'
}

const rank: Record<BounceKind, number> = { soft: 1, hard: 2, complaint: 3 }

/** The most serious report about a newsletter stays. */
async function markBounce(db: Db, { id, bounce }: Recipient, kind: BounceKind, at: string): Promise<void> {
  if (bounce !== null && rank[bounce] >= rank[kind]) return
  await db.updateTable('newsletter_recipients').set({ bounce: kind, bounced_at: at }).where('id', '=', id).execute()
}

async function reasonFor(db: Db, email: string, kind: BounceKind): Promise<SuppressionReason | undefined> {
  if (kind === 'complaint') return 'complaint'
  if (kind === 'hard') return 'hard-bounce'
  const last = await db
    .selectFrom('newsletter_recipients')
    .select('bounce')
    .where('email', '=', email)
    .where((eb) => eb.or([eb('state', '=', 'accepted'), eb('bounce', 'is not', null)]))
    // A confirmation proves that mail arrives, so it ends the row too.
    .where(
      sql<boolean>`not exists (select 1 from consents join subscribers on subscribers.id = consents.subscriber_id where subscribers.email = newsletter_recipients.email and consents.act = 'confirmed' and consents.at > ${sentAt})`,
    )
    .orderBy(sentAt, 'desc')
    .orderBy('id', 'desc')
    .limit(SOFT_MAX)
    .execute()
  return last.length === SOFT_MAX && last.every(({ bounce }) => bounce === 'soft') ? 'soft-bounces' : undefined
}

const plain = (text: string) =>
  text
    .replace(/[\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 500)
