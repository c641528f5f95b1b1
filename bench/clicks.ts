/**
 * `npm run bench:clicks`: sends 5,000 clicks a second for a minute to a new site with the default number of processes, then
 * kills it during another burst, restarts it on the same folder and counts the rows. BENCH_SECONDS, BENCH_RATE and
 * WEB_CONCURRENCY change duration, rate and number of processes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import '../scripts/build-if-changed.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import type { ClickLoadResult } from './click-load.ts'
import { type Running, sendClicks, signIn, startSite, untilImagesAreMade } from './processes.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const RATE = Number(process.env.BENCH_RATE ?? 5000)
const CONNECTIONS = 200
/** Delay between the start of the burst and the kill, in milliseconds. */
const KILL_AFTER = 3000

const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
const processes = process.env.WEB_CONCURRENCY ?? String(availableParallelism())
const env = { TRUST_PROXY: '1', WEB_CONCURRENCY: processes }
let site = await startSite(env, dataDir)
try {
  const ids = await listIds()
  const report = (prefix: string, duration: number) =>
    sendClicks({ port: portOf(site), connections: CONNECTIONS, duration, rate: RATE, prefix, ...ids })
  await untilImagesAreMade(site, await signIn(site))
  await report('warm', Math.min(5, SECONDS))

  const minute = await report('minute', SECONDS)
  console.log(
    `${Math.round(total(minute) / minute.seconds)} clicks/s acknowledged for ${Math.round(minute.seconds)} s (${RATE} asked for) by ${processes} processes, ${minute.others} answers other than 202; p50 ${minute.p50} ms, p99 ${minute.p99} ms.`,
  )

  const killed = report('killed', KILL_AFTER / 1000 + 2)
  await new Promise((resolve) => setTimeout(resolve, KILL_AFTER))
  await site.kill()
  const burst = await killed
  site = await startSite(env, dataDir)
  const lost = (await missing('minute', minute)) + (await missing('killed', burst))
  const kept = await countRows('killed')
  const wrong = await wrongSums()
  console.log(
    `Killed after ${burst.sent} sent, ${total(burst)} acknowledged, ${kept} kept. Acknowledged and not there: ${lost}. Sums that differ from the rows: ${wrong}.`,
  )
  if (lost > 0 || wrong > 0 || kept > burst.sent || minute.others > 0) process.exitCode = 1
} finally {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The number of acknowledged clicks without a row, or with more than one. */
async function missing(prefix: string, { acknowledged }: ClickLoadResult): Promise<number> {
  return withDb(async (db) => {
    const rows = await db.selectFrom('link_clicks').select('link_id').where('link_id', 'like', `${prefix}-%`).execute()
    const times = new Map<string, number>()
    for (const { link_id } of rows) times.set(link_id, (times.get(link_id) ?? 0) + 1)
    let count = 0
    for (const [connection, last] of acknowledged.entries())
      for (let number = 1; number <= last; number++)
        if (times.get(`${prefix}-${connection}-${number}`) !== 1) count += 1
    return count
  })
}

function countRows(prefix: string): Promise<number> {
  return withDb(async (db) => {
    const { count } = await db
      .selectFrom('link_clicks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('link_id', 'like', `${prefix}-%`)
      .executeTakeFirstOrThrow()
    return count
  })
}

/** The number of totals that differ from the rows. Days are left out: they depend on the site's time zone. */
function wrongSums(): Promise<number> {
  const person = sql`filtered_reason is null`
  const none = sql`1 = 1`
  const pairs = [
    ['daily_totals', 'product_id', 'clicks', person],
    ['daily_totals', 'product_id', 'filtered_clicks', sql`filtered_reason is not null`],
    ['monthly_totals', 'product_id', 'clicks', person],
    ['daily_site_totals', '1', 'clicks', person],
    ['daily_post_totals', 'post_id', 'clicks', sql`${person} and post_id is not null`],
    ['monthly_post_totals', 'post_id', 'clicks', sql`${person} and post_id is not null`],
    ['daily_filtered_totals', 'filtered_reason', 'clicks', none],
  ] as const
  return withDb(async (db) => {
    let count = 0
    for (const [table, key, column, which] of pairs) {
      const ofSums = key === 'filtered_reason' ? 'reason' : key
      const { rows } = await sql<{ wrong: number }>`
        select count(*) as wrong from (
          select key, sum(n) from (
            select coalesce(${sql.raw(key)}, 0) as key, count(*) as n from link_clicks where ${which} group by 1
            union all select ${sql.raw(ofSums)}, -sum(${sql.raw(column)}) from ${sql.table(table)} group by 1
          ) where key is not 0 or ${sql.lit(key)} <> 'filtered_reason' group by key having sum(n) <> 0
        )`.execute(db)
      count += rows[0]!.wrong
    }
    return count
  })
}

function listIds(): Promise<{ productIds: number[]; postIds: number[] }> {
  return withDb(async (db) => {
    const products = await db.selectFrom('products').select('id').execute()
    const posts = await db.selectFrom('posts').select('id').execute()
    return { productIds: products.map(({ id }) => id), postIds: posts.map(({ id }) => id) }
  })
}

async function withDb<Answer>(ask: (db: ReturnType<typeof connect>) => Promise<Answer>): Promise<Answer> {
  const db = connect({ databaseUrl: undefined, dataDir })
  try {
    return await ask(db)
  } finally {
    await db.destroy()
  }
}

function portOf({ origin }: Running): number {
  return Number(new URL(origin).port)
}

function total({ acknowledged }: ClickLoadResult): number {
  return acknowledged.reduce((sum, count) => sum + count, 0)
}
