import { sql } from 'kysely'
import type { Erasure, PersonalData } from '../../../contract/audience/personal-data.ts'
import type { Suppression } from '../../../contract/audience/suppressions.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteRulesFrom, findRulesFrom } from '../contacts/spam-rules.repo.ts'
import { listConsents, toConsent } from '../subscribers/subscriber-list.repo.ts'
import { eraseSubscribers, findSubscriberByEmail } from '../subscribers/subscribers.repo.ts'
import { listTagsOf } from '../subscribers/tags.repo.ts'
import { eraseAddresses, findSuppression } from '../suppressions/suppressions.repo.ts'
import { type Remembering, rememberErasures } from './erasures.repo.ts'

/** All data of the owner of an email address. Call it in one transaction. */
export async function findPersonalData(db: Db, email: string, now: string): Promise<PersonalData> {
  const subscriber = await findSubscriberByEmail(db, email)
  const messages = await db.selectFrom('contacts').selectAll().where(is('email', email)).orderBy('id').execute()
  const replies = await findReplies(db, messages)
  const rules = await findRulesFrom(db, email, messages)
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where((eb) => eb.or([is('to_address', email), is('reply_to', email)]))
    .orderBy('id')
    .execute()
  const newsletters = await listNewsletters(db, email)
  const suppression = await findSuppression(db, email)
  return {
    email,
    exportedAt: now,
    subscriber: subscriber ? await describeSubscriber(db, subscriber) : null,
    messages: messages.map((row) => ({
      ...(replies.has(row.id) ? { replies: replies.get(row.id)! } : {}),
      name: row.name,
      email: row.email,
      subject: row.subject,
      message: row.message,
      isRead: Boolean(row.is_read),
      isSpam: Boolean(row.is_spam),
      createdAt: row.created_at,
      deletedAt: row.deleted_at,
    })),
    ...(rules.length > 0 ? { spamExceptions: rules } : {}),
    ...(newsletters.length > 0 ? { newsletters } : {}),
    ...(suppression ? { suppression: toReason(suppression) } : {}),
    mails: mails.map((row) => ({
      kind: row.kind,
      to: row.to_address,
      replyTo: row.reply_to,
      subject: row.subject,
      text: row.text,
      createdAt: row.created_at,
      sentAt: row.sent_at,
    })),
  }
}

/** Deletes all data of the owner of an email address but a keyed hash. Call it in a transaction. Clicks are anonymous. */
export async function erasePersonalData(db: Db, email: string, remembering: Remembering): Promise<Erasure> {
  const subscriber = await findSubscriberByEmail(db, email)
  const mails = await db
    .deleteFrom('mails')
    .where((eb) => eb.or([is('to_address', email), is('reply_to', email)]))
    .executeTakeFirstOrThrow()
  // Responses stored for idempotent replay contain the address too.
  await db
    .deleteFrom('idempotency_keys')
    .where((eb) => contains([eb.ref('idempotency_keys.body')], JSON.stringify(email)))
    .execute()
  const messages = await db
    .deleteFrom('contacts')
    .where(is('email', email))
    .returning(['name', 'email', 'subject', 'message'])
    .execute()
  await deleteRulesFrom(db, email, messages)
  if (subscriber) await eraseSubscribers(db, [subscriber])
  await eraseAddresses(db, [email])
  await rememberErasures(db, [email], remembering)
  return {
    subscribers: subscriber ? 1 : 0,
    messages: messages.length,
    mails: Number(mails.numDeletedRows),
  }
}

