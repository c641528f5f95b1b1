import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/server/platform/config.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../../src/server/platform/db/migrate.ts'
import type { Db, Schema } from '../../src/server/platform/db/schema.ts'
import { countRows } from '../../test/count-rows.ts'
import { makeProduct } from '../../test/factories.ts'
import { emptyDatabase } from '../../test/test-database.ts'
import { readSeedArguments, runSeed } from './run-seed.ts'

const large = readSeedArguments(['--large', '--scale', '0.002'])

async function emptySite() {
  const { db, databaseUrl } = await emptyDatabase()
  await db.destroy()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-large-'))
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { config, seed: (args = large) => runSeed(config, { ...args, demoDir: 'demo' }, () => {}) }
}

async function read<Result>(options: { databaseUrl: string | undefined; dataDir: string }, query: (db: Db) => Result) {
  const db = connect(options)
  try {
    return await query(db)
  } finally {
    await db.destroy()
  }
}

test('a five-hundredth of everything is there, and every sum equals its clicks', { timeout: 120_000 }, async () => {
  const { config, seed } = await emptySite()
  await seed()
  await read(config, async (db) => {
    expect(await countRows(db)).toMatchObject({ link_clicks: 10_000, audit_log: 10, users: 1 })
    const clicks = await db.selectFrom('link_clicks').selectAll().execute()
    const conversions = await db.selectFrom('conversions').selectAll().execute()
    const people = clicks.filter((click) => click.filtered_reason === null)
    const expected = {
      clicks: people.length,
      conversions: conversions.length,
      revenue_minor: conversions.reduce((sum, { revenue_minor }) => sum + revenue_minor, 0),
    }
    for (const table of ['daily_totals', 'monthly_totals', 'daily_site_totals'] as const)
      expect(await sumOf(db, table, ['clicks', 'conversions', 'revenue_minor']), table).toEqual(expected)
    expect(await sumOf(db, 'daily_filtered_totals', ['clicks'])).toEqual({ clicks: 10_000 - people.length })
    const onPosts = people.filter((click) => click.post_id !== null).length
    for (const table of ['daily_post_totals', 'monthly_post_totals'] as const)
      expect(await sumOf(db, table, ['clicks'])).toEqual({ clicks: onPosts })
    for (const { day, product_id, ...total } of await db.selectFrom('daily_totals').selectAll().limit(50).execute())
      expect(
        conversions.filter((each) => each.day === day && (each.product_id ?? 0) === product_id),
        `${day} ${product_id}`,
      ).toHaveLength(total.conversions)
  })
})

type Sums = Record<string, number>

async function sumOf(db: Db, table: keyof Schema, columns: string[]): Promise<Sums> {
  const { rows } =
    await sql<Sums>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`.execute(db)
  return Object.fromEntries(columns.map((column) => [column, rows.reduce((sum, row) => sum + row[column]!, 0)]))
}

test('the same is made each time', { timeout: 120_000 }, async () => {
  const { config, seed } = await emptySite()
  const state = () =>
    read(config, async (db) => [
      await countRows(db),
      await db.selectFrom('posts').select(['title', 'slug', 'body_text']).orderBy('id').execute(),
      await db.selectFrom('products').select(['name', 'price_minor']).orderBy('id').execute(),
      await db.selectFrom('link_clicks').select(['link_id', 'product_id', 'post_id']).orderBy('id').execute(),
    ])
  await seed()
  const first = await state()
  await seed({ ...large, replaces: true })
  expect(await state()).toEqual(first)
})

test('a database that holds anything is left alone unless it is to be replaced', { timeout: 120_000 }, async () => {
  const { config, seed } = await emptySite()
  await read(config, async (db) => {
    await migrateToLatest(db)
    await makeProduct(db, { name: 'Mine' })
  })
  await expect(seed()).rejects.toThrow('The database holds content already, so nothing was changed.')
  expect(await read(config, (db) => db.selectFrom('products').select('name').execute())).toEqual([{ name: 'Mine' }])
})

test('a public site gets no demo content', async () => {
  const { config } = await emptySite()
  await expect(runSeed({ ...config, isPublic: true }, { ...large, demoDir: 'demo' }, () => {})).rejects.toThrow(
    ConfigError,
  )
})

test.each([['--all'], ['--scale'], ['--scale', 'much'], ['--scale', '0'], ['--scale', '11']])(
  'npm run seed -- %s %s is refused with a sentence',
  (...args) => {
    expect(() => readSeedArguments(args.filter((arg) => arg !== undefined))).toThrow(/not known|needs a number/)
  },
)
