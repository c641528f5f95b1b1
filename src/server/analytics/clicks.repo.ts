import type { ClickInput } from '../../contract/analytics.ts'
import type { Db } from '../db/schema.ts'
import { addClick, addFilteredClick } from './totals.repo.ts'

export type Click = {
  input: ClickInput
  now: string
  /** The day of `now` in the site's time zone. */
  day: string
  /** Why it is kept apart; null for a person's. */
  filteredReason: string | null
}

/** Keeps a click and adds it to the sums of its day; run it in a transaction. Throws a foreign key violation for an unknown id. */
export async function createClick(db: Db, { input, now, day, filteredReason }: Click): Promise<void> {
  const { linkId, productId = null, postId = null } = input
  await db
    .insertInto('link_clicks')
    .values({
      link_id: linkId,
      product_id: productId,
      post_id: postId,
      clicked_at: now,
      filtered_reason: filteredReason,
    })
    .execute()
  if (filteredReason === null) await addClick(db, { day, productId, postId })
  else await addFilteredClick(db, { day, productId, reason: filteredReason })
}
