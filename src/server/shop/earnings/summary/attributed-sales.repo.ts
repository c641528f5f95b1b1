import { type RawBuilder, sql } from 'kysely'
import type { DateBasis, EarningsGroup, SaleStatus } from '../../../../contract/shop/earnings.ts'
import { amazonMarketplaces } from '../../../../contract/shop/networks.ts'
import { asinOf } from '../../../platform/db/asin-of.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { assignedPosts } from '../programs/assigned-posts.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'

export type SalesFilter = {
  startDate: string
  endDate: string
  basis: DateBasis
  currency: string
  status?: SaleStatus
  group?: EarningsGroup
  key?: string
}

export const dayColumns = { ordered: 'ordered_day', clicked: 'clicked_day', posted: 'posted_day' } as const

/**
 * The rules apply when sales are read, so that a new one applies to past sales and a deleted one to none. A tracking ID that
 * was given to a post is a rule, too; one that the owner has made comes first.
 */
const rulesOfSales = sql`
  left join earning_rules by_ref on s.source is null and by_ref.kind = 'click-ref'
    and by_ref.network = s.network and by_ref.value = s.click_ref
  left join earning_rules by_tag on s.source is null and by_tag.kind = 'tracking-id'
    and by_tag.network = s.network and by_tag.value = s.tracking_id
  left join ${assignedPosts} given on s.source is null and by_ref.id is null and by_tag.id is null
    and given.network = s.network and given.tracking_id = s.tracking_id
  left join earning_rules by_sku on s.product_id is null and by_sku.kind = 'sku'
    and by_sku.network = s.network and by_sku.value = s.sku`

const rulePost = sql`coalesce(by_ref.post_id, by_tag.post_id, given.post_id)`
const ruleProduct = sql`coalesce(by_ref.product_id, by_tag.product_id)`

/** The product whose link leads to the item of a sale at Amazon; a rule of its SKU, such as of a parent's, comes first. */
export function productOfAsin(db: Db): RawBuilder<unknown> {
  return sql`case when s.network = 'amazon' and s.sku is not null then (
    select min(linked.id) from products linked
    where ${asinOf(db, 'linked.affiliate_link')} = s.sku and linked.deleted_at is null) end`
}

/** Amazon's program is the marketplace: its reports name the seller of each product. */
export function programOf(currency: string): RawBuilder<unknown> {
  const names = Object.keys(amazonMarketplaces)
  const ofCurrency = names.filter((name) => amazonMarketplaces[name] === currency)
  const toTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  const usual = ofCurrency.length === 1 ? toTitle(ofCurrency[0]!) : null
  const isMarketplace = sql`lower(coalesce(s.advertiser, '')) in (${sql.join(names)})`
  return sql`case when s.network = 'amazon' and not (${isMarketplace}) then ${usual} else s.advertiser end`
}

/** Sales of a period as `s` with their attribution: `place_source`, `place_id`, `product`, `position` and `program`. */
export function attributedSales(db: Db, { startDate, endDate, basis, currency }: SalesFilter): RawBuilder<unknown> {
  const day = sql.ref(`s.${dayColumns[basis]}`)
  return sql`
    select s.id, s.network, s.status, s.commission_minor, s.commission_rest, s.event_id, s.event_count, s.advertiser, s.position,
      s.external_id, s.occurrence, s.sale_minor, s.currency, s.clicked_day, s.ordered_day, s.posted_day,
      s.click_ref, s.tracking_id, s.sku, ${day} as day,
      coalesce(s.source, case when ${rulePost} is not null then 'post' when ${ruleProduct} is not null then 'product' end)
        as place_source,
      case when s.source is not null then s.source_id else coalesce(${rulePost}, ${ruleProduct}) end as place_id,
      coalesce(s.product_id, ${ruleProduct}, by_sku.product_id, ${productOfAsin(db)}) as product, ${programOf(currency)} as program
    from earning_sales s ${rulesOfSales}
    where s.currency = ${currency} and ${day} >= ${startDate} and ${day} <= ${endDate}`
}

/** `from` and `where` of the sales of a period, for what needs no attribution. */
export function salesOfPeriod({ startDate, endDate, basis, currency }: SalesFilter): RawBuilder<unknown> {
  const day = sql.ref(dayColumns[basis])
  return sql`from earning_sales where currency = ${currency} and ${day} >= ${startDate} and ${day} <= ${endDate}`
}

/** A correction lowers what is approved. A return at Amazon is a row of its own, to which its reports give no status. */
const isCorrection = sql`((status = 'reversed' or network = 'amazon') and commission_minor < 0)`

/** 1 for what is neither a correction nor a bounty of Amazon, which has no product. */
export const order = sql<number>`case when ${isCorrection} or (network = 'amazon' and sku is null) then 0 else 1 end`

/** `approved` of a correction is what it takes back. */
export const bucket = sql`case when ${isCorrection} then 'correction' else status end`

const isLost = sql`(status = 'reversed' and commission_minor >= 0)`
export const earned = sql<number>`case when ${isLost} then 0 else commission_minor end`
/** The fractions of a cent of what was earned. */
export const earnedRest = sql<number>`case when ${isLost} then 0 else commission_rest end`

/** A sum in minor units, rounded once with its fractions. Whole units are added up apart, so that no number is too large. */
export function roundedSum(minor: RawBuilder<unknown>, rest: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(round(sum(${minor}) + sum(${rest}) / ${sql.lit(REST_UNITS)}.0) as bigint)`
}

export const sumOfEarned = roundedSum(earned, earnedRest)

export const reversed = sql<number>`case when status = 'reversed' or ${isCorrection} then abs(commission_minor) else 0 end`

/** The condition of one line of a group, on `attributedSales`. */
export function matchesFilter({ status, group, key }: SalesFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (status === 'approved') conditions.push(sql`(status = 'approved' or ${isCorrection})`)
  else if (status === 'reversed') conditions.push(sql`(status = 'reversed' or ${isCorrection})`)
  else if (status) conditions.push(sql`status = ${status}`)
  if (group !== undefined && key !== undefined) conditions.push(matchesKey(group, key))
  return sql.join(conditions, sql` and `)
}

function matchesKey(group: EarningsGroup, key: string): RawBuilder<unknown> {
  const columns: Record<EarningsGroup, string[]> = {
    place: ['place_source', 'place_id'],
    product: ['product'],
    placement: ['place_source', 'position'],
    program: ['network', 'program'],
  }
  const values = readKey(key)
  const parts = columns[group].map((column, index) => {
    const value = values[index] ?? null
    if (value === null) return sql`${sql.ref(column)} is null`
    const isNumber = column === 'place_id' || column === 'product'
    return sql`${sql.ref(column)} = ${isNumber ? (Number.isInteger(Number(value)) ? Number(value) : -1) : value}`
  })
  return sql`(${sql.join(parts, sql` and `)})`
}

/** A key is a JSON array of the values that its sales share. */
export function toKey(values: (string | number | null)[]): string {
  return JSON.stringify(values)
}

function readKey(key: string): (string | number | null)[] {
  try {
    const values: unknown = JSON.parse(key)
    if (!Array.isArray(values)) return ['?']
    return values.map((value) => (value === null || typeof value === 'number' ? value : String(value)))
  } catch {
    return ['?']
  }
}
