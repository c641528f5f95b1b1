import { sql } from 'kysely'
import type { NewsletterEarnings } from '../../../../contract/newsletter-earnings.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bucket } from './attributed-sales.repo.ts'
import { addTo, noSums, type Tuple } from './summary.repo.ts'

/** The sales whose placement codes name a newsletter, by currency; the currency with the most sales first. */
export async function sumNewsletterSales(db: Db, newsletterId: number): Promise<NewsletterEarnings[]> {
  const { rows } = await sql<Pick<Tuple, 'bucket' | 'sales' | 'amount'> & { currency: string }>`
    select currency, ${bucket} as bucket, count(*) as sales, cast(sum(commission_minor) as bigint) as amount
    from earning_sales where source = 'newsletter' and source_id = ${newsletterId} group by 1, 2`.execute(db)
  const byCurrency = new Map<string, NewsletterEarnings>()
  for (const { currency, bucket: state, sales, amount } of rows) {
    const sums = byCurrency.get(currency) ?? { currency, ...noSums() }
    addTo(sums, { bucket: state, sales: Number(sales), amount: Number(amount) })
    byCurrency.set(currency, sums)
  }
  return [...byCurrency.values()].sort((a, b) => b.sales - a.sales || (a.currency < b.currency ? -1 : 1))
}
