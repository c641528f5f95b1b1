import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../earnings/programs/programs.repo.ts'
import { findFailingUrls } from '../link-health/fallbacks.repo.ts'
import { hidesPriceOf } from './public-prices.ts'

export type PublicPrice = { id: number; category: string; minor: number; currency: string }

/** The prices that visitors get, of all active products that have one, in the owner's order. */
export async function listPublicPrices(db: Db): Promise<PublicPrice[]> {
  const [rows, rules] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'category', 'price_minor', 'currency', 'affiliate_link', 'facts', 'updated_at'])
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .where('price_minor', '>', 0)
      // The index of this order has the active products.
      .orderBy('position')
      .orderBy('id')
      .execute(),
    readProgramLinks(db),
  ])
  const stated = rows.map((row) => ({ row, facts: readFacts(row.facts) }))
  const failing = await findFailingUrls(
    db,
    stated.flatMap(({ row, facts }) => (facts.fallbackUrl ? [row.affiliate_link, facts.fallbackUrl] : [])),
  )
  return stated.flatMap(({ row, facts: { priceCheckedOn: checkedOn = '', fallbackUrl } }) => {
    const { id, category, price_minor: minor, currency, affiliate_link: link, updated_at: updatedAt } = row
    const isReplaced = fallbackUrl && failing.has(link) && !failing.has(fallbackUrl)
    const links = isReplaced ? { affiliateLink: fallbackUrl, failedLink: link } : { affiliateLink: link }
    return hidesPriceOf({ ...links, checkedOn, updatedAt }, rules) ? [] : [{ id, category, minor, currency }]
  })
}

/** The currency of most prices. */
export function usualCurrency(prices: readonly PublicPrice[]): string {
  const counts = new Map<string, number>()
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'USD'
}

type PriceFacts = Partial<Pick<ProductFacts, 'priceCheckedOn' | 'fallbackUrl'>>

/** Parses only facts that matter here, since most products have none. */
function readFacts(json: string): PriceFacts {
  return /"(?:priceCheckedOn|fallbackUrl)"/.test(json) ? (JSON.parse(json) as PriceFacts) : {}
}