/** Every address, in lower case, of whose owner there is personal data. */
export async function listAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from subscribers union select lower(email) from contacts
    union select lower(email) from newsletter_recipients union select lower(email) from suppressions
    union select lower(value) from spam_rules where kind = 'sender' union select sender from spam_rules
    union select lower(to_address) from mails union select lower(reply_to) from mails`.execute(db)
  return rows.map(({ email }) => email).filter((email) => email?.includes('@'))
}

const toReason = ({ reason, detail, createdAt }: Suppression) => ({ reason, detail, createdAt })

async function listNewsletters(db: Db, email: string): Promise<NonNullable<PersonalData['newsletters']>> {
  const rows = await db
    .selectFrom('newsletter_recipients as recipient')
    .innerJoin('newsletters', 'newsletters.post_id', 'recipient.newsletter_id')
    .select(['recipient.id', 'newsletters.sent_subject', 'recipient.state', 'recipient.attempts'])
    .select(['recipient.first_attempt_at', 'recipient.settled_at', 'recipient.response', 'recipient.bounce'])
    .select(['recipient.bounced_at', 'recipient.unsubscribed_at'])
    .where('recipient.email', '=', email.toLowerCase())
    .orderBy('recipient.id')
    .execute()
  const links = await listLinksBeingCounted(db, email)
  return rows.map(({ id, sent_subject, state, attempts, bounce, response, ...times }) => ({
    subject: sent_subject ?? '',
    state,
    attempts,
    firstAttemptAt: times.first_attempt_at,
    settledAt: times.settled_at,
    bounce,
    bouncedAt: times.bounced_at,
    unsubscribedAt: times.unsubscribed_at,
    response,
    ...(links.has(id) ? { linksBeingCounted: links.get(id)!.map(({ url, at }) => ({ url, at })) } : {}),
  }))
}

/** By recipient; without a URL for links of the footer. */
async function listLinksBeingCounted(db: Db, email: string) {
  const rows = await db
    .selectFrom('newsletter_click_requests as request')
    .innerJoin('newsletter_recipients as recipient', 'recipient.id', 'request.recipient_id')
    .leftJoin('newsletter_links as link', (join) =>
      join.onRef('link.newsletter_id', '=', 'recipient.newsletter_id').onRef('link.key', '=', 'request.link_key'),
    )
    .select(['request.recipient_id', 'link.url', 'request.at'])
    .where('recipient.email', '=', email.toLowerCase())
    .orderBy('request.at')
    .orderBy('request.link_key')
    .execute()
  return Map.groupBy(rows, ({ recipient_id }) => recipient_id)
}

async function findReplies(db: Db, messages: Row<'contacts'>[]) {
  const ids = messages.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('contact_replies').selectAll().where('contact_id', 'in', ids).orderBy('id').execute()
  const byMessage = Map.groupBy(rows, ({ contact_id }) => contact_id)
  return new Map(
    [...byMessage].map(([id, list]) => [id, list.map(({ text, created_at }) => ({ text, createdAt: created_at }))]),
  )
}

/** Case-insensitive. */
function is(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email.toLowerCase()}`
}

async function describeSubscriber(db: Db, row: Row<'subscribers'>): Promise<NonNullable<PersonalData['subscriber']>> {
  const confirmations = await db
    .selectFrom('confirmations')
    .select(['name', 'created_at', 'expires_at'])
    .where('subscriber_id', '=', row.id)
    .orderBy('created_at')
    .execute()
  return {
    email: row.email,
    name: row.name,
    status: row.is_active ? 'active' : row.unconfirmed_at ? 'unconfirmed' : 'unsubscribed',
    source: row.source,
    frequency: row.frequency,
    tags: (await listTagsOf(db, [row.id])).get(row.id) ?? [],
    createdAt: row.created_at,
    confirmationOwedSince: row.confirmation_owed_at,
    confirmationResentAt: row.confirmation_resent_at,
    signUpNetwork: row.sign_up_network,
    unconfirmedSince: row.unconfirmed_at,
    unsubscribedAt: row.unsubscribed_at,
    deletedAt: row.deleted_at,
    consents: (await listConsents(db, [row.id])).map(toConsent),
    confirmations: confirmations.map((confirmation) => ({
      name: confirmation.name,
      createdAt: confirmation.created_at,
      expiresAt: confirmation.expires_at,
    })),
  }
}
