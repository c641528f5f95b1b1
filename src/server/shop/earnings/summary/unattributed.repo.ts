import { sql } from 'kysely'
import type { Page } from '../../../../contract/platform/paths.ts'
import type { RuleKind, UnattributedGroup, UnknownProduct } from '../../../../contract/shop/earning-rules.ts'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { assignedPosts, createSharedIdCheck } from '../programs/assigned-posts.repo.ts'
import { productOfAsin, sumOfEarned } from './attributed-sales.repo.ts'

const GROUPS_MAX = 200

/** A page of the sales of all times without a place, by the tracking ID or sub-id that a rule can name. */
export async function listUnattributed(db: Db, { page = 1, limit = 50 }): Promise<Page<UnattributedGroup>> {
  const sales = sql`
    from earning_sales s
    where s.source is null
      and not exists (select 1 from earning_rules r where r.network = s.network and r.kind = 'click-ref' and r.value = s.click_ref)
      and not exists (select 1 from earning_rules r where r.network = s.network and r.kind = 'tracking-id' and r.value = s.tracking_id)
      and not exists (select 1 from ${assignedPosts} given where given.network = s.network and given.tracking_id = s.tracking_id)`
  const groups = sql`
    select case when s.click_ref is not null then 'click-ref' when s.tracking_id is not null then 'tracking-id' end as kind,
      s.network, coalesce(s.click_ref, s.tracking_id, '') as value, s.currency, count(*) as sales, ${sumOfEarned} as earned
    ${sales} group by 1, 2, 3, 4`
  // The total stands in each row, so that the sales are grouped once.
  const { rows } = await sql<{
    kind: RuleKind | null
    network: NetworkName
    value: string
    currency: string
    sales: number
    earned: number
    total: number
  }>`
    select *, count(*) over () as total from (${groups}) as unattributed
    order by 6 desc, 3, 2, 4, 1 limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const isShared = await createSharedIdCheck(db)
  const items = rows.map(({ total: _, ...row }) => ({
    ...row,
    sales: Number(row.sales),
    earned: Number(row.earned),
    isShared: row.kind === 'tracking-id' && isShared(row.network, row.value),
  }))
  // A page after the last one has no row that says the total.
  if (rows.length === 0 && page > 1) return { items, total: (await listUnattributed(db, { limit })).total }
  return { items, total: Number(rows[0]?.total ?? 0) }
}

/** Sales of all times without a product, by the SKU that a rule can name. Names come from the latest of their rows. */
export async function listUnknownProducts(db: Db): Promise<UnknownProduct[]> {
  const { rows } = await sql<UnknownProduct>`
    select g.*, e.product_name as name
    from (
      select s.network, s.sku, s.currency, count(*) as sales, ${sumOfEarned} as earned,
        max(s.event_id) as event_id
      from earning_sales s
      where s.product_id is null and s.sku is not null and ${productOfAsin(db)} is null
        and not exists (select 1 from earning_rules r where r.network = s.network and r.kind = 'sku' and r.value = s.sku)
        and not exists (
          select 1 from earning_rules r
          where r.network = s.network and r.product_id is not null and s.source is null
            and ((r.kind = 'click-ref' and r.value = s.click_ref) or (r.kind = 'tracking-id' and r.value = s.tracking_id)))
      group by s.network, s.sku, s.currency) g
    join earning_events e on e.id = g.event_id
    order by g.earned desc, g.sku limit ${GROUPS_MAX}`.execute(db)
  return rows.map(({ network, sku, name, currency, sales, earned: sum }) => ({
    network,
    sku,
    name,
    currency,
    sales: Number(sales),
    earned: Number(sum),
  }))
}
