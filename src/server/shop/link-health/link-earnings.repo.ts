import { lastDays } from '../../../contract/platform/days.ts'
import { LINK_EARNED_DAYS } from '../../../contract/shop/links.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SalesFilter } from '../earnings/summary/attributed-sales.repo.ts'
import { sumEarnedByGroup } from '../earnings/summary/earned.repo.ts'
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
  const uses = await db
    .selectFrom('link_uses')
    .select(['link_id', 'ref_id'])
    .where('kind', '=', 'product')
    .where('place', '=', 'link')
    .where('link_id', 'in', ids)
    .execute()
  const products = new Map<number, number[]>()
  for (const { link_id, ref_id } of uses) products.set(link_id, [...(products.get(link_id) ?? []), ref_id])
  return sumEarnedByGroup(db, sales, products)
}
