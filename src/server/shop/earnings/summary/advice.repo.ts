import { type RawBuilder, sql } from 'kysely'
import { type DayRange, lastDays } from '../../../../contract/platform/days.ts'
import type { AnalyticsRange } from '../../../../contract/shop/analytics.ts'
import type { EarningsAdvice } from '../../../../contract/shop/earnings.ts'
import { alertStates } from '../../../../contract/shop/links.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { sumsOfPeriod } from '../../analytics/period-sums.repo.ts'
import { productOfAsin } from './attributed-sales.repo.ts'
import { sumEarnedByProduct } from './earned.repo.ts'
import { type PageSums, sumPages } from './page-sums.repo.ts'
import { namePosts } from './place-names.repo.ts'

const ITEMS_OF_KIND = 5
const RECENT_DAYS = 90
const YEAR_DAYS = 365

/** Fewer views or clicks of people say nothing. */
const VIEWS_MIN = 50
const CLICKS_MIN = 20

/** The sales whose products are known. */
type Known = DayRange & { currency: string }

type Kind = EarningsAdvice['kind']
type Item = Pick<EarningsAdvice, 'id' | 'name'> &
  Partial<Pick<EarningsAdvice, 'views' | 'clicks' | 'earned'>> & { changedAt?: string | Date }

/** The sums from which the figures of the items come: each is read once for all kinds. */
type Figures = {
  /** The commissions of a year, by product. */
  earned: ReadonlyMap<number, number>
  /** Recent ones, by product. */
  clicks: ReadonlyMap<number, number>
  /** Recent views of people, by path. */
  views: PageSums
}

/** Suggests what the owner could improve next, with its figures until `today`; amounts in `currency`. */
export async function findAdvice(db: Db, today: string, currency: string): Promise<EarningsAdvice[]> {
  const recent = lastDays(RECENT_DAYS, today)
  const year = lastDays(YEAR_DAYS, today)
  const figures = {
    earned: await sumEarned(db, year, currency),
    clicks: await sumProductClicks(db, recent),
    views: await sumPages(db, recent),
  }
  const posts = await listReadPosts(db, figures)
  const isOutdated = ({ changedAt }: ReadPost) => new Date(changedAt).toISOString() < year.startDate
  const items: [Kind, Item[]][] = [
    ['broken-link', await brokenLinks(db, figures)],
    ['hidden-earner', await hiddenEarners(db, figures)],
    ['no-link', await nameFirst(db, await withoutLink(db, posts))],
    ['no-order', await productsWithoutOrder(db, figures, { ...year, currency })],
    ['outdated', await nameFirst(db, posts.filter(isOutdated))],
  ]
  return items.flatMap(([kind, of]) => of.slice(0, ITEMS_OF_KIND).map((item) => toAdvice(kind, item)))
}

async function sumEarned(db: Db, year: DayRange, currency: string): Promise<Map<number, number>> {
  const products = await sumEarnedByProduct(db, year, currency)
  return new Map([...products].flatMap(([id, { earned }]) => (id === null ? [] : [[id, earned] as const])))
}

async function sumProductClicks(db: Db, range: AnalyticsRange): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; clicks: number }>`
    select id, sum(clicks) as clicks from (${await sumsOfPeriod(db, 'product_id', ['clicks'], range)}) as parts
    group by id`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]))
}

/** Links that need attention and belong to products that earned or were clicked. */
async function brokenLinks(db: Db, figures: Figures): Promise<Item[]> {
  const { rows } = await sql<{ id: number; url: string; product: number }>`
    select l.id, l.url, u.ref_id as product from links l join link_uses u on u.link_id = l.id and u.kind = 'product'
    where l.unused_since is null and l.acknowledged_at is null and l.state in (${sql.join(alertStates)})`.execute(db)
  const links = new Map<number, { id: number; name: string; earned: number; clicks: number }>()
  for (const { id, url, product } of rows) {
    const link = links.get(id) ?? { id, name: url, earned: 0, clicks: 0 }
    link.earned += figures.earned.get(product) ?? 0
    link.clicks += figures.clicks.get(product) ?? 0
    links.set(id, link)
  }
  return [...links.values()]
    .filter((link) => link.earned > 0 || link.clicks > 0)
    .toSorted((a, b) => b.earned - a.earned || b.clicks - a.clicks || a.id - b.id)
}

