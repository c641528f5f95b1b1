import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeEarlyPost, makeProduct } from '../../../../test/factories.ts'
import { emptyDatabase, migratedDatabase } from '../../../../test/test-database.ts'
import { createClicks } from '../../shop/analytics/clicks.repo.ts'
import { deleteOldAnalytics } from '../../shop/analytics/retention.ts'
import { createClickPartitions, dropClickPartitions, OTHER_CLICKS } from './click-partitions.ts'
import { migrateTo, migrateToLatest } from './migrate.ts'
import { partitionClicks } from './migrations/0016-partitioned-clicks.ts'
import type { Db } from './schema.ts'
import { holdWrites } from './write-hold.ts'

const isPostgres = inject('databaseUrl') !== undefined
const now = new Date('2026-03-10T15:00:00.000Z')

const click = (db: Db, at: string, productId: number | null = null) =>
  db
    .transaction()
    .execute((transaction) =>
      createClicks(transaction, [
        { input: { linkId: 'shop', productId, postId: null }, now: at, day: at.slice(0, 10), filteredReason: null },
      ]),
    )

/** A click before the version that stores placements. */
const earlyClick = (db: Db, at: string, productId: number | null = null) =>
  sql`insert into link_clicks (link_id, product_id, clicked_at) values ('shop', ${productId}, ${at})`.execute(db)

/** The number of clicks in each partition that has some. */
async function partitions(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*) as count from link_clicks group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** A database of the version before, with clicks. */
async function earlier() {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0013-mails-of-messages')
  const product = await makeProduct(db)
  const post = await makeEarlyPost(db)
  for (const at of [
    '2023-12-31T23:59:59.999Z',
    '2024-01-01T00:00:00.000Z',
    '2026-02-28T12:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
    await sql`insert into link_clicks (link_id, product_id, post_id, clicked_at) values ('shop', ${product}, ${post}, ${at})`.execute(
      db,
    )
  // An id that was given before and is not in use.
  await sql`insert into link_clicks (link_id, clicked_at) values ('gone', '2026-03-01T00:00:00.000Z')`.execute(db)
  await sql`delete from link_clicks where link_id = 'gone'`.execute(db)
  const rows = async () => await db.selectFrom('link_clicks').selectAll().orderBy('id').execute()
  return { db, product, post, rows }
}

test.runIf(isPostgres).each([
  [
    'are moved into the partitions of their months',
    100,
    { link_clicks_2023_12: 1, link_clicks_2024_01: 1, link_clicks_2026_02: 1, link_clicks_2026_03: 1 },
  ],
  ['stay together if they are many', 3, { link_clicks_until_2026_04: 4 }],
])('earlier clicks %s, and ids and references go on', async (_, max, expected) => {
  const { db, product, rows } = await earlier()
  const before = await rows()
  await db.transaction().execute((transaction) => partitionClicks(transaction, now, max))
  expect(await rows()).toEqual(before)
  expect(await partitions(db)).toEqual(expected)
  await earlyClick(db, '2026-03-10T15:00:00.000Z', product)
  await earlyClick(db, '2026-05-10T15:00:00.000Z', product)
  await earlyClick(db, '2030-01-01T00:00:00.000Z')
  expect(await partitions(db)).toMatchObject({ link_clicks_2026_05: 1, link_clicks_other: 1 })
  expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 6, 7, 8])
  await expect(earlyClick(db, '2026-03-10T15:00:00.000Z', 999)).rejects.toMatchObject({ code: '23503' })
  await db.deleteFrom('products').where('id', '=', product).execute()
  expect((await rows()).every(({ product_id }) => product_id === null)).toBe(true)
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'link_clicks'::regclass order by 1`.execute(
    db,
  )
  expect(indexes.map(({ name }) => name)).toEqual([
    'link_clicks_by_clicked_at',
    'link_clicks_by_post_id',
    'link_clicks_by_product_id',
    'link_clicks_pkey',
  ])
})

test.runIf(isPostgres)('months are created ahead, and take their clicks from the default partition', async () => {
  const { db } = await migratedDatabase()
  for (const at of ['2031-05-31T23:59:59.999Z', '2031-06-01T00:00:00.000Z', '2031-12-01T00:00:00.000Z'])
    await click(db, at)
  expect(await partitions(db)).toEqual({ [OTHER_CLICKS]: 3 })
  const may = new Date('2031-05-10T00:00:00.000Z')
  await Promise.all([createClickPartitions(db, may), createClickPartitions(db, may)])
  await createClickPartitions(db, may)
  expect(await partitions(db)).toEqual({ link_clicks_2031_05: 1, link_clicks_2031_06: 1, [OTHER_CLICKS]: 1 })
  await click(db, '2031-08-31T23:59:59.999Z')
  expect(await partitions(db)).toMatchObject({ link_clicks_2031_08: 1 })
})

test.runIf(isPostgres)('retention drops whole months, and deletes single clicks of the month at the edge', async () => {
  const { db } = await migratedDatabase()
  await createClickPartitions(db, new Date('2031-01-01T00:00:00.000Z'))
  const kept = ['2031-02-10T05:00:00.000Z', '2031-02-11T00:00:00.000Z', '2031-03-01T00:00:00.000Z']
  for (const at of ['2031-01-01T00:00:00.000Z', '2031-01-31T23:59:59.999Z', '2031-02-10T04:59:59.999Z', ...kept])
    await click(db, at)
  const options = { today: '2033-04-10', timeZone: 'America/New_York' }
  expect(await deleteOldAnalytics(db, options)).toBeGreaterThan(2)
  expect(
    (await db.selectFrom('link_clicks').select('clicked_at').orderBy('id').execute()).map((row) => row.clicked_at),
  ).toEqual(kept)
  const { rows } = await sql<{ name: string | null }>`select to_regclass('link_clicks_2031_01') as name`.execute(db)
  expect(rows).toEqual([{ name: null }])
  expect(await partitions(db)).toEqual({ link_clicks_2031_02: 2, link_clicks_2031_03: 1 })
  expect(await deleteOldAnalytics(db, options)).toBe(0)
})

test.runIf(isPostgres)('a query about some days reads only the partitions of their months', async () => {
  const { db } = await migratedDatabase()
  await createClickPartitions(db, now)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
    select count(*) from link_clicks where clicked_at >= '2026-03-03' and clicked_at < '2026-03-05'`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan.match(/link_clicks_\d{4}_\d{2}\b/g)?.every((name) => name === 'link_clicks_2026_03')).toBe(true)
})

test.runIf(isPostgres)('no month is dropped while the site is moved', async () => {
  const { db } = await migratedDatabase()
  await createClickPartitions(db, new Date('2031-01-01T00:00:00.000Z'))
  await click(db, '2031-01-01T00:00:00.000Z')
  await holdWrites(db, 'Moving.')
  expect(await dropClickPartitions(db, '2031-02-01T00:00:00.000Z')).toBe(0)
  expect(await partitions(db)).toEqual({ link_clicks_2031_01: 1 })
})

test('the clicks of an earlier version are there after the upgrade, on both databases', async () => {
  const { db, rows } = await earlier()
  const before = (await rows()).map((row) => ({ ...row, placement: null }))
  await migrateToLatest(db)
  expect(await rows()).toEqual(before)
  await click(db, '2026-03-10T15:00:00.000Z')
  expect((await countRows(db)).link_clicks).toBe(5)
  expect((await rows()).at(-1)!.id).toBe(6)
})
