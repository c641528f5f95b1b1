import { cpSync, existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { placementCode } from '../src/contract/shop/placements.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { recordEvents } from '../src/server/shop/earnings/ledger/ledger.repo.ts'
import { toEvent } from '../src/server/shop/earnings/ledger/ledger-event.ts'
import { largeSeed } from './large-seed.ts'

const DAYS = 365
const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 1000

type ReportsSeed = { views: number; sales: number }

/**
 * The data folder of the large seed with a year of page views and sales. The posts are read as a Zipf distribution, from six
 * sources and by bots. Created once, in test-results.
 */
export async function reportsSeed({ views, sales }: ReportsSeed): Promise<string> {
  const dataDir = path.resolve('test-results', `large-reports-${views}-${sales}`)
  if (existsSync(path.join(dataDir, 'seeded'))) return path.join(dataDir, 'seeded')
  const folder = path.join(dataDir, 'making')
  cpSync(largeSeed(), folder, { recursive: true })
  const db = connect({ dataDir: folder, databaseUrl: undefined })
  await migrateToLatest(db)
  await sql`pragma cache_size = -400000`.execute(db)
  await addViews(db, views)
  await addSales(db, sales)
  await db.destroy()
  renameSync(folder, path.join(dataDir, 'seeded'))
  return path.join(dataDir, 'seeded')
}

async function addViews(db: Db, views: number): Promise<void> {
  await sql`delete from page_views`.execute(db)
  const last = new Date().toISOString().slice(0, 10)
  await sql`
    insert into page_views (day, path, kind, host, reason, is_demo, views)
    with recursive days(day, left) as (
      select date(${last}, '-' || ${sql.lit(DAYS - 1)} || ' days'), ${sql.lit(DAYS - 1)}
      union all select date(day, '+1 day'), left - 1 from days where left > 0),
    pages as (select '/blog/' || slug as path, row_number() over (order by id) as place from posts where kind = 'post'),
    weights as (select path, 1.0 / (place + 10) / (select sum(1.0 / (place + 10)) from pages) as weight from pages),
    sources(kind, host, reason, share) as (values ('search', 'google.com', '', 0.4), ('social', 'pinterest.com', '', 0.25),
      ('direct', '', '', 0.15), ('internal', '', '', 0.12), ('newsletter', '', '', 0.05), ('other', 'blog.example', '', 0.03),
      ('', '', 'bot', 0.3))
    select * from (
      select day, path, kind, host, reason, 0,
        cast(${views / DAYS} * weight * share + (abs(random()) % 1000) / 1000.0 as integer) as views
      from days cross join weights cross join sources)
    where views > 0`.execute(db)
  for (const table of ['daily_page_totals', 'monthly_page_totals', 'daily_view_totals'] as const)
    await db.deleteFrom(table).execute()
  const sums = sql`sum(case when reason = '' then views else 0 end), sum(case when reason = '' then 0 else views end)`
  await sql`insert into daily_page_totals select day, path, ${sums} from page_views group by day, path`.execute(db)
  await sql`insert into monthly_page_totals
    select substr(day, 1, 7), path, sum(views), sum(filtered_views) from daily_page_totals group by 1, 2`.execute(db)
  await sql`insert into daily_view_totals
    select day, kind, host, reason, sum(views) from page_views group by day, kind, host, reason`.execute(db)
}

async function addSales(db: Db, sales: number): Promise<void> {
  const posts = await db.selectFrom('posts').select('id').where('kind', '=', 'post').orderBy('id').execute()
  const products = await db.selectFrom('products').select('id').orderBy('id').execute()
  const now = new Date()
  for (let from = 0; from < sales; from += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, sales - from) }, (_, index) => {
      const n = from + index
      const productId = products[(n * 7) % products.length]!.id
      const sourceId = posts[(n * n) % posts.length]!.id
      const day = new Date(now.getTime() - ((n * 13) % DAYS) * DAY_MS).toISOString().slice(0, 10)
      const row = {
        row: n,
        hasOwnId: true,
        network: 'awin' as const,
        externalId: `bench-${n}`,
        originalExternalId: null,
        status: (['pending', 'approved', 'paid', 'reversed'] as const)[n % 4]!,
        saleMinor: 4000,
        currency: 'USD',
        commissionMinor: 200 + (n % 400),
        clickedAt: day,
        orderedAt: day,
        postedAt: day,
        trackingId: null,
        clickRef: n % 5 === 0 ? null : placementCode({ source: 'post', sourceId, productId, position: 'box' }),
        advertiser: `Shop ${n % 20}`,
        orderId: null,
        sku: null,
        productName: null,
        quantity: 1,
        reason: null,
        promoCode: null,
      }
      const recording = { occurrence: 1, origin: 'import' as const, importId: null, timeZone: 'UTC' }
      return toEvent(row, { ...recording, now: now.toISOString() })
    })
    await db.transaction().execute((transaction) => recordEvents(transaction, events, null))
  }
}
