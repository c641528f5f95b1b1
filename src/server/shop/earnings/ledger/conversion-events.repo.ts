import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { projectSales, recordEvents } from './ledger.repo.ts'
import type { LedgerEvent } from './ledger-event.ts'
import { conversionKey, listCountedTwice } from './reported-conversions.repo.ts'

/** A conversion that was recorded by hand or by a postback, in the ledger. */

type Conversion = Omit<Row<'conversions'>, 'revenue_minor'> & { revenue_minor: number }

const BATCH = 1000

const externalIdOf = (id: number) => conversionKey(id).external_id

export async function recordConversionEvents(
  db: Db,
  conversions: readonly Conversion[],
  { currency, now }: { currency: string; now: string },
): Promise<void> {
  const events = conversions.map((conversion) => toEvent(conversion, currency, now))
  await recordEvents(db, events, null)
}

/** Takes a deleted conversion out of all sums; its rows stay in the ledger. */
export async function voidConversionEvent(db: Db, id: number, now: string): Promise<void> {
  const event = await db
    .selectFrom('earning_events')
    .selectAll()
    .where('external_id', '=', externalIdOf(id))
    .where('network', '=', 'generic')
    .orderBy('id')
    .executeTakeFirst()
  // A conversion of an earlier version that was not copied yet.
  if (!event) return
  const { id: _, original_id: __, ...content } = event
  const reason = 'Deleted by the owner'
  await recordEvents(db, [{ ...content, status: 'void', content_hash: 'void', reason, recorded_at: now }], null)
}

/** Copies conversions of earlier versions of the program into the ledger. Running it again changes nothing. */
export async function copyConversions(
  db: Db,
  { currency, now, signal }: { currency: string; now: string; signal: AbortSignal },
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('conversions')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const missing = await listMissing(
      db,
      page.map(({ id }) => id),
    )
    if (missing.length > 0)
      await db.transaction().execute(async (transaction) => {
        // Read again: one that is deleted meanwhile is not copied.
        const rows = await transaction
          .selectFrom('conversions')
          .selectAll()
          .where(isOneOf(db, 'id', missing))
          .execute()
        await recordConversionEvents(transaction, rows, { currency, now })
      })
    const last = page.at(-1)
    if (!last || page.length < BATCH) return
    after = last.id
    await yieldToEventLoop(signal)
  }
}

/** Counts a conversion and the sale that a network reported of it once, where an earlier version counted both. */
export async function mergeReportedConversions(db: Db, signal: AbortSignal): Promise<void> {
  const keys = await listCountedTwice(db)
  for (let from = 0; from < keys.length; from += BATCH) {
    await db.transaction().execute(async (transaction) => {
      await lockTable(transaction, 'earning_events')
      await projectSales(transaction, keys.slice(from, from + BATCH))
    })
    await yieldToEventLoop(signal)
  }
}

async function listMissing(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const copied = await db
    .selectFrom('earning_events')
    .select('external_id')
    .where('network', '=', 'generic')
    .where(isOneOf(db, 'external_id', ids.map(externalIdOf)))
    .execute()
  // The networks of the demo report its conversions themselves.
  const demo = await db
    .selectFrom('demo_rows')
    .select('row_key')
    .where('table_name', '=', 'conversions')
    .where(isOneOf(db, 'row_key', ids.map(String)))
    .execute()
  const known = new Set([
    ...copied.map(({ external_id }) => external_id),
    ...demo.map(({ row_key }) => externalIdOf(Number(row_key))),
  ])
  return ids.filter((id) => !known.has(externalIdOf(id)))
}

function toEvent(conversion: Conversion, currency: string, now: string): LedgerEvent {
  const { id, link_id, product_id, revenue_minor, converted_at, day, network_id, conversion_id } = conversion
  return {
    network: 'generic',
    external_id: externalIdOf(id),
    occurrence: 1,
    content_hash: 'recorded',
    original_external_id: null,
    // The owner enters what she was told; a postback reports a sale before it is checked.
    status: network_id === null ? 'approved' : 'pending',
    sale_minor: null,
    commission_minor: revenue_minor,
    commission_rest: 0,
    currency,
    clicked_at: null,
    ordered_at: converted_at,
    posted_at: null,
    clicked_day: null,
    ordered_day: day,
    posted_day: null,
    click_ref: link_id,
    tracking_id: null,
    product_id,
    advertiser: null,
    program: null,
    promo_code: null,
    order_id: conversion_id,
    sku: null,
    product_name: null,
    quantity: null,
    reason: null,
    origin: network_id === null ? 'manual' : 'postback',
    import_id: null,
    file_row: null,
    recorded_at: now,
  }
}
