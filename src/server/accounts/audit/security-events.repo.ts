import type { SecurityEvent } from '../../../contract/accounts/audit.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The method of entries that are not requests of the admin; their path is that of the area `account`. */
export const EVENT = 'EVENT'

type Event = { event: SecurityEvent; userId: number; now: string; times?: number }

export async function createSecurityEvent(
  db: Db,
  { event, userId, now, device }: Event & { device: string },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ ...rowOf({ event, userId, now }), subject: device })
    .execute()
}

/** Counts events of one kind in one entry an hour, so that a flood of them does not fill the trail. */
export async function countSecurityEvent(db: Db, { times = 1, ...event }: Event): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      ...rowOf(event),
      subject: '',
      times,
      merge_key: `${event.event} ${event.userId} ${event.now.slice(0, 13)}`,
    })
    .onConflict((conflict) =>
      conflict.column('merge_key').doUpdateSet((eb) => ({ times: eb('audit_log.times', '+', times) })),
    )
    .execute()
}

export async function purgeSecurityEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom('audit_log').where('method', '=', EVENT).where('at', '<', before).execute()
}

const rowOf = ({ event, userId, now }: Event) => ({ user_id: userId, method: EVENT, path: `/auth/${event}`, at: now })
