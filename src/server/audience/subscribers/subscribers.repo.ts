import { randomBytes } from 'node:crypto'
import type { ConsentAct } from '../../../contract/subscriber-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteMailsTo } from '../mail/mail.repo.ts'

/** Adds an entry to what a subscriber agreed to. */
export async function createConsent(
  db: Db,
  subscriberId: number,
  { act, source, text = '' }: { act: ConsentAct; source: string; text?: string },
  now: string,
): Promise<void> {
  await db.insertInto('consents').values({ subscriber_id: subscriberId, act, source, text, at: now }).execute()
}

export function newUnsubscribeToken(): string {
  return randomBytes(16).toString('hex')
}

export type NewSubscriber = { email: string; name?: string | undefined; isActive: boolean }

/** Adds an address that is not there yet; an inactive one awaits the second step. Undefined where it is there. */
export async function createSubscriber(
  db: Db,
  { email, name, isActive }: NewSubscriber,
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
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The subscriber of an address, also a deleted one; the same address in another case is the same person. */
export function findSubscriberByEmail(db: Db, email: string): Promise<Row<'subscribers'> | undefined> {
  return db.selectFrom('subscribers').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
}

/** Makes subscribers active; a name that is known is kept where none is given. */
export async function activateSubscriber(db: Db, id: number, name: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscribers')
    .set({ is_active: true, unconfirmed_at: null, unsubscribed_at: null, ...(name ? { name } : {}) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await db.deleteFrom('confirmations').where('subscriber_id', '=', id).execute()
  return numUpdatedRows > 0n
}

/** Ends subscriptions, those too that await their second step; who has left stays as they are. Answers the ids that changed. */
export async function unsubscribe(
  db: Db,
  where: { ids: number[] } | { token: string },
  now: string,
): Promise<number[]> {
  const rows = await db
    .updateTable('subscribers')
    .set({ is_active: false, unconfirmed_at: null, unsubscribed_at: now })
    .where((eb) => ('ids' in where ? eb('id', 'in', where.ids) : eb('unsubscribe_token', '=', where.token)))
    .where((eb) => eb.or([eb('is_active', '=', true), eb('unconfirmed_at', 'is not', null)]))
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await db.deleteFrom('confirmations').where('subscriber_id', 'in', ids).execute()
  return ids
}

/** Takes an address out for good, with everything that was kept of it. */
export async function eraseSubscribers(db: Db, rows: Pick<Row<'subscribers'>, 'id' | 'email'>[]): Promise<void> {
  const emails = rows.map((row) => row.email)
  await deleteMailsTo(db, emails, ['confirmation', 'already-subscribed'])
  await db
    .deleteFrom('subscribers')
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
}

/** Whoever has not taken the second step since a moment is forgotten: anybody can have typed the address in. */
export async function purgeUnconfirmed(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await db
      .selectFrom('subscribers')
      .select(['id', 'email'])
      .where('is_active', '=', false)
      .where('unconfirmed_at', '<', before)
      .limit(500)
      .execute()
    if (rows.length === 0) return
    await db.transaction().execute((transaction) => eraseSubscribers(transaction, rows))
  }
}

/** Deleting can be undone until a moment; whoever was deleted before it is gone for good. */
export async function purgeSubscribers(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    await yieldToEventLoop(signal)
    const rows = await db
      .selectFrom('subscribers')
      .select(['id', 'email'])
      .where('deleted_at', '<', before)
      .limit(500)
      .execute()
    if (rows.length === 0) return
    await db.transaction().execute((transaction) => eraseSubscribers(transaction, rows))
  }
}
