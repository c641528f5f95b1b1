import type { ClickInput } from '../../contract/analytics.ts'
import type { Db } from '../db/schema.ts'

export type Click = {
  input: ClickInput
  now: string
  /** The day of `now` in the site's time zone. */
  day: string
  /** Why it is kept apart; null for a person's. */
  filteredReason: string | null
}

/** Keeps a click and adds it to its product's day; run it in a transaction. Throws a foreign key violation for an unknown id. */
export async function createClick(db: Db, { input, now, day, filteredReason }: Click): Promise<void> {
  await db
    .insertInto('link_clicks')
    .values({
      link_id: input.linkId,
      product_id: input.productId ?? null,
      post_id: input.postId ?? null,
      clicked_at: now,
      filtered_reason: filteredReason,
    })
    .execute()
  if (input.productId == null) return
  const isHuman = filteredReason === null
  await db
    .insertInto('daily_totals')
    .values({
      day,
      product_id: input.productId,
      clicks: Number(isHuman),
      filtered_clicks: Number(!isHuman),
      conversions: 0,
      revenue_minor: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['day', 'product_id']).doUpdateSet((eb) => ({
        clicks: eb('daily_totals.clicks', '+', eb.ref('excluded.clicks')),
        filtered_clicks: eb('daily_totals.filtered_clicks', '+', eb.ref('excluded.filtered_clicks')),
      })),
    )
    .execute()
}
