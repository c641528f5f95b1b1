import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import type { Db } from '../schema.ts'
import { firstTables } from './0001-first-tables.ts'
import { analytics } from './0008-analytics.ts'

test('existing totals are preserved, and missing ones are computed in the time zone of the site', async () => {
  const { db } = await emptyDatabase()
  await firstTables.up(db)
  await sql`insert into settings (key, value, updated_at) values ('timeZone', '"Asia/Tokyo"', '2026-01-01T00:00:00Z')`.execute(
    db,
  )
  const { product, post } = await makeRows(db)
  const clicks: [string, number | null, number | null, string | null][] = [
    ['2026-03-09T14:59:59.999Z', product, post, null],
    ['2026-03-09T15:00:00.000Z', null, post, null],
    ['2026-03-09T15:00:00.000Z', product, null, 'bot'],
    ['2026-03-10T14:59:59.999Z', null, null, null],
    ['2026-03-10T14:59:59.999Z', null, null, 'bot'],
  ]
  for (const [at, productId, postId, reason] of clicks)
    await sql`insert into link_clicks (link_id, product_id, post_id, clicked_at, filtered_reason)
      values ('shop', ${productId}, ${postId}, ${at}, ${reason})`.execute(db)
  await sql`insert into conversions (link_id, product_id, revenue_minor, converted_at)
    values ('shop', ${product}, 420, '2026-03-09T15:30:00.000Z')`.execute(db)
  // The clicks of January are deleted already; their totals remain.
  for (const [day, count] of [
    ['2026-01-05', 70],
    ['2026-03-09', 1],
    ['2026-03-10', 0],
  ])
    await sql`insert into daily_totals (day, product_id, clicks, filtered_clicks, conversions, revenue_minor)
      values (${day}, ${product}, ${count}, ${day === '2026-03-10' ? 1 : 0}, 1, 420)`.execute(db)

  await analytics.up(db)

  const rows = async (table: 'daily_totals' | 'daily_site_totals' | 'monthly_totals') =>
    (await db.selectFrom(table).selectAll().orderBy('clicks', 'desc').execute()).map((row) => Object.values(row))
  expect(await rows('daily_totals')).toEqual([
    ['2026-01-05', product, 70, 0, 1, 420],
    ['2026-03-10', 0, 2, 1, 0, 0],
    ['2026-03-09', product, 1, 0, 1, 420],
    ['2026-03-10', product, 0, 1, 1, 420],
  ])
  expect(await rows('daily_site_totals')).toEqual([
    ['2026-01-05', 70, 1, 420],
    ['2026-03-10', 2, 1, 420],
    ['2026-03-09', 1, 1, 420],
  ])
  expect(await rows('monthly_totals')).toEqual([
    ['2026-01', product, 70, 1, 420],
    ['2026-03', 0, 2, 0, 0],
    ['2026-03', product, 1, 2, 840],
  ])
  expect(await db.selectFrom('daily_filtered_totals').selectAll().execute()).toEqual([
    { day: '2026-03-10', reason: 'bot', clicks: 2 },
  ])
  expect(await db.selectFrom('daily_post_totals').selectAll().orderBy('day').execute()).toEqual([
    { day: '2026-03-09', post_id: post, clicks: 1 },
    { day: '2026-03-10', post_id: post, clicks: 1 },
  ])
  expect(await db.selectFrom('conversions').select('day').execute()).toEqual([{ day: '2026-03-10' }])
})

/** A product and a post in the schema of the first migration. */
async function makeRows(db: Db): Promise<{ product: number; post: number }> {
  const now = '2026-01-01T12:00:00.000Z'
  const product = await db
    .insertInto('products')
    .values({
      name: 'Serum',
      category: 'Serums',
      price_minor: 1200,
      currency: 'USD',
      image_url: '',
      image_alt: '',
      affiliate_link: 'https://shop.example',
      is_active: true,
      position: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const post = await db
    .insertInto('posts')
    .values({
      title: 'Washing',
      slug: 'washing',
      excerpt: '',
      content: '',
      body_text: '',
      cover_image: '',
      image_alt: '',
      is_pin_optimized: true,
      keywords: '',
      is_featured: false,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { product: product.id, post: post.id }
}
