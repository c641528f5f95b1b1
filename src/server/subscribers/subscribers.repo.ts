import type { SubscriberInput } from '../../contract/subscribers.ts'
import type { Db } from '../db/schema.ts'

/**
 * Adds a subscriber, or makes a known one active again; the same address in another case is the same person. A name
 * that is known is kept when none is given.
 */
export async function subscribe(db: Db, input: SubscriberInput, now: string): Promise<void> {
  if (input.website) return keepTrapped(db, input, now)
  const { email, name } = input
  await db
    .insertInto('subscribers')
    .values({ email: email.toLowerCase(), name: name || null, is_active: true, created_at: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        is_active: true,
        name: eb.fn.coalesce('excluded.name', 'subscribers.name'),
      })),
    )
    .execute()
}

/** Keeps what a program sent as an inactive subscriber; a known address stays as it is. */
async function keepTrapped(db: Db, { email, name }: SubscriberInput, now: string): Promise<void> {
  await db
    .insertInto('subscribers')
    .values({ email: email.toLowerCase(), name: name || null, is_active: false, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}
