import type { ConversionInput, ConversionResponse } from '../../../contract/shop/conversions.ts'
import { toMinorUnits } from '../../../contract/shop/money.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addConversions } from '../analytics/totals.repo.ts'
import { recordConversionEvents, voidConversionEvent } from '../earnings/ledger/conversion-events.repo.ts'

export type Conversion = {
  input: ConversionInput
  /** Null where the owner enters it. */
  networkId: number | null
  now: string
  /** The day of `now` in the site's time zone. */
  day: string
  /** The site's. */
  currency?: string
}

/**
 * Keeps a conversion, in the ledger too, and adds it to the sums of its day; run it in a transaction. The same from the same network is kept
 * once, also when it arrives twice at the same time. Throws a foreign key violation for an unknown product.
 */
export async function recordConversion(db: Db, conversion: Conversion): Promise<ConversionResponse> {
  const { input, networkId, now, day, currency = 'USD' } = conversion
  const { linkId, productId = null, conversionId = null } = input
  const revenueMinor = toMinorUnits(String(input.revenue).trim(), currency)
  const inserted = await db
    .insertInto('conversions')
    .values({
      link_id: linkId,
      product_id: productId,
      revenue_minor: revenueMinor,
      converted_at: now,
      day,
      network_id: networkId,
      conversion_id: conversionId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!inserted) return { id: await findConversionId(db, networkId, conversionId), isNew: false }
  if (networkId !== null) {
    await db.updateTable('conversion_networks').set({ used_at: now }).where('id', '=', networkId).execute()
  }
  await addConversions(db, { day, productId, count: 1, revenueMinor })
  await recordConversionEvents(db, [inserted], { currency, now })
  return { id: inserted.id, isNew: true }
}

/** Deletes a conversion and subtracts it from the totals of its day; returns false if it does not exist. */
export async function deleteConversion(db: Db, id: number, now: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('conversions')
    .where('id', '=', id)
    .returning(['day', 'product_id', 'revenue_minor'])
    .executeTakeFirst()
  if (!gone) return false
  const { day, product_id: productId, revenue_minor } = gone
  await addConversions(db, { day, productId, count: -1, revenueMinor: -revenue_minor })
  await voidConversionEvent(db, id, now)
  return true
}

async function findConversionId(db: Db, networkId: number | null, conversionId: string | null): Promise<number> {
  const { id } = await db
    .selectFrom('conversions')
    .select('id')
    .where((eb) => eb(eb.fn.coalesce('network_id', eb.lit(0)), '=', networkId ?? 0))
    .where('conversion_id', '=', conversionId)
    .executeTakeFirstOrThrow()
  return id
}
