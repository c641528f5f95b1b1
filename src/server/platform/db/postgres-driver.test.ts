import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { faultOf } from '../health/faults.ts'
import { servingLimits } from './postgres-limits.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { Db } from './schema.ts'
import { openSiteDatabase } from './site-database.ts'
import { createStatementNames } from './statement-names.ts'

// PGlite has one session for all connections.
const isPostgres = inject('postgres')?.template !== undefined && !process.env.TEST_POOLER
const onPostgres = test.runIf(isPostgres)

/** With one connection, so that its prepared statements can be counted. */
async function open() {
  const { db, databaseUrl, dataDir } = await migratedDatabase()
  const site = openSiteDatabase({ databaseUrl, dataDir, poolSize: 1 })
  onTestFinished(() => site.close())
  return { rows: db, ...site }
}

const prepared = async (db: Db) =>
  (await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)).rows[0]!.count

onPostgres('a statement is prepared at its third use', async () => {
  const { db } = await open()
  const read = () => db.selectFrom('posts').select('id').where('slug', '=', 'a').execute()
  await read()
  await read()
  expect(await prepared(db)).toBe(0)
  await read()
  await read()
  expect(await prepared(db)).toBe(1)
})

onPostgres('a prepared statement that no longer fits its table is run again without an error', async () => {
  const { db, rows } = await open()
  await makePost(rows, { slug: 'washing' })
  const read = () => db.selectFrom('posts').selectAll().where('slug', '=', 'washing').executeTakeFirst()
  for (let i = 0; i < 5; i++) expect(await read()).toBeDefined()
  await sql`alter table posts add column mood text default 'calm'`.execute(rows)
  for (let i = 0; i < 5; i++) expect(await read()).toMatchObject({ mood: 'calm' })
})

onPostgres('statements of lists of many lengths stay bounded on a connection', { timeout: 60_000 }, async () => {
  const { db } = await open()
  let most = 0
  for (let length = 1; length <= 500; length++) {
    const ids = Array.from({ length }, (_, i) => i)
    for (let i = 0; i < 4; i++) await db.selectFrom('posts').select('id').where('id', 'in', ids).execute()
    if (length % 50 === 0) most = Math.max(most, await prepared(db))
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(302)
})

onPostgres('statements in a transaction, and of the transaction, are not prepared', async () => {
  const { db } = await open()
  for (let i = 0; i < 5; i++)
    await db.transaction().execute((transaction) => transaction.selectFrom('posts').select('id').execute())
  expect(await prepared(db)).toBe(0)
})

onPostgres('a failed statement ends its transaction, and its commit is an error', async () => {
  const { db } = await open()
  const committing = db.transaction().execute(async (transaction) => {
    await sql`select 1 / 0`.execute(transaction).catch(() => {})
  })
  await expect(committing).rejects.toThrow('The transaction was rolled back')
  expect(await prepared(db)).toBe(0)
})

test('names belong to texts, at most 200 of them, and only to those that repeat', () => {
  const names = createStatementNames()
  const use = (text: string) => [names.find(text), names.find(text), names.find(text)]
  const [first, second, third] = use('select 1')
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^d[\w-]{20}$/)
  for (const text of ['begin', 'select 1; select 2', `select ${'a'.repeat(20_001)}`, 'create table a (b int)'])
    expect(use(text)).toEqual([undefined, undefined, undefined])
  for (let i = 0; i < 300; i++) use(`select ${i} + 1`)
  expect(names.find('select 1')).toBeUndefined()
})

onPostgres('a server without a free connection is waited for, and then reported as such', async () => {
  const { db, databaseUrl } = await migratedDatabase()
  const role = `few_${process.pid}`
  await sql.raw(`create role ${role} login connection limit 1`).execute(db)
  const url = new URL(databaseUrl!)
  url.username = role
  const limits = { ...servingLimits, acquireMs: 1000 }
  const [first, second] = [1, 2].map(() => createPostgresPool({ url: url.href, limits, max: 2 }))
  onTestFinished(async () => {
    await Promise.all([first!.end(), second!.end()])
    await sql.raw(`drop role ${role}`).execute(db)
  })
  const held = await first!.acquire()
  const error = await second!.acquire().catch((reason: unknown) => reason)
  expect(faultOf(error)?.kind).toBe('no-connection')
  setTimeout(() => first!.release(held, true), 300)
  second!.release(await second!.acquire(), true)
})