/** Products that earned and are shown no longer. */
async function hiddenEarners(db: Db, figures: Figures): Promise<Item[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('is_active', '=', false)
    .where('deleted_at', 'is', null)
    .execute()
  return products
    .map((product) => ({ ...product, earned: figures.earned.get(product.id) ?? 0 }))
    .filter((product) => product.earned > 0)
    .toSorted((a, b) => b.earned - a.earned || a.id - b.id)
}

type ReadPost = { id: number; views: number; changedAt: string | Date }

/** Published posts that people read, those with the most views first. */
async function listReadPosts(db: Db, figures: Figures): Promise<ReadPost[]> {
  // Both are read from an index: the row of a post has its text. A condition of `published_at` would lead to another index.
  const slugs = await db.selectFrom('posts').select(['id', 'slug']).execute()
  const live = await db
    .selectFrom('posts')
    .select(['id', 'updated_at', 'published_at'])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .execute()
  const changes = new Map(
    live.flatMap(({ id, ...post }) => (post.published_at === null ? [] : [[id, post.updated_at]])),
  )
  return slugs
    .flatMap(({ id, slug }) => {
      const changedAt = changes.get(id)
      const views = figures.views.get(`/blog/${slug}`)?.people ?? 0
      return changedAt === undefined || views < VIEWS_MIN ? [] : [{ id, views, changedAt }]
    })
    .toSorted((a, b) => b.views - a.views || a.id - b.id)
}

/** Those of some posts whose text has neither an affiliate link nor a product or routine. */
async function withoutLink(db: Db, posts: readonly ReadPost[]) {
  const ids = posts.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select ref_id as id from link_uses where kind = 'post' and ${isOneOf(db, 'ref_id', ids)}
    union select post_id as id from post_references where kind in ('product', 'routine') and ${isOneOf(db, 'post_id', ids)}`.execute(
    db,
  )
  const linked = new Set(rows.map(({ id }) => id))
  return posts.flatMap(({ id, views }) => (linked.has(id) ? [] : [{ id, views }]))
}

/** The posts that are shown, with their titles. */
async function nameFirst<Post extends { id: number }>(db: Db, posts: readonly Post[]) {
  const shown = posts.slice(0, ITEMS_OF_KIND)
  const titles = await namePosts(
    db,
    shown.map(({ id }) => id),
  )
  return shown.map((post) => ({ ...post, name: titles.get(post.id) ?? '' }))
}

/** Products whose links people follow and that no report names, of a site that has reports. */
async function productsWithoutOrder(db: Db, figures: Figures, known: Known): Promise<Item[]> {
  // Those that the known sales of the year name need no search in the others.
  const candidates = [...figures.clicks].filter(([id, clicks]) => clicks >= CLICKS_MIN && !figures.earned.has(id))
  const ids = candidates.map(([id]) => id)
  if (ids.length === 0) return []
  if (!(await db.selectFrom('earning_sales').select('id').limit(1).executeTakeFirst())) return []
  const { rows } = await sql<{ product: number | null }>`
    select distinct coalesce(s.product_id, ${productOfAsin(db)}) as product from earning_sales s
    where (${isOutside(known)}) and (${isOneOf(db, 's.product_id', ids)} or (s.product_id is null and s.network = 'amazon'))
    union select r.product_id as product from earning_rules r
    where r.kind = 'sku' and exists (select 1 from earning_sales s where s.network = r.network and s.sku = r.value)`.execute(
    db,
  )
  const ordered = new Set(rows.map(({ product }) => Number(product)))
  const products = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where(
      isOneOf(
        db,
        'id',
        ids.filter((id) => !ordered.has(id)),
      ),
    )
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return products
    .map((product) => ({ ...product, clicks: figures.clicks.get(product.id) ?? 0 }))
    .toSorted((a, b) => b.clicks - a.clicks || a.id - b.id)
}

/** The sales of other currencies and days, by ranges of the index. */
function isOutside({ currency, startDate, endDate }: Known): RawBuilder<unknown> {
  const ofCurrency = sql`s.currency = ${currency} and s.ordered_day`
  return sql`s.currency < ${currency} or s.currency > ${currency}
    or (${ofCurrency} < ${startDate}) or (${ofCurrency} > ${endDate})`
}

function toAdvice(kind: Kind, row: Item): EarningsAdvice {
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
