import { sql } from 'kysely'
import {
  NEWSLETTER_PLACEMENTS_MAX,
  type NewsletterEarnings,
  type NewsletterPlacement,
} from '../../../../contract/audience/newsletter-earnings.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bucket, order } from './attributed-sales.repo.ts'
import { addTo, type Counted, noSums, round, toNumbers } from './earnings-sums.ts'
import { sumOfAmounts } from './exact-amounts.ts'
import { namePosition, nameProducts } from './place-names.repo.ts'

type Row = Counted & {
  currency: string
  product_id: number | null
  position: string | null
  ordered: number
}

type Line = Omit<NewsletterPlacement, 'product'>

/** The sales whose placement codes name a newsletter, by currency and placement; the currency with the most sales first. */
export async function sumNewsletterSales(db: Db, newsletterId: number): Promise<NewsletterEarnings[]> {
  const { rows } = await sql<Row>`
    select currency, product_id, position, ${bucket} as bucket, count(*) as sales, sum(${order}) as orders,
      ${sumOfAmounts},
      cast(sum(case when status = 'reversed' then 0 else coalesce(sale_minor, 0) end) as bigint) as ordered
    from earning_sales where source = 'newsletter' and source_id = ${newsletterId} group by 1, 2, 3, 4`.execute(db)
  const byCurrency = new Map<string, { total: Line; lines: Map<string, Line> }>()
  for (const { currency, product_id, position, ...row } of rows) {
    const group = byCurrency.get(currency) ?? { total: emptyLine(null, null), lines: new Map<string, Line>() }
    byCurrency.set(currency, group)
    const key = `${product_id} ${position}`
    const line = group.lines.get(key) ?? emptyLine(product_id, position)
    group.lines.set(key, line)
    for (const sums of [group.total, line]) {
      addTo(sums, toNumbers(row))
      sums.ordered += Number(row.ordered)
    }
  }
  const shown = [...byCurrency].map(([currency, { total, lines }]) => {
    const { productId: _, position: __, ...sums } = round(total)
    return {
      currency,
      ...sums,
      lines: [...lines.values()].sort(byCommission).slice(0, NEWSLETTER_PLACEMENTS_MAX).map(round),
    }
  })
  const names = await nameProducts(db, [
    ...new Set(shown.flatMap(({ lines }) => lines.flatMap(({ productId }) => productId ?? []))),
  ])
  return shown
    .map(({ lines, ...sums }) => ({ ...sums, placements: lines.map((line) => ({ ...line, product: nameOf(line) })) }))
    .sort((a, b) => b.sales - a.sales || (a.currency < b.currency ? -1 : 1))

  /** A deleted product keeps its number. */
  function nameOf({ productId }: Line): string | null {
    return productId === null ? null : (names.get(productId) ?? `Product ${productId}`)
  }
}

function emptyLine(productId: number | null, position: string | null): Line {
  return { productId, position: namePosition(position), ...noSums(), ordered: 0 }
}

function byCommission(a: Line, b: Line): number {
  return b.earned - a.earned || b.sales - a.sales || (a.productId ?? 0) - (b.productId ?? 0)
}
