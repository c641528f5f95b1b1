import type { SelectQueryBuilder } from 'kysely'
import type { Mail, MailKind, MailListQuery, MailSummary } from '../../../contract/mails.ts'
import type { Page } from '../../../contract/paths.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'
import type { MailBody } from './mail-body.ts'

export type NewMail = {
  kind: MailKind
  to: string
  subject: string
  body: MailBody
  replyTo?: string
  /** Where the receiver leaves the newsletter; makes the headers of RFC 2369 and RFC 8058. */
  unsubscribeUrl?: string
}

/**
 * Writes a mail down, to be sent soon. Belongs into the transaction of what causes it; answers its id. No line break of a
 * subject survives: a header ends at one.
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many mails of these kinds an address was written since then: nobody's inbox is filled by a form. */
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
 * Takes the mail that has waited longest, for as long as `leaseUntil`; undefined where none is due. Of any number of
 * processes one gets it: the update only meets the row that was read. A process that dies with it gives it back in time.
 * What is to wait until after `latest`, longer than any pause, was written while the machine's clock was ahead, and is due.
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

/** Takes one mail ahead of its time; undefined where it is not waiting or another process has just taken it. */
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

type Outcome =
  | { state: 'sent' | 'written'; from: string; at: string }
  | { state: 'waiting'; error: string; nextAt: string }
  | { state: 'failed'; error: string }

/**
 * Writes down how an attempt ended, unless its lease ran out and another process has begun the next one. A confirmation
 * holds a key that only its receiver may know, so its body goes as soon as it is sent.
 */
export async function finishAttempt(db: Db, { id, attempts, kind }: Row<'mails'>, outcome: Outcome): Promise<void> {
  const isDone = outcome.state === 'sent' || outcome.state === 'written'
  await db
    .updateTable('mails')
    .set({
      state: outcome.state,
      error: 'error' in outcome ? outcome.error : null,
      ...('nextAt' in outcome ? { next_at: outcome.nextAt } : {}),
      ...(isDone ? { sent_at: outcome.at, from_address: outcome.from } : {}),
      ...(outcome.state === 'sent' && kind === 'confirmation' ? { text: '', html: '' } : {}),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute()
}

/** A mail that was given up waits anew; false where there is no such failed mail. */
export async function retryMail(db: Db, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_at: now, error: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const orders = { createdAt: 'created_at', to: 'to_address', subject: 'subject', state: 'state' } as const

export async function listMails(db: Db, query: MailListQuery & { limit: number }): Promise<Page<MailSummary>> {
  const { sort = 'createdAt', direction = sort === 'createdAt' ? 'desc' : 'asc', page = 1, limit } = query
  const matching = narrow(db.selectFrom('mails'), query)
  const [{ count }, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy(orders[sort], direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { items: rows.map(toSummary), total: Number(count) }
}

function narrow(from: SelectQueryBuilder<Schema, 'mails', object>, { q, state }: MailListQuery) {
  return from
    .$if(Boolean(state), (query) => query.where('state', '=', state!))
    .$if(Boolean(q), (query) =>
      query.where((eb) => contains([eb.ref('mails.to_address'), eb.ref('mails.subject')], q!)),
    )
}

export async function findMail(db: Db, id: number): Promise<Mail | undefined> {
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...toSummary(row), text: row.text, html: row.html }
}

/** Deletes the bodies of mails that were sent before a moment; that they were sent stays known. */
export async function purgeMailBodies(db: Db, before: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ text: '', html: '' })
    .where('state', 'in', ['sent', 'written'])
    .where('sent_at', '<', before)
    .where('text', '!=', '')
    .execute()
}

/** Deletes every mail to these addresses. */
export async function deleteMailsTo(db: Db, addresses: string[], kinds: MailKind[]): Promise<void> {
  await db.deleteFrom('mails').where('to_address', 'in', addresses).where('kind', 'in', kinds).execute()
}

/** Deletes what brought a message to the owner: it was written in the transaction that kept the message, at its moment. */
export async function deleteMailsOfMessage(db: Db, from: string, at: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('kind', '=', 'contact')
    .where('created_at', '=', at)
    .where('reply_to', '=', from)
    .execute()
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
