import { dayIn } from '../../analytics/days.ts'
import type { Db, NewRow } from '../schema.ts'

const DAYS = 92
const placements = ['home-grid', 'shop', 'search', 'post']

export type ClickSeed = { productIds: number[]; postIds: number[]; today: Date }

/**
 * Three months of clicks and conversions with the shape that a small blog's have: slow growth, weekends quieter, one
 * week when an article was shared, few products that most people want, and some bots.
 */
export async function seedClicks(db: Db, { productIds, postIds, today }: ClickSeed): Promise<void> {
  const random = seededRandom(20_240_614)
  const clicks: NewRow<'link_clicks'>[] = []
  const conversions: NewRow<'conversions'>[] = []
  const totals: NewRow<'daily_totals'>[] = []

  for (let ago = DAYS; ago >= 1; ago--) {
    // Counted in calendar days: 24 hours back is the same day twice when the clocks change.
    const noon = new Date(Date.parse(`${dayIn('America/New_York', today)}T12:00:00.000Z`) - ago * 24 * 60 * 60 * 1000)
    const day = noon.toISOString().slice(0, 10)
    const weekend = [0, 6].includes(noon.getUTCDay()) ? 0.7 : 1
    const shared = ago <= 41 && ago >= 36 ? 2.1 : 1
    const visits = (14 + (DAYS - ago) * 0.22) * weekend * shared * (0.8 + random() * 0.4)
    const ofDay = new Map<number, NewRow<'daily_totals'>>()

    for (let i = 0; i < visits; i++) {
      const productId = productIds[Math.floor(productIds.length * random() ** 2.2)]!
      const isBot = random() < 0.08
      const at = momentOf(day, random)
      const linkId = placements[Math.floor(random() * placements.length)]!
      clicks.push({
        link_id: linkId,
        product_id: productId,
        post_id: linkId === 'post' ? postIds[Math.floor(random() * postIds.length)]! : null,
        clicked_at: at,
        filtered_reason: isBot ? 'bot' : null,
      })
      const total = ofDay.get(productId) ?? {
        day,
        product_id: productId,
        clicks: 0,
        filtered_clicks: 0,
        conversions: 0,
        revenue_minor: 0,
      }
      ofDay.set(productId, total)
      total[isBot ? 'filtered_clicks' : 'clicks']++
      if (!isBot && random() < 0.045) {
        const revenue = 80 + Math.floor(random() * 420)
        conversions.push({ link_id: linkId, product_id: productId, revenue_minor: revenue, converted_at: at })
        total.conversions++
        total.revenue_minor += revenue
      }
    }
    totals.push(...ofDay.values())
  }

  for (const rows of inChunks(clicks)) await db.insertInto('link_clicks').values(rows).execute()
  for (const rows of inChunks(conversions)) await db.insertInto('conversions').values(rows).execute()
  for (const rows of inChunks(totals)) await db.insertInto('daily_totals').values(rows).execute()
}

/** A moment of the day when readers of New York are awake: 8 in the morning to 11 at night. */
function momentOf(day: string, random: () => number): string {
  const start = Date.parse(`${day}T13:00:00.000Z`)
  return new Date(start + Math.floor(random() * 14.9 * 60 * 60 * 1000)).toISOString()
}

/** mulberry32: small, seeded, and good enough to look like chance. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function inChunks<T>(rows: T[]): T[][] {
  const chunks: T[][] = []
  for (let i = 0; i < rows.length; i += 500) chunks.push(rows.slice(i, i + 500))
  return chunks
}
