import { sql } from 'kysely'
import type { Mail, MailKind, MailListQuery, MailSummary } from '../../../contract/audience/mails.ts'
import { MAIL_TEXT_DAYS } from '../../../contract/platform/retention.ts'
import { contains } from '../../platform/db/contains.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { explainMailError } from './explain-mail-error.ts'
import type { MailBody } from './mail-body.ts'

export type NewMail = {
  kind: MailKind
  to: string
  subject: string
  body: MailBody
  replyTo?: string
  /** The message that the mail notifies of, with which it is deleted. */
  contactId?: number
  /** The reply that the mail carries, with which it is deleted. */
  replyId?: number
  /** Sent in the headers of RFC 2369 and RFC 8058. */
  unsubscribeUrl?: string
}

/**
 * Enqueues a mail (transactional outbox: call it in the transaction of its cause). Returns its id. Line breaks are removed
 * from the subject, which prevents header injection.
 */
export async function createMail(db: Db, mail: NewMail, now: string): Promise<number> {
  const { id } = await db
    .insertInto('mails')
    .values({
      kind: mail.kind,
      to_address: mail.to,
      from_address: null,
      reply_to: mail.replyTo ?? null,
      subject: oneLine(mail.subject),
      text: mail.body.text,
      html: mail.body.html,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      error: null,
      created_at: now,
      sent_at: null,
      contact_id: mail.contactId ?? null,
      reply_id: mail.replyId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of mails to an address since `since`, to limit what forms can send to one inbox. */
export async function countMailsTo(db: Db, to: string, kinds: MailKind[], since: string): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('to_address', '=', to)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Leases the mail that is due longest until `leaseUntil`; undefined if none is due. Only one process gets it: the update
 * is conditional on the row read. The lease of a dead process expires. A `next_at` after `latest`, later than any backoff,
 * was written while the system clock was ahead, so it counts as due.
 */
export async function claimDueMail(
  db: Db,
  { now, leaseUntil, latest }: { now: string; leaseUntil: string; latest: string },
): Promise<Row<'mails'> | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', latest)]))
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const claimed = await claim(db, due, leaseUntil)
    if (claimed) return claimed
  }
}

/** Leases one mail before it is due; undefined if it is not waiting or another process has leased it. */
export async function claimMail(db: Db, id: number, leaseUntil: string): Promise<Row<'mails'> | undefined> {
  const row = await db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row && claim(db, row, leaseUntil)
}

function claim(db: Db, { id, attempts }: Row<'mails'>, leaseUntil: string): Promise<Row<'mails'> | undefined> {
  return db
    .updateTable('mails')
    .set({ attempts: attempts + 1, next_at: leaseUntil })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returningAll()
    .executeTakeFirst()
}

/** Keeps a mail while its attempt lasts. Does nothing once the lease has expired and another process has claimed it. */
export async function renewMailLease(db: Db, { id, attempts }: Row<'mails'>, leaseUntil: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_at: leaseUntil })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Makes mails that wait no longer than until `leaseUntil` due, among them those that killed processes leased. Only for a
 * caller that knows that no process sends mail.
 */
export async function releaseMails(db: Db, now: string, leaseUntil: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_at: now })
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .where('next_at', '<=', leaseUntil)
    .execute()
}

export type Outcome =
  | { state: 'sent' | 'written'; from: string; at: string; response: string | null }
  | { state: 'waiting'; error: string; nextAt: string }
  | { state: 'failed'; error: string }

/**
 * Stores the outcome of an attempt, unless its lease has expired and another process has started the next one. A mail
 * with a secret token loses its body once it is sent.
 */
export async function finishAttempt(db: Db, { id, attempts, kind }: Row<'mails'>, outcome: Outcome): Promise<void> {
  const isDone = outcome.state === 'sent' || outcome.state === 'written'
  await db
    .updateTable('mails')
    .set({
      state: outcome.state,
      error: 'error' in outcome ? outcome.error : null,
      ...('nextAt' in outcome ? { next_at: outcome.nextAt } : {}),
      ...(isDone ? { sent_at: outcome.at, from_address: outcome.from, response: outcome.response } : {}),
      ...(outcome.state === 'sent' && secretKinds.includes(kind) ? { text: '', html: '' } : {}),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute()
}

const secretKinds: MailKind[] = ['confirmation', 'password-reset']

/** Queues a failed mail again; false if it is not failed. Throws once its text is purged. */
export async function requeueMail(db: Db, id: number, now: string): Promise<boolean> {
  const purged = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('text', '=', '')
    .executeTakeFirst()
  if (purged)
    throw new Rejection(`The text of this mail was deleted after ${MAIL_TEXT_DAYS} days, so it cannot be sent again.`)
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_at: now, error: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const mailList = createRowList({
  table: 'mails',
  matching: (db, { q, state }: Pick<MailListQuery, 'q' | 'state'>) =>
    db
      .selectFrom('mails')
      .$call((query) => (state === undefined ? query : query.where('mails.state', '=', state)))
      .$call((query) =>
        q ? query.where((eb) => contains([eb.ref('mails.to_address'), eb.ref('mails.subject')], q)) : query,
      ),
  sorts: {
    createdAt: (direction) => [sql`mails.created_at ${direction}`],
    to: (direction) => [sql`mails.to_address ${direction}`],
    subject: (direction) => [sql`mails.subject ${direction}`],
    state: (direction) => [sql`mails.state ${direction}`],
  },
  defaultSort: 'createdAt',
  descending: ['createdAt'],
  read: async (db, ids) => (await db.selectFrom('mails').selectAll().where('id', 'in', ids).execute()).map(toSummary),
})

/** Without the body of a link for a lost password: an open session must not be able to set a new one with it. */
export async function findMail(db: Db, id: number): Promise<Mail | undefined> {
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { text, html } = row.kind === 'password-reset' ? { text: '', html: '' } : row
  return { ...toSummary(row), text, html, response: row.response }
}

/** Purges the bodies of mails that were sent, or given up, before `before`; their log entries remain. */
export async function purgeMailBodies(db: Db, before: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ text: '', html: '' })
    .where((eb) =>
      eb.or([
        eb.and([eb('state', 'in', ['sent', 'written']), eb('sent_at', '<', before)]),
        // The end of the lease of its last attempt.
        eb.and([eb('state', '=', 'failed'), eb('next_at', '<', before)]),
      ]),
    )
    .where('text', '!=', '')
    .execute()
}

/** Deletes the mails of these kinds to these addresses. */
export async function deleteMailsTo(db: Db, addresses: string[], kinds: MailKind[]): Promise<void> {
  await db.deleteFrom('mails').where('to_address', 'in', addresses).where('kind', 'in', kinds).execute()
}

function toSummary(row: Row<'mails'>): MailSummary {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_address,
    from: row.from_address,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'waiting' ? row.next_at : null,
    error: row.error,
    explanation: row.error === null ? '' : explainMailError(row.error),
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 250)
}
