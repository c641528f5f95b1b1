/**
 * Queries a second through the driver with and without prepared statements, interleaved in one run:
 * `DATABASE_URL=postgres://… node bench/prepared.ts`, or on a PostgreSQL that it starts.
 */

import { connectPostgres } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { servingLimits } from '../src/server/platform/db/postgres-limits.ts'
import { createPostgresPool } from '../src/server/platform/db/postgres-pool.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { createStatementNames } from '../src/server/platform/db/statement-names.ts'
import { startPostgres } from '../test/postgres.ts'

const ROUNDS = 9
const ROUND_MS = 1000
const PARALLEL = 4

const server = process.env.DATABASE_URL ? undefined : await startPostgres()
const url = process.env.DATABASE_URL ?? server!.url
const pool = createPostgresPool({ url, limits: servingLimits, max: PARALLEL })
const open = (names: { find(sql: string): string | undefined }) =>
  connectPostgres({ pool, limitMs: 10_000, names, destroy: async () => {} }, undefined)
const dbs = { prepared: open(createStatementNames()), unnamed: open({ find: () => undefined }) }
await migrateToLatest(dbs.unnamed)

const queries: Record<string, (db: Db) => Promise<unknown>> = {
  'a row by its key': (db) => db.selectFrom('settings').selectAll().where('key', '=', 'brand').execute(),
  'a list with a join': (db) =>
    db
      .selectFrom('posts')
      .leftJoin('categories', 'categories.id', 'posts.category_id')
      .select(['posts.id', 'posts.slug', 'posts.title', 'posts.excerpt', 'posts.published_at', 'categories.name'])
      .where('posts.deleted_at', 'is', null)
      .where('posts.published_at', '<=', '2026-01-01T00:00:00.000Z')
      .orderBy('posts.published_at', 'desc')
      .limit(12)
      .execute(),
}

async function measure(db: Db, query: (db: Db) => Promise<unknown>): Promise<number> {
  const until = performance.now() + ROUND_MS
  let count = 0
  const loop = async () => {
    for (; performance.now() < until; count++) await query(db)
  }
  await Promise.all(Array.from({ length: PARALLEL }, loop))
  return (count / ROUND_MS) * 1000
}

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const [name, query] of Object.entries(queries)) {
  const results = { prepared: [] as number[], unnamed: [] as number[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['prepared', 'unnamed'] as const) results[kind].push(await measure(dbs[kind], query))
  const [prepared, unnamed] = [medianOf(results.prepared), medianOf(results.unnamed)]
  console.log(
    `${name}: ${Math.round(unnamed)} queries a second unnamed, ${Math.round(prepared)} prepared, ${(prepared / unnamed).toFixed(2)} times`,
  )
}
await pool.end()
await server?.stop()
