import { dayIn } from '../../src/contract/platform/days.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { countSales, DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import type { Db, NewRow } from '../../src/server/platform/db/schema.ts'
import { DAY_MS } from '../../src/server/platform/durations.ts'
import { pick } from './pick.ts'
import { type DemoSale, seedSales } from './seed-sales.ts'
import { seededRandom } from './seeded-random.ts'

const DAYS = 92
const placements = ['home-grid', 'shop', 'search', 'post']

/** `postsByProduct` holds the published posts that show a product. */
export type ClickSeed = { productIds: number[]; postsByProduct: ReadonlyMap<number, number[]>; today: Date }

/**
 * Three months of clicks and conversions with the shape of a small blog: slow growth, quiet weekends, one week with a
 * shared article, a few products with most of the clicks, and some bots. The networks report the same sales.
 */
export async function seedClicks(db: Db, { productIds, postsByProduct, today }: ClickSeed): Promise<void> {
  const random = seededRandom(20_240_614)
  const clicks: NewRow<'link_clicks'>[] = []
  const conversions: NewRow<'conversions'>[] = []
  const sales: DemoSale[] = []

  for (let ago = DAYS; ago >= 1; ago--) {
    // Counted in calendar days: 24 hours back is the same day twice when the clocks change.
    const noon = new Date(Date.parse(`${dayIn(DEMO_TIME_ZONE, today)}T12:00:00.000Z`) - ago * DAY_MS)
    const day = noon.toISOString().slice(0, 10)
    const weekend = [0, 6].includes(noon.getUTCDay()) ? 0.7 : 1
    const shared = ago <= 41 && ago >= 36 ? 2.1 : 1
    const visits = (14 + (DAYS - ago) * 0.22) * weekend * shared * (0.8 + random() * 0.4)

    for (let i = 0; i < visits; i++) {
      const productId = pick(productIds, random, 2.2)
      const isBot = random() < 0.08
      const at = timeOn(day, random)
      const posts = postsByProduct.get(productId) ?? []
      const possible = posts.length > 0 ? placements : placements.filter((placement) => placement !== 'post')
      const linkId = pick(possible, random)
      const postId = linkId === 'post' ? pick(posts, random) : null
      clicks.push({
        link_id: linkId,
        product_id: productId,
        post_id: postId,
        clicked_at: at,
        filtered_reason: isBot ? 'bot' : null,
      })
      if (!isBot && random() < 0.045) {
        const revenue = 80 + Math.floor(random() * 420)
        conversions.push({ link_id: linkId, product_id: productId, revenue_minor: revenue, converted_at: at, day })
        sales.push({ linkId, productId, postId, revenue, at, ago })
      }
    }
  }

  const clickIds = await insertSales(db, 'link_clicks', clicks)
  const conversionIds = await insertSales(db, 'conversions', conversions)
  await countSales(db, { clickIds, conversionIds, each: 1 })
  await seedSales(db, sales, { postsByProduct, today })
}

async function insertSales<Table extends 'link_clicks' | 'conversions'>(
  db: Db,
  table: Table,
  rows: NewRow<Table>[],
): Promise<number[]> {
  const ids: number[] = []
  for (const chunk of inChunks(rows))
    ids.push(...(await db.insertInto(table).values(chunk).returning('id').execute()).map(({ id }) => Number(id)))
  await recordDemoRows(db, table, ids)
  return ids
}

/** A random time between 8 in the morning and 11 at night in New York. */
function timeOn(day: string, random: () => number): string {
  const start = Date.parse(`${day}T13:00:00.000Z`)
  return new Date(start + Math.floor(random() * 14.9 * 60 * 60 * 1000)).toISOString()
}

function inChunks<T>(rows: T[]): T[][] {
  const chunks: T[][] = []
  for (let i = 0; i < rows.length; i += 500) chunks.push(rows.slice(i, i + 500))
  return chunks
}
