import { sql } from 'kysely'
import { lastDays } from '../../../contract/platform/days.ts'
import { LINK_EARNED_DAYS } from '../../../contract/shop/links.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import {
  attributedSales,
  earned,
  earnedRest,
  roundedSum,
  type SalesFilter,
} from '../earnings/summary/attributed-sales.repo.ts'
import { listCurrencies, usualCurrency } from '../earnings/summary/summary.repo.ts'

/** The sales of a year until `today`, in the usual currency. */
export async function salesOfLinks(db: Db, today: string, siteCurrency: string): Promise<SalesFilter> {
  const currency = usualCurrency(await listCurrencies(db), siteCurrency)
  return { ...lastDays(LINK_EARNED_DAYS, today), basis: 'ordered', currency }
}

/** Sums the earnings of the products of some links, in minor units, by link. */
export async function sumEarnedByLinks(
  db: Db,
  ids: readonly number[],
  sales: SalesFilter,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select u.link_id as id, ${roundedSum(sql.ref('e.earned'), sql.ref('e.rest'))} as amount
    from link_uses u
    join (select product, sum(${earned}) as earned, sum(${earnedRest}) as rest from (${attributedSales(db, sales)}) as a
      where product in (select ref_id from link_uses where kind = 'product' and place = 'link' and ${isOneOf(db, 'link_id', ids)})
      group by product) e on e.product = u.ref_id
    where u.kind = 'product' and u.place = 'link' and ${isOneOf(db, 'u.link_id', ids)}
    group by u.link_id`.execute(db)
  return new Map(rows.map(({ id, amount }) => [id, Number(amount)]))
}
