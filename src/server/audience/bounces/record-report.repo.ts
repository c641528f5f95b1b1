import { createHash } from 'node:crypto'
import type { BounceKind, SuppressionReason, SuppressionSource } from '../../../contract/suppressions.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { addSuppressions } from '../suppressions/suppressions.repo.ts'

/** What became of a newsletter, as a mail server, a provider or a mailbox reports it. */
export type DeliveryReport = {
  source: Exclude<SuppressionSource, 'owner'>
  /** Of the source; the same report again has no effect. */
  eventId: string
  email: string
  kind: BounceKind | 'delivered'
  /** What the receiving server said. */
  detail: string
  at: string
  /** The row of `newsletter_recipients` that the Message-ID names. */
  newsletterRecipient?: number | undefined
}

/** 'unknown': the address neither got a newsletter nor subscribes, and nothing is stored. */
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
  await lockTable(db, `delivery reports ${email}`)
  const recipient = await findRecipient(db, email, report)
  // Anyone can send mail to a mailbox, so such a report needs the Message-ID of a newsletter to its address.
  if (!recipient && (report.source === 'mailbox' || !(await isSubscriber(db, email)))) return 'unknown'
  if (report.kind === 'delivered') return recipient ? clearSoftBounce(db, recipient, report.at) : 'unknown'
  if (!(await claimReport(db, report.source, report.eventId, report.at))) return 'repeated'
  if (recipient) await markBounce(db, recipient, report.kind, report.at)
  const reason = await reasonFor(db, email, report.kind)
  if (reason)
    await addSuppressions(db, [
      { email, reason, source: report.source, detail: plain(report.detail), created_at: report.at },
    ])
  return 'recorded'
}

/** Stores that a report was received; false if it was before. */
export async function claimReport(db: Db, source: SuppressionSource, eventId: string, at: string): Promise<boolean> {
  const id = eventId.length <= ID_MAX ? eventId : createHash('sha256').update(eventId).digest('hex')
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('delivery_reports')
    .values({ source, event_id: id.replaceAll('\0', '').toWellFormed(), received_at: at })
    .onConflict((conflict) => conflict.columns(['source', 'event_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export async function purgeReports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('delivery_reports').where('received_at', '<', before).execute()
}

type Recipient = Pick<Row<'newsletter_recipients'>, 'id' | 'bounce' | 'bounced_at'>

/** The row that is named, if it is of this address, else the newest newsletter that the mail server took. */
async function findRecipient(
  db: Db,
  email: string,
  { newsletterRecipient, source }: Pick<DeliveryReport, 'newsletterRecipient' | 'source'>,
): Promise<Recipient | undefined> {
  const rows = db.selectFrom('newsletter_recipients').select(['id', 'bounce', 'bounced_at']).where('email', '=', email)
  const named =
    newsletterRecipient === undefined ? undefined : await rows.where('id', '=', newsletterRecipient).executeTakeFirst()
  if (named || source === 'mailbox') return named
  return rows.where('state', 'in', ['accepted', 'in-doubt']).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

async function isSubscriber(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
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
