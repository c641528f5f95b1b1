import type { ClickInput } from '../../../contract/shop/analytics.ts'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { addClicks } from './totals.repo.ts'

export type Click = {
  input: ClickInput
  now: string
  /** The day of `now` in the site's time zone. */
  day: string
  /** Why it is kept apart; null for a person's. */
  filteredReason: string | null
}

/**
 * Keeps clicks and adds them to the sums of their days; run it in a transaction. Throws a foreign key violation where
 * one has an unknown id.
 */
export async function createClicks(db: Db, clicks: readonly Click[]): Promise<void> {
  const rows = clicks.map(({ input, now, filteredReason }) => ({
    link_id: input.linkId,
    product_id: input.productId ?? null,
    post_id: input.postId ?? null,
    clicked_at: now,
    filtered_reason: filteredReason,
    placement: input.placement ?? null,
  }))
  await insertRows(
    db,
    'link_clicks',
    ['link_id', 'product_id', 'post_id', 'clicked_at', 'filtered_reason', 'placement'],
    rows,
  ).execute(db)
  await addClicks(
    db,
    clicks.map(({ input, day, filteredReason }) => ({
      day,
      productId: input.productId ?? null,
      postId: input.postId ?? null,
      filteredReason,
    })),
  )
}

/** A test for clicks whose product and post exist now. */
export async function knowsIds(db: Db, clicks: readonly Click[]): Promise<(click: Click) => boolean> {
  const products = await existing(
    db,
    'products',
    clicks.map(({ input }) => input.productId),
  )
  const posts = await existing(
    db,
    'posts',
    clicks.map(({ input }) => input.postId),
  )
  const isIn = (ids: Set<number>, id: number | null | undefined) => id === null || id === undefined || ids.has(id)
  return ({ input }) => isIn(products, input.productId) && isIn(posts, input.postId)
}

async function existing(db: Db, table: 'products' | 'posts', ids: (number | null | undefined)[]): Promise<Set<number>> {
  const uniqueIds = [...new Set(ids.filter((id) => typeof id === 'number'))]
  if (uniqueIds.length === 0) return new Set()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(isOneOf(db, 'id', uniqueIds))
    .execute()
  return new Set(rows.map((row) => row.id))
}
