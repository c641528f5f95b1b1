import { dayIn } from '../../../../contract/platform/days.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type Outcome, recordEvents } from '../ledger/ledger.repo.ts'
import { type LedgerEvent, toEvent } from '../ledger/ledger-event.ts'
import { createSaleIds } from '../ledger/sale-ids.repo.ts'
import type { ReportRow } from '../reports/report-row.ts'
import type { Sender } from './postback-addresses.repo.ts'

type Recording = { sender: Sender; timeZone: string; now: string }

/** Records a pushed sale, or a change of one; run it in a transaction. The same push again changes nothing. */
export async function recordPush(db: Db, pushed: ReportRow, { sender, timeZone, now }: Recording): Promise<Outcome> {
  await lockTable(db, 'earning_events')
  const saleIds = await createSaleIds(db)
  const [resolved] = await saleIds.resolve([{ row: { ...pushed, program: sender.key }, occurrence: 1 }])
  const { row } = resolved!
  const known = await db
    .selectFrom('earning_sales')
    .select(['commission_minor', 'commission_rest'])
    .where('external_id', '=', row.externalId)
    .where('network', '=', row.network)
    .where('occurrence', '=', 1)
    .executeTakeFirst()
  const event = toEvent(row, { occurrence: 1, origin: 'push', importId: null, timeZone, now })
  event.content_hash = await hashOfChange(db, event)
  // The hash of the content leaves out what follows, so that a repeated push is the same event.
  event.file_row = null
  event.advertiser = await nameAdvertiser(db, row, sender)
  if (known && row.status === 'reversed' && row.commissionMinor === 0) Object.assign(event, known)
  if (!known && row.orderedAt === null) {
    event.ordered_at = now
    event.ordered_day = dayIn(timeZone, new Date(now))
  }
  const [outcome] = await recordEvents(db, [event], null)
  await db.updateTable('postback_addresses').set({ used_at: now }).where('id', '=', sender.addressId).execute()
  return outcome!
}

/** Separates the hash of a content from the number of a change back to it; not in base64url. */
const CHANGE_BACK = '~'

/**
 * The hash of a pushed event. A value that was pushed before is a change back, and thus an event of its own, if another one of
 * the same status came since; otherwise it is the same push again.
 */
async function hashOfChange(db: Db, event: LedgerEvent): Promise<string> {
  const { network, external_id, status, content_hash } = event
  const rows = await db
    .selectFrom('earning_events')
    .select('content_hash')
    .where('external_id', '=', external_id)
    .where('network', '=', network)
    .where('occurrence', '=', 1)
    .where('origin', '=', 'push')
    .where('status', '=', status)
    .orderBy('id')
    .execute()
  const last = rows.at(-1)?.content_hash
  if (last?.split(CHANGE_BACK, 1)[0] === content_hash) return last
  return rows.some((row) => row.content_hash === content_hash)
    ? `${content_hash}${CHANGE_BACK}${rows.length}`
    : content_hash
}

/** An account at a network reports the sales of all its programs to one address. */
async function nameAdvertiser(db: Db, { advertiser, network }: ReportRow, sender: Sender): Promise<string> {
  if (advertiser === null || advertiser === sender.key || network === 'generic') return sender.name
  const program = await db
    .selectFrom('programs')
    .select('name')
    .where('network', '=', network)
    .where('key', '=', advertiser)
    .executeTakeFirst()
  return program?.name ?? advertiser
}
