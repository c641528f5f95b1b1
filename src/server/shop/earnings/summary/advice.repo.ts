import { type RawBuilder, sql } from 'kysely'
import { addDays } from '../../../../contract/days.ts'
import type { EarningsAdvice } from '../../../../contract/earnings.ts'
import { alertStates } from '../../../../contract/links.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { attributedSales, earned } from './attributed-sales.ts'

const ITEMS_OF_KIND = 5
const RECENT_DAYS = 90
const YEAR_DAYS = 365

/** Fewer views or clicks of people say nothing. */
const VIEWS_MIN = 50
const CLICKS_MIN = 20

type Figures = Pick<EarningsAdvice, 'id' | 'name'> &
  Partial<Pick<EarningsAdvice, 'views' | 'clicks' | 'earned'>> & { changedAt?: string | Date }
type Kind = EarningsAdvice['kind']

/** What the owner could improve next, with its figures until `today`; amounts in `currency`. */
export async function findAdvice(db: Db, today: string, currency: string): Promise<EarningsAdvice[]> {
  const period = { recent: addDays(today, -RECENT_DAYS), year: addDays(today, -YEAR_DAYS), today }
  const byProduct = sql`(
    select product, cast(sum(${earned}) as bigint) as earned, count(*) as sales
    from (${attributedSales({ startDate: period.year, endDate: today, basis: 'ordered', currency })}) as a
    where product is not null group by product)`
  const kinds: [Kind, RawBuilder<Figures>][] = [
    ['broken-link', brokenLinks(byProduct, period.recent)],
    ['hidden-earner', hiddenEarners(byProduct)],
    ['no-link', postsWithoutLink(period.recent)],
    ['no-order', productsWithoutOrder(period.recent)],
    ['outdated', outdatedPosts(period.recent, period.year)],
  ]
  const items: EarningsAdvice[] = []
  for (const [kind, query] of kinds) {
    const { rows } = await query.execute(db)
    for (const row of rows) items.push(toAdvice(kind, row))
  }
  return items
}

/** Links that need attention and belong to products that earned or were clicked. */
function brokenLinks(byProduct: RawBuilder<unknown>, since: string): RawBuilder<Figures> {
  return sql`
    select l.id, l.url as name, sum(coalesce(e.earned, 0)) as earned, sum(coalesce(c.clicks, 0)) as clicks
    from links l
    join link_uses u on u.link_id = l.id and u.kind = 'product'
    left join ${byProduct} e on e.product = u.ref_id
    left join ${clicksOfProducts(since)} c on c.product_id = u.ref_id
    where l.unused_since is null and l.acknowledged_at is null and l.state in (${sql.join(alertStates)})
    group by l.id, l.url
    having sum(coalesce(e.earned, 0)) > 0 or sum(coalesce(c.clicks, 0)) > 0
    order by 3 desc, 4 desc, l.id limit ${ITEMS_OF_KIND}`
}

/** Products that earned and are shown no longer. */
function hiddenEarners(byProduct: RawBuilder<unknown>): RawBuilder<Figures> {
  return sql`
    select p.id, p.name, e.earned from products p join ${byProduct} e on e.product = p.id
    where p.is_active = ${false} and p.deleted_at is null and e.earned > 0
    order by e.earned desc, p.id limit ${ITEMS_OF_KIND}`
}

/** Posts with readers whose text has neither an affiliate link nor a product or routine. */
function postsWithoutLink(since: string): RawBuilder<Figures> {
  return sql`
    select p.id, p.title as name, v.views from posts p join ${viewsOfPosts(since)} v on v.path = '/blog/' || p.slug
    where ${isPublished} and v.views >= ${VIEWS_MIN}
      and not exists (select 1 from link_uses u where u.kind = 'post' and u.ref_id = p.id)
      and not exists (select 1 from post_references r where r.post_id = p.id and r.kind in ('product', 'routine'))
    order by v.views desc, p.id limit ${ITEMS_OF_KIND}`
}

/** Products whose links people follow and that no report names, of a site that has reports. */
function productsWithoutOrder(since: string): RawBuilder<Figures> {
  return sql`
    select p.id, p.name, c.clicks from products p join ${clicksOfProducts(since)} c on c.product_id = p.id
    where p.is_active = ${true} and p.deleted_at is null and c.clicks >= ${CLICKS_MIN}
      and exists (select 1 from earning_sales)
      and not exists (select 1 from earning_sales s where s.product_id = p.id)
      and p.id not in (
        select r.product_id from earning_rules r
        join earning_sales s on s.network = r.network and s.sku = r.value
        where r.kind = 'sku' and r.product_id is not null)
    order by c.clicks desc, p.id limit ${ITEMS_OF_KIND}`
}

function outdatedPosts(since: string, yearAgo: string): RawBuilder<Figures> {
  return sql`
    select p.id, p.title as name, v.views, p.updated_at as "changedAt"
    from posts p join ${viewsOfPosts(since)} v on v.path = '/blog/' || p.slug
    where ${isPublished} and v.views >= ${VIEWS_MIN} and p.updated_at < ${yearAgo}
    order by v.views desc, p.id limit ${ITEMS_OF_KIND}`
}

const isPublished = sql`p.kind = 'post' and p.deleted_at is null and p.published_at is not null`

const viewsOfPosts = (since: string) => sql`(
  select path, sum(views) as views from daily_page_totals
  where day >= ${since} and path like '/blog/%' group by path)`

const clicksOfProducts = (since: string) => sql`(
  select product_id, sum(clicks) as clicks from daily_totals where day >= ${since} group by product_id)`

function toAdvice(kind: Kind, row: Figures): EarningsAdvice {
  const number = (value: unknown) => (value === null || value === undefined ? null : Number(value))
  return {
    kind,
    id: Number(row.id),
    name: row.name,
    views: number(row.views),
    clicks: number(row.clicks),
    earned: number(row.earned),
    changedDay: row.changedAt === undefined ? null : new Date(row.changedAt).toISOString().slice(0, 10),
  }
}
