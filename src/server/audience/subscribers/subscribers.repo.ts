import { randomBytes } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { Consent, ConsentAct } from '../../../contract/audience/subscriber-list.ts'
import type { Frequency, SubscriberSource } from '../../../contract/audience/subscribers.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteMailsTo } from '../mail/mail.repo.ts'
import { eraseAddresses, revealSuppressions } from '../suppressions/suppressions.repo.ts'

type NewConsent = { act: ConsentAct; source: string } & Partial<Omit<Consent, 'act' | 'source' | 'at'>>

/** Appends to a subscriber's consent log. */
export async function createConsent(
  db: Db,
  subscriberId: number,
  { text = '', ...consent }: NewConsent,
  now: string,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...consent, subscriber_id: subscriberId, text, at: now })
    .execute()
}

export function newUnsubscribeToken(): string {
  return randomBytes(16).toString('hex')
}

export type NewSubscriber = {
  email: string
  name?: string | undefined
  isActive: boolean
  source?: SubscriberSource | undefined
}

/** Adds a subscriber; an inactive one is unconfirmed. Returns the id, undefined if the address exists. */
export async function createSubscriber(
  db: Db,
  { email, name, isActive, source = '' }: NewSubscriber,
  now: string,
): Promise<number | undefined> {
  const row = await db
    .insertInto('subscribers')
    .values({
      email: email.toLowerCase(),
      name: name || null,
      is_active: isActive,
      unconfirmed_at: isActive ? null : now,
      unsubscribe_token: newUnsubscribeToken(),
      created_at: now,
      source,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await revealSuppressions(db, [email.toLowerCase()])
  return row?.id
}

/** The subscriber with an address, case-insensitive, soft-deleted ones included. */
export function findSubscriberByEmail(db: Db, email: string): Promise<Row<'subscribers'> | undefined> {
  return db.selectFrom('subscribers').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
}

/** The subscriber whose link has the token. */
export async function findSubscriberByToken(db: Db, token: string): Promise<Row<'subscribers'> | undefined> {
  // PostgreSQL rejects NUL in text.
  if (token.includes('\0')) return undefined
  return db
    .selectFrom('subscribers')
    .selectAll()
    .where('unsubscribe_token', '=', token)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether a subscription was ever confirmed, or made active in another way than by the form. */
export async function wasConfirmed(db: Db, subscriberId: number): Promise<boolean> {
  const acts = new Set(
    (await db.selectFrom('consents').select('act').where('subscriber_id', '=', subscriberId).execute()).map(
      ({ act }) => act,
    ),
  )
  const isByForm = acts.has('signed-up') || acts.has('held-back')
  return !isByForm || acts.has('confirmed') || acts.has('imported') || acts.has('resubscribed')
}

/** Activates a subscriber; a null name leaves the stored one. Returns the address, undefined for a missing row. */
export async function activateSubscriber(db: Db, id: number, name: string | null): Promise<string | undefined> {
  const row = await db
    .updateTable('subscribers')
    .set({
      is_active: true,
      unconfirmed_at: null,
      unsubscribed_at: null,
      sign_up_network: null,
      confirmation_owed_at: null,
      ...(name ? { name } : {}),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (row) await db.deleteFrom('confirmations').where('subscriber_id', '=', id).execute()
  return row?.email
}

/** Starts the time again in which a sign-up waits for its confirmation. `network`: a keyed hash of that which signed up. */
export async function renewUnconfirmed(db: Db, id: number, network: string, now: string): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ unconfirmed_at: now, sign_up_network: network })
    .where('id', '=', id)
    .where('unconfirmed_at', 'is not', null)
    .execute()
}

/** Stores since when a sign-up waits for its first confirmation; null once it is written. */
export async function oweConfirmation(db: Db, id: number, since: string | null): Promise<void> {
  await db.updateTable('subscribers').set({ confirmation_owed_at: since }).where('id', '=', id).execute()
}

/** Stores which newsletters a subscriber wants, by the token of their link. Returns the id if that is a change. */
export async function chooseFrequency(db: Db, token: string, frequency: Frequency): Promise<number | undefined> {
  const row = await db
    .updateTable('subscribers')
    .set({ frequency })
    .where('unsubscribe_token', '=', token)
    .where('frequency', '<>', frequency)
    .where((eb) => eb.or([eb('is_active', '=', true), eb('unconfirmed_at', 'is not', null)]))
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Reactivates an unsubscribed subscriber by the token of their link. Returns the id if that is a change. */
export async function comeBack(db: Db, token: string): Promise<number | undefined> {
  const row = await db
    .updateTable('subscribers')
    .set({ is_active: true, unsubscribed_at: null })
    .where('unsubscribe_token', '=', token)
    .where('is_active', '=', false)
    .where('unconfirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends active and unconfirmed subscriptions, deleted ones too, since a deletion can be undone. Returns the ids of the changed rows. */
export async function unsubscribe(
  db: Db,
  where: { ids: number[] } | { token: string },
  now: string,
): Promise<number[]> {
  const rows = await db
    .updateTable('subscribers')
    .set({
      is_active: false,
      unconfirmed_at: null,
      unsubscribed_at: now,
      sign_up_network: null,
      confirmation_owed_at: null,
    })
    .where((eb) => ('ids' in where ? eb('id', 'in', where.ids) : eb('unsubscribe_token', '=', where.token)))
    .where((eb) => eb.or([eb('is_active', '=', true), eb('unconfirmed_at', 'is not', null)]))
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await db.deleteFrom('confirmations').where('subscriber_id', 'in', ids).execute()
  return ids
}

/**
 * Deletes subscribers permanently, with their mails and their addresses in newsletters; a suppression stays as a hash. Consents and
 * confirmations cascade.
 */
export async function eraseSubscribers(db: Db, rows: Pick<Row<'subscribers'>, 'id' | 'email'>[]): Promise<void> {
  const emails = rows.map((row) => row.email)
  await deleteMailsTo(db, emails, ['confirmation', 'already-subscribed'])
  await eraseAddresses(db, emails)
  await db
    .deleteFrom('subscribers')
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
}

/** Purges sign-ups that are unconfirmed since `before`: anyone can enter someone else's address. */
export async function purgeUnconfirmed(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  const unconfirmed = db.selectFrom('subscribers').where('is_active', '=', false).where('unconfirmed_at', '<', before)
  await purge(db, unconfirmed, signal)
}

type Remember = (db: Db, emails: string[]) => Promise<void>

/** Purges subscribers that were deleted before `before`; `remember` gets the addresses of those who had left. */
export async function purgeSubscribers(
  db: Db,
  before: string,
  { remember, signal }: { remember: Remember; signal?: AbortSignal | undefined },
): Promise<void> {
  await purge(db, db.selectFrom('subscribers').where('deleted_at', '<', before), signal, remember)
}

async function purge(
  db: Db,
  matching: SelectQueryBuilder<Schema, 'subscribers', object>,
  signal?: AbortSignal,
  remember?: Remember,
): Promise<void> {
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await matching.select(['id', 'email', 'is_active', 'unconfirmed_at']).limit(500).execute()
    if (rows.length === 0) return
    const left = rows.filter((row) => !row.is_active && row.unconfirmed_at === null)
    await db.transaction().execute(async (transaction) => {
      await eraseSubscribers(transaction, rows)
      await remember?.(
        transaction,
        left.map(({ email }) => email),
      )
    })
  }
}

const agreements = ['signed-up', 'confirmed', 'imported', 'resubscribed'] as const satisfies ConsentAct[]

/** Active subscribers of whom no consent is recorded. */
export async function countWithoutConsent(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('subscribers')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('id', 'not in', db.selectFrom('consents').select('subscriber_id').where('act', 'in', agreements))
    .executeTakeFirstOrThrow()
  return Number(count)
}
