import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { testSite } from '../../../../test/test-site.ts'
import { connect } from '../db/connect.ts'
import { deleteRateLimits, takeTokens } from '../db/rate-limits.ts'
import type { Db } from '../db/schema.ts'
import { createSharedBuckets } from './shared-buckets.ts'
import { createTokenBuckets, type Rule, type TokenBuckets } from './token-bucket.ts'

const onPostgres = test.runIf(inject('databaseUrl') !== undefined)
const toKey = (name: string, client: string) => `${name}/${client}`
const open = (db: Db) => createSharedBuckets({ db, local: createTokenBuckets(), toKey })

/** How many of `count` requests to several instances at once are admitted. */
async function admitted(instances: TokenBuckets[], count: number, rule: Rule, client = '192.0.2.1'): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: count }, (_, i) => instances[i % instances.length]!.consume('search', client, rule)),
  )
  return waits.filter((wait) => wait === 0).length
}

onPostgres('instances together admit one burst, and never more', async () => {
  const { db } = await migratedDatabase()
  const instances = [open(db), open(db), open(db)]
  expect(await admitted(instances, 300, { burst: 60, every: 60_000 })).toBe(60)
  expect(await admitted(instances, 30, { burst: 60, every: 60_000 })).toBe(0)
  expect(await admitted(instances, 30, { burst: 60, every: 60_000 }, '192.0.2.2')).toBe(30)
})

onPostgres('a client that changes instances loses at most the rest of each lease', async () => {
  const { db } = await migratedDatabase()
  const [one, other] = [open(db), open(db)]
  const rule = { burst: 60, every: 60_000 }
  expect(await admitted([one], 1, rule)).toBe(1)
  // The lease of the first has 3 tokens, of which it has used one.
  expect(await admitted([other], 100, rule)).toBe(57)
  expect(await admitted([one], 100, rule)).toBe(2)
})

onPostgres('a small burst is exact', async () => {
  const { db } = await migratedDatabase()
  const instances = [open(db), open(db)]
  expect(await admitted(instances, 50, { burst: 5, every: 60_000 })).toBe(5)
})

onPostgres('tokens come back with time, and a rejection says when', async () => {
  const { db } = await migratedDatabase()
  const buckets = open(db)
  const rule = { burst: 2, every: 300 }
  expect(await admitted([buckets], 3, rule)).toBe(2)
  const wait = await buckets.consume('search', '192.0.2.1', rule)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(300)
  await sleep(wait + 20)
  expect(await buckets.consume('search', '192.0.2.1', rule)).toBe(0)
})

onPostgres('a flood of one client is few statements', async () => {
  let statements = 0
  const { db } = await migratedDatabase((query) => {
    if (query.sql.includes('rate_limits')) statements += 1
  })
  const buckets = open(db)
  for (let i = 0; i < 500; i++) await buckets.consume('search', '192.0.2.1', { burst: 60, every: 60_000 })
  expect(statements).toBeLessThanOrEqual(21)
})

onPostgres('while the database is away each instance counts by itself', async () => {
  const { db } = await migratedDatabase()
  const buckets = open(db)
  await sql`alter table rate_limits rename to gone`.execute(db)
  expect(await admitted([buckets], 20, { burst: 5, every: 60_000 })).toBe(5)
  await sql`alter table gone rename to rate_limits`.execute(db)
  await sleep(1050)
  expect(await admitted([buckets], 20, { burst: 5, every: 60_000 })).toBe(5)
})

// PGlite has one session for all connections, which is too slow for two sites.
test.runIf(inject('postgres')?.template !== undefined)(
  'two instances of the site limit a client together',
  { timeout: 60_000 },
  async () => {
    const { databaseUrl = '' } = await migratedDatabase()
    const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'the key that both instances have', TRUST_PROXY: '1' }
    const sites = [await testSite({ env }), await testSite({ env })]
    const startedAt = performance.now()
    const search = async (i: number) =>
      (await sites[i % 2]!.get(`/api/search?q=cream${i}`, { 'x-forwarded-for': '203.0.113.7' })).status
    const statuses = await Promise.all(Array.from({ length: 140 }, (_, i) => search(i)))
    const served = statuses.filter((status) => status === 200).length
    expect(served).toBeGreaterThanOrEqual(60 - 2)
    expect(served).toBeLessThanOrEqual(60 + 2 * 2 + Math.ceil((performance.now() - startedAt) / 500))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  },
)

onPostgres('old buckets are deleted, and none names a client', async () => {
  const { db, ...options } = await migratedDatabase()
  const other = connect(options)
  try {
    await Promise.all([db, other].map((each) => takeTokens(each, 'one', { burst: 5, every: 1000 }, 1)))
    expect(await takeTokens(db, 'one', { burst: 5, every: 100_000 }, 9)).toMatchObject({ granted: 3 })
    await deleteRateLimits(db, new Date(Date.now() - 60_000))
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'one' }])
    await deleteRateLimits(db, new Date(Date.now() + 1000))
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([])
  } finally {
    await other.destroy()
  }
})
